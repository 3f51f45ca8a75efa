package dev.curlew.ops;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What each tenant does on this node, in counters with its code as the label {@code tenant}. The labels are bounded: only a
 * tenant whose existence was verified gets one, and past the first {@value #MOST} all others share {@value #OTHERS}.
 */
public final class TenantTraffic {

    /** Tenants with a label of their own. */
    public static final int MOST = 1_000;

    /** The label of all tenants past that, and of names that nobody verified; no tenant can be called so. */
    public static final String OTHERS = "_others";

    private final MeterRegistry registry;
    private final Map<String, Counters> tenants = new ConcurrentHashMap<>();
    private final Counters others;

    public TenantTraffic(MeterRegistry registry) {
        this.registry = registry;
        this.others = counters(OTHERS);
    }

    private record Counters(
            Counter http, Counter socket, Counter sends, Counter delivered, Counter accepted, Counter refused) {}

    /** A request over HTTP of a caller whose token holds. */
    public void httpRequest(String tenant) {
        of(tenant).http().increment();
    }

    /** A request over the socket of a logged-in session. */
    public void socketRequest(String tenant) {
        of(tenant).socket().increment();
    }

    /** A message that was acknowledged, its sender's tenant. */
    public void sent(String tenant) {
        of(tenant).sends().increment();
    }

    /** Messages that were handed to sockets, each counted for each. */
    public void delivered(String tenant, int messages) {
        of(tenant).delivered().increment(messages);
    }

    /** A token was given for what its user knows. */
    public void loggedIn(String tenant) {
        of(tenant).accepted().increment();
    }

    /** A login was refused. The name of the tenant is whatever the client said, so it makes no new label. */
    public void loginRefused(String tenant) {
        tenants.getOrDefault(tenant, others).refused().increment();
    }

    private Counters of(String tenant) {
        Counters known = tenants.get(tenant);
        if (known != null) {
            return known;
        }
        // Several at once may pass the bound by as many as there are event loops.
        return tenants.size() >= MOST ? others : tenants.computeIfAbsent(tenant, this::counters);
    }

    private Counters counters(String tenant) {
        return new Counters(
                counter("curlew.requests", "Requests of logged-in users", tenant, "channel", "http"),
                counter("curlew.requests", "Requests of logged-in users", tenant, "channel", "socket"),
                counter("curlew.sends", "Messages that were acknowledged", tenant),
                counter("curlew.messages.delivered", "Messages handed to sockets", tenant),
                counter("curlew.logins", "Logins by password or code", tenant, "result", "accepted"),
                counter("curlew.logins", "Logins by password or code", tenant, "result", "refused"));
    }

    private Counter counter(String name, String description, String tenant, String... tags) {
        return Counter.builder(name)
                .description(description)
                .tag("tenant", tenant)
                .tags(tags)
                .register(registry);
    }
}
