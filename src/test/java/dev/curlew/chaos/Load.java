package dev.curlew.chaos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.Device;
import dev.curlew.client.FollowClient;
import dev.curlew.client.SeenMessage;
import dev.curlew.dev.Pause;
import dev.curlew.protocol.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Pairs that talk, and groups of all of them and of many who are not there: the first of each pair has one device, the second two on different
 * nodes; some more follow the groups and say nothing. A seeded stream of single sends, pipelined bursts, sends over HTTP, read marks and
 * dropped connections; some of what was sent is taken back or edited, also by two devices at once.
 */
public final class Load implements AutoCloseable {

    /** How many of a user's messages may be taken back or edited: few, so that changes meet. */
    private static final int NEWEST = 12;

    private final List<String> nodes;
    private final Journal journal;
    private final Backend backend;
    private final Settings settings;
    private final Random random;
    private final List<Account[]> pairs = new ArrayList<>();
    private final List<Talk> groups = new ArrayList<>();
    private final List<FollowClient> clients = new ArrayList<>();
    private List<FollowClient> talkers = List.of();
    private final Thread sender = new Thread(this::run, "load");
    private volatile boolean stopped;
    private int messages;
    private int edits;

    /** @param prefix put before account names and client ids
     * @param groups their sizes
     * @param perSecond messages a second, all conversations together */
    public record Settings(
            String prefix, String adminSecret, String tenant, int pairs, List<Integer> groups, int perSecond) {}

    Load(List<String> nodes, Journal journal, Settings settings, long seed) {
        this.nodes = nodes;
        this.journal = journal;
        this.backend = new Backend(nodes, settings, journal);
        this.settings = settings;
        this.random = new Random(seed);
        sender.setDaemon(true);
    }

    /** Logs everybody in and begins to send. */
    void start() {
        for (int i = 0; i < settings.pairs(); i++) {
            freshPair();
        }
        List<Account> listeners = settings.groups().isEmpty()
                ? List.of()
                : nodes.stream().map(node -> backend.user()).toList();
        makeGroups(listeners);
        for (int i = 0; i < settings.pairs(); i++) {
            Account[] pair = pairs.get(i);
            follow(pair[0], "a" + i, 1, i);
            follow(pair[1], "b" + i, 1, i + 1);
            follow(pair[1], "b" + i + "-web", 5, i);
        }
        talkers = List.copyOf(clients);
        for (int i = 0; i < listeners.size(); i++) {
            follow(listeners.get(i), "l" + i, 1, i);
        }
        if (!Pause.until(Duration.ofSeconds(30), () -> clients.stream().allMatch(FollowClient::connected))) {
            throw new IllegalStateException("Clients could not log in before the fault");
        }
        sender.start();
    }

    /** Everybody is in each group as far as there is room; the large ones also have listeners. */
    private void makeGroups(List<Account> listeners) {
        List<Account> all = new ArrayList<>(pairs.stream().flatMap(Stream::of).toList());
        all.addAll(listeners);
        for (int size : settings.groups()) {
            freshGroup(all.subList(0, Math.min(size, all.size())), size);
        }
    }

    synchronized Account[] freshPair() {
        Account[] pair = {backend.user(), backend.user()};
        pairs.add(pair);
        return pair;
    }

    /** A group of these and of others who are never there, to be compared in the end. */
    synchronized Talk freshGroup(List<Account> members, int size) {
        Talk group = backend.group(members, size);
        groups.add(group);
        return group;
    }

    Backend backend() {
        return backend;
    }

    /** Gives a user whose token ended a new one. */
    synchronized Account renew(Account user) {
        Account renewed = backend.token(user.name());
        pairs.forEach(pair -> Backend.renew(pair, renewed));
        groups.replaceAll(group -> Talk.of(
                group.topic(),
                group.members().stream()
                        .map(one -> one.uid() == user.uid() ? renewed : one)
                        .toList()));
        return renewed;
    }

    Settings settings() {
        return settings;
    }

    synchronized List<Account[]> pairs() {
        return List.copyOf(pairs);
    }

    synchronized List<Talk> groups() {
        return List.copyOf(groups);
    }

    /** All conversations there are. */
    List<Talk> talks() {
        return Stream.concat(pairs().stream().map(Talk::of), groups().stream()).toList();
    }

    List<FollowClient> clients() {
        return clients;
    }

