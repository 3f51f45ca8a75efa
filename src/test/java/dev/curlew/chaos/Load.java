package dev.curlew.chaos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.ClientObserver;
import dev.curlew.client.FollowClient;
import dev.curlew.client.SeenMessage;
import dev.curlew.client.TestHttp;
import dev.curlew.dev.Pause;
import dev.curlew.protocol.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;

/**
 * Pairs that talk: the first of each has one device, the second two on different nodes. A seeded stream of single sends,
 * pipelined bursts, sends over HTTP, read marks and dropped connections; some of what was sent is taken back or edited, also by two
 * devices at once.
 */
public final class Load implements AutoCloseable {

    /** How many of a user's messages may be taken back or edited: few, so that changes meet. */
    private static final int NEWEST = 12;

    private final List<String> nodes;
    private final ClientObserver observer;
    private final Settings settings;
    private final Random random;
    private final List<Account[]> pairs = new ArrayList<>();
    private final List<FollowClient> clients = new ArrayList<>();
    private final Thread sender = new Thread(this::run, "load");
    private volatile boolean stopped;
    private int accounts;
    private int messages;
    private int edits;

    /** @param prefix put before account names and client ids
     * @param perSecond messages a second, all pairs together */
    public record Settings(String prefix, String adminSecret, String tenant, int pairs, int perSecond) {}

    Load(List<String> nodes, ClientObserver observer, Settings settings, long seed) {
        this.nodes = nodes;
        this.observer = observer;
        this.settings = settings;
        this.random = new Random(seed);
        sender.setDaemon(true);
    }

    /** Logs everybody in and begins to send. */
    void start() {
        for (int i = 0; i < settings.pairs(); i++) {
            Account[] pair = freshPair();
            follow(pair[0], "a" + i, 1, i);
            follow(pair[1], "b" + i, 1, i + 1);
            follow(pair[1], "b" + i + "-web", 5, i);
        }
        if (!Pause.until(Duration.ofSeconds(30), () -> clients.stream().allMatch(FollowClient::connected))) {
            throw new IllegalStateException("Clients could not log in before the fault");
        }
        sender.start();
    }

    synchronized Account[] freshPair() {
        TestHttp http = new TestHttp(nodes.get(0));
        Account[] pair = new Account[2];
        for (int i = 0; i < 2; i++) {
            String name = settings.prefix() + "-u" + ++accounts;
            pair[i] = http.adminToken(settings.adminSecret(), settings.tenant(), name, 1);
        }
        pairs.add(pair);
        return pair;
    }

    /** Gives a user whose token ended a new one. */
    synchronized Account renew(Account user) {
        Account renewed =
                new TestHttp(nodes.get(0)).adminToken(settings.adminSecret(), settings.tenant(), user.name(), 1);
        pairs.forEach(pair -> Arrays.setAll(pair, i -> pair[i].uid() == user.uid() ? renewed : pair[i]));
        return renewed;
    }

    Settings settings() {
        return settings;
    }

    synchronized List<Account[]> pairs() {
        return List.copyOf(pairs);
    }

    List<FollowClient> clients() {
        return clients;
    }

    /** Many pipelined sends at once, over all clients. */
    void burst(int count) {
        for (int i = 0; i < count; i++) {
            send(clients.get(i % clients.size()), 1, false);
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

    private void follow(Account account, String name, int platform, int firstNode) {
        var device = new FollowClient.Device(platform, name, platform == 5, firstNode, Duration.ofSeconds(1));
        clients.add(new FollowClient(settings.prefix() + "-" + name, account, nodes, device, observer).start());
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
        FollowClient client = clients.get(random.nextInt(clients.size()));
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
            client.markRead(client.account().conversationWith(peerOf(client.account())));
        } else {
            client.cut();
        }
        return 1;
    }

    /** Changes one of the user's own newest messages, as this client has it. */
    private void change(FollowClient client, BiConsumer<String, SeenMessage> change) {
        Account user = client.account();
        String conversationId = user.conversationWith(peerOf(user));
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
        for (int i = 0; i < count; i++) {
            client.send(message(settings.prefix() + "-" + ++messages, peerOf(client.account())), http);
        }
        return count;
    }

    static ObjectNode message(String clientMsgId, long toUid) {
        ObjectNode data = Json.object()
                .put("to_uid", toUid)
                .put("client_msg_id", clientMsgId)
                .put("content_type", 101);
        data.putObject("content").put("text", "text of " + clientMsgId);
        return data;
    }

    private long peerOf(Account account) {
        for (Account[] pair : pairs()) {
            if (pair[0].uid() == account.uid()) {
                return pair[1].uid();
            }
            if (pair[1].uid() == account.uid()) {
                return pair[0].uid();
            }
        }
        throw new IllegalStateException("No such user: " + account.uid());
    }
}
