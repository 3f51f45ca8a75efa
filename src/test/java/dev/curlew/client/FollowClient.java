package dev.curlew.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.Json;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A small correct client, one thread. It follows its conversations by events, hints and ping replies, pulls what is missing, asks for the
 * changes it missed, reconnects to any of several nodes with back-off, and sends again under the same id what was not settled.
 */
public final class FollowClient implements AutoCloseable {

    private final String name;
    private final Account account;
    private final NodeChoice nodes;
    private final Device device;
    private final ClientObserver observer;
    private final Timelines timelines = new Timelines();
    private final Outbox outbox = new Outbox();
    private final OwnChanges changes = new OwnChanges();
    private final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
    private final CatchUp catchUp = new CatchUp(timelines, inbox::add, this::inUse);
    private final Thread thread;
    private volatile boolean stopped;
    private volatile TestClient socket;
    private long nextPing;
    private long pingSent;
    private boolean pinging;

    public FollowClient(String name, Account account, List<String> nodes, Device device, ClientObserver observer) {
        this.name = name;
        this.account = account;
        this.nodes = new NodeChoice(nodes, device.firstNode());
        this.device = device;
        this.observer = observer;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    public FollowClient start() {
        thread.start();
        return this;
    }

    public String name() {
        return name;
    }

    public Account account() {
        return account;
    }

    /** Takes a send ({@code to_uid}, {@code client_msg_id}, …); it is repeated until it is settled. */
    public synchronized void send(ObjectNode data, boolean http) {
        outbox.add(data, http);
        inbox.add(() -> {});
    }

    /** Takes a {@code revoke} or {@code edit}; it is repeated as it is until it has a final answer, or for long enough. */
    public synchronized void change(String op, ObjectNode data) {
        changes.add(op, data, now());
        inbox.add(() -> {});
    }

    /** Marks a conversation read as far as this client has it; lost with the connection, as a real client's would be. */
    public synchronized void markRead(String conversationId) {
        TestClient current = socket;
        long cursor = timelines.of(conversationId).cursor();
        if (current != null && cursor > 0) {
            current.request(
                    "read", Json.object().put("conversation_id", conversationId).put("read_seq", cursor));
        }
    }

    /** Sends, revokes and edits without a final answer. */
    public synchronized int unsettled() {
        return outbox.size() + changes.size();
    }

    /** True when nothing it has heard of is missing. */
    public synchronized boolean complete() {
        return !device.follows() || timelines.complete();
    }

    public synchronized long cursor(String conversationId) {
        return timelines.of(conversationId).cursor();
    }

    /** The number up to which this client knows of all changes of a conversation. */
    public synchronized long version(String conversationId) {
        return timelines.of(conversationId).version();
    }

    public synchronized List<SeenMessage> messages(String conversationId) {
        return timelines.of(conversationId).messages();
    }

    public boolean connected() {
        return socket != null;
    }

    /** Ends the current connection as a network would. */
    public void cut() {
        TestClient current = socket;
        if (current != null) {
            current.cut();
        }
    }

    @Override
    public void close() {
        stopped = true;
        thread.interrupt();
        try {
            thread.join(5_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        TestClient current = socket;
        if (current != null) {
            current.close();
        }
    }

    private void run() {
        while (!stopped) {
            try {
                if (socket == null && !connect()) {
                    continue;
                }
                Runnable next = inbox.poll(20, TimeUnit.MILLISECONDS);
                synchronized (this) {
                    while (next != null) {
                        next.run();
                        next = inbox.poll();
                    }
                    work(now());
                }
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private boolean inUse(TestClient one) {
        return one == socket;
    }

    private boolean connect() throws InterruptedException {
        TestClient fresh = null;
        try {
            fresh = TestClient.connect(nodes.url(), name, observer);
            TestClient opened = fresh;
            opened.onEvent(event -> inbox.add(() -> event(event)));
            opened.login(login());
            JsonNode baseline = device.follows() ? opened.call("seqs", Json.object()) : Json.object();
            opened.closed().thenAccept(code -> inbox.add(() -> lost(opened, code)));
            synchronized (this) {
                timelines.hints(baseline);
                socket = opened;
                pinging = false;
                nodes.connected();
            }
            return true;
        } catch (RuntimeException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (fresh != null) {
                fresh.close();
            }
            if (fresh != null && ReplyCodes.stayAway(fresh.closed().getNow(0))) {
                stopped = true;
            }
            TimeUnit.MILLISECONDS.sleep(nodes.failed());
            return false;
        }
    }

    private ObjectNode login() {
        ObjectNode data = TestClient.loginData(account.token(), device.platform(), device.deviceId(), device.batch());
        return device.follows() ? data : data.put("auto_attach", false);
    }

    private void lost(TestClient ended, int code) {
        if (socket == ended) {
            socket = null;
            nodes.lost();
            outbox.socketLost();
            changes.socketLost();
            timelines.socketLost();
            stopped |= ReplyCodes.stayAway(code);
        }
    }

    private void work(long now) {
        TestClient current = socket;
        if (current == null) {
            return;
        }
        long oldest = Math.min(outbox.oldestSent(now), changes.oldestSent(now));
        long silentSince = Math.min(oldest, pinging ? pingSent : now);
        if (now - silentSince > TestClient.PATIENCE.toMillis()) {
            current.cut();
            return;
        }
        if (device.follows()) {
            catchUp.work(current, now);
        }
        outbox.due(now).forEach(one -> transmit(current, one));
        changes.due(now).forEach(one -> transmit(current, one));
        if (now >= nextPing && !pinging) {
            ping(current, now);
        }
    }

    private void ping(TestClient current, long now) {
        pinging = true;
        pingSent = now;
        nextPing = now + device.ping().toMillis();
        current.request("ping", Json.object())
                .whenComplete((reply, failure) -> inbox.add(() -> {
                    if (current == socket) {
                        pinging = false;
                    }
                    if (reply != null) {
                        timelines.hints(reply.path("data"));
                    }
                }));
    }

    private void transmit(TestClient current, OwnChanges.Pending one) {
        current.request(one.op, one.data)
                .whenComplete((reply, failure) -> inbox.add(() -> {
                    SeenChange made = reply == null ? null : changes.answered(one, reply, now());
                    if (made != null) {
                        timelines.of(made.conversationId()).add(made);
                    }
                }));
    }

    private void transmit(TestClient current, Outbox.Pending one) {
        var reply = one.http
                ? new TestHttp(nodes.url(), observer).send(account, one.data)
                : current.request("send", one.data);
        reply.whenComplete((json, failure) -> inbox.add(() -> answered(one, json)));
    }

    private void answered(Outbox.Pending one, JsonNode reply) {
        if (reply == null) {
            if (one.http) {
                outbox.again(one, now());
            }
            return;
        }
        JsonNode data = reply.path("data");
        int code = reply.path("code").asInt(-1);
        if (code == 0 && data.path("seq").asLong() > 0) {
            outbox.done(one.id());
            ObjectNode message = one.data.deepCopy();
            message.setAll((ObjectNode) data);
            message.put("send_uid", account.uid()).put("status", SeenMessage.STORED);
            timelines.of(data.path("conversation_id").asText()).add(SeenMessage.of(message));
        } else if (code == 0) {
            outbox.queued(one, now());
        } else if (ReplyCodes.tryAgain(code)) {
            outbox.again(one, now());
        } else {
            outbox.done(one.id());
        }
    }

    private void event(JsonNode event) {
        JsonNode data = event.path("data");
        String name = event.path("event").asText();
        switch (name) {
            case "message" -> {
                SeenMessage message = SeenMessage.of(data);
                timelines.of(message.conversationId()).add(message);
                if (message.sendUid() == account.uid()) {
                    outbox.done(message.clientMsgId());
                }
            }
            case SeenChange.REVOKED, SeenChange.EDITED -> {
                SeenChange change = SeenChange.of(data.path("conversation_id").asText(), name, data);
                timelines.of(change.conversationId()).add(change);
            }
            case "sync" -> timelines.hints(data);
            case "send_rejected" -> outbox.done(data.path("client_msg_id").asText());
            default -> {
                // Receipts, typing and the like change nothing here.
            }
        }
    }

    private static long now() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }
}