    /** Many pipelined sends at once, over all clients. */
    void burst(int count) {
        for (int i = 0; i < count; i++) {
            send(talkers.get(i % talkers.size()), 1, false);
        }
    }

    void stopSending() {
        stopped = true;
        try {
            sender.join(5_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** All is settled: every send has its answer, everybody is connected and misses nothing it heard of. */
    boolean quiet() {
        return clients.stream().allMatch(one -> one.connected() && one.unsettled() == 0 && one.complete());
    }

    String unquiet() {
        return clients.stream()
                .filter(one -> !one.connected() || one.unsettled() > 0 || !one.complete())
                .map(one -> one.name() + (one.connected() ? "" : " not connected") + ", unsettled " + one.unsettled()
                        + (one.complete() ? "" : ", has gaps"))
                .toList()
                .toString();
    }

    @Override
    public void close() {
        stopSending();
        clients.forEach(FollowClient::close);
    }

    /** One more client, which is waited for and compared in the end like all others. */
    FollowClient follow(Account account, String name, int platform, int firstNode) {
        var device = new Device(platform, name, platform == 5, firstNode, Duration.ofSeconds(1));
        FollowClient client = client(account, name, device);
        clients.add(client);
        return client;
    }

    /** A client nobody waits for. */
    FollowClient client(Account account, String name, Device device) {
        return new FollowClient(settings.prefix() + "-" + name, account, nodes, device, journal).start();
    }

    /** Compares a conversation in the end, by those of its members that are named. */
    synchronized void compare(Talk talk) {
        groups.add(talk);
    }

    private void run() {
        long next = System.nanoTime();
        while (!stopped) {
            int sent = turn();
            next += sent * 1_000_000_000L / settings.perSecond();
            long wait = (next - System.nanoTime()) / 1_000_000;
            if (wait > 0) {
                Pause.millis(wait);
            }
        }
    }

    private int turn() {
        FollowClient client = talkers.get(random.nextInt(talkers.size()));
        int dice = random.nextInt(200);
        if (dice < 140) {
            return send(client, 1, false);
        }
        if (dice < 145) {
            change(client, (conversationId, message) -> client.change("revoke", place(conversationId, message)));
            return 1;
        }
        if (dice < 150) {
            change(client, (conversationId, message) -> client.change("edit", edit(conversationId, message)));
            return 1;
        }
        if (dice < 170) {
            return send(client, 5, false);
        }
        if (dice < 190) {
            return send(client, 1, true);
        }
        if (dice < 199) {
            client.markRead(anyOf(client.account()).conversationId());
        } else {
            client.cut();
        }
        return 1;
    }

    /** Changes one of the user's own newest messages, as this client has it. */
    private void change(FollowClient client, BiConsumer<String, SeenMessage> change) {
        Account user = client.account();
        String conversationId = anyOf(user).conversationId();
        List<SeenMessage> own = client.messages(conversationId).stream()
                .filter(one -> one.sendUid() == user.uid() && one.status() == SeenMessage.STORED)
                .toList();
        if (!own.isEmpty()) {
            change.accept(conversationId, own.get(own.size() - 1 - random.nextInt(Math.min(NEWEST, own.size()))));
        }
    }

    private static ObjectNode place(String conversationId, SeenMessage message) {
        return Json.object().put("conversation_id", conversationId).put("seq", message.seq());
    }

    private ObjectNode edit(String conversationId, SeenMessage message) {
        ObjectNode data = place(conversationId, message).put("version", message.version());
        data.putObject("content").put("text", "edit " + ++edits + " of " + message.clientMsgId());
        return data;
    }

    private synchronized int send(FollowClient client, int count, boolean http) {
        Talk talk = anyOf(client.account());
        for (int i = 0; i < count; i++) {
            client.send(talk.message(settings.prefix() + "-" + ++messages, client.account()), http);
        }
        return count;
    }

    /** Half of what a user says is for the peer, the other half for the groups. */
    private synchronized Talk anyOf(Account user) {
        Talk pair = pairs.stream()
                .map(Talk::of)
                .filter(one -> one.has(user))
                .findFirst()
                .orElseThrow();
        List<Talk> theirs = groups.stream()
                .limit(settings.groups().size())
                .filter(one -> one.has(user))
                .toList();
        return theirs.isEmpty() || random.nextBoolean() ? pair : theirs.get(random.nextInt(theirs.size()));
    }
}
