package dev.curlew.chaos;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.ReplyCodes;
import dev.curlew.client.ReplyException;
import dev.curlew.client.TestHttp;
import dev.curlew.client.TestHttp.Response;
import dev.curlew.dev.Pause;
import dev.curlew.protocol.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** What a product's own backend does for the load: makes users and groups, takes members out and brings them back. */
final class Backend {

    private static final int MOST_USERS_A_CALL = 1_000;
    private static final int MOST_TRIES = 5;
    private static final long PAUSE_MS = 500;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<String> urls;
    private final Load.Settings settings;
    private final Journal journal;
    private int users;
    private int groups;

    Backend(List<String> urls, Load.Settings settings, Journal journal) {
        this.urls = urls;
        this.settings = settings;
        this.journal = journal;
    }

    synchronized Account user() {
        return token(settings.prefix() + "-u" + ++users);
    }

    Account token(String name) {
        return repeated(() -> http().adminToken(settings.adminSecret(), settings.tenant(), name, 1));
    }

    /** What may be tried again is. A group that is made twice is one that nobody speaks of. */
    private static <T> T repeated(Supplier<T> call) {
        for (int tries = 1; ; tries++) {
            try {
                return call.get();
            } catch (ReplyException e) {
                if (tries == MOST_TRIES || !ReplyCodes.tryAgain(e.code())) {
                    throw e;
                }
                Pause.millis(PAUSE_MS);
            }
        }
    }

    /** A group of these and of as many others, who are never there, as make up its size; one of those looks in the end. The first is its owner. */
    synchronized Talk group(List<Account> members, int size) {
        List<Account> known = new ArrayList<>(members);
        List<Long> uids = new ArrayList<>(members.stream().map(Account::uid).toList());
        List<Long> others = crowd("g" + ++groups, size - members.size());
        uids.addAll(others);
        if (!others.isEmpty()) {
            known.add(token(name("g" + groups, 0)));
        }
        ObjectNode body = Json.object()
                .put("tenant", settings.tenant())
                .put("owner_uid", uids.get(0))
                .put("name", settings.prefix() + " group " + groups);
        ArrayNode list = body.putArray("member_uids");
        uids.stream().skip(1).forEach(list::add);
        String topic = repeated(() -> http().post("/v1/admin/groups", settings.adminSecret(), body)
                .ok()
                .path("topic")
                .asText());
        Talk group = Talk.of(topic, known);
        journal.add(new Entry.Group(group.conversationId(), List.copyOf(uids)));
        return group;
    }

    private List<Long> crowd(String name, int size) {
        List<Long> uids = new ArrayList<>();
        for (int from = 0; from < size; from += MOST_USERS_A_CALL) {
            ObjectNode body = Json.object().put("tenant", settings.tenant());
            ArrayNode list = body.putArray("users");
            for (int i = from; i < Math.min(size, from + MOST_USERS_A_CALL); i++) {
                list.addObject().put("account", name(name, i));
            }
            repeated(() -> http().post("/v1/admin/users", settings.adminSecret(), body)
                            .ok())
                    .path("users")
                    .forEach(user -> uids.add(user.path("uid").asLong()));
        }
        return uids;
    }

    private String name(String crowd, int index) {
        return settings.prefix() + "-" + crowd + "-" + index;
    }

    /** Takes a member out of a group, over the node at that address. */
    void remove(String url, Talk group, Account member) {
        change(
                group,
                member.uid(),
                Entry.Step.GOING,
                Entry.Step.OUT,
                () -> call(url, "DELETE", group, "/members/" + member.uid() + "?tenant=" + settings.tenant(), null));
    }

    /** Ends a group. */
    void dissolve(String url, Talk group) {
        change(
                group,
                Entry.EVERYBODY,
                Entry.Step.GOING,
                Entry.Step.OUT,
                () -> call(url, "DELETE", group, "?tenant=" + settings.tenant(), null));
    }

    /** Brings somebody into a group, again or for the first time. */
    void add(String url, Talk group, Account member) {
        ObjectNode body = Json.object().put("tenant", settings.tenant());
        body.putArray("uids").add(member.uid());
        change(group, member.uid(), Entry.Step.COMING, Entry.Step.IN, () -> call(url, "POST", group, "/members", body));
    }

    private interface Call {
        Response make();
    }

    /** Tries until it is done: what was done already is {@code 404} to whoever asks for it again. */
    private void change(Talk group, long uid, Entry.Step before, Entry.Step after, Call call) {
        journal.add(new Entry.Membership(uid, group.conversationId(), before));
        String[] last = new String[1];
        boolean done = Pause.until(PATIENCE, () -> {
            try {
                Response answer = call.make();
                last[0] = answer.toString();
                return answer.status() / 100 == 2 || answer.status() == 404;
            } catch (IllegalStateException notNow) {
                last[0] = notNow.toString();
                return false;
            }
        });
        if (!done) {
            journal.add(new Entry.Stuck(after + " of " + uid + " in " + group.conversationId() + ": " + last[0]));
        }
        journal.add(new Entry.Membership(uid, group.conversationId(), after));
    }

    private Response call(String url, String method, Talk group, String path, ObjectNode body) {
        return new TestHttp(url).call(method, "/v1/admin/groups/" + group.topic() + path, settings.adminSecret(), body);
    }

    private TestHttp http() {
        return new TestHttp(urls.get(0));
    }

    /** Puts another token in place of a user's. */
    static void renew(Account[] accounts, Account renewed) {
        Arrays.setAll(accounts, i -> accounts[i].uid() == renewed.uid() ? renewed : accounts[i]);
    }
}
