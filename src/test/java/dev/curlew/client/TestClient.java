package dev.curlew.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.Json;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.ClientWebSocket;
import io.vertx.core.http.WebSocketClient;
import io.vertx.core.http.WebSocketClientOptions;
import io.vertx.core.http.WebSocketConnectOptions;
import io.vertx.core.internal.http.WebSocketInternal;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * One socket of the wire contract, seen from outside. Requests may be pipelined from any thread and leave in the order of
 * the calls; each gets the future of its reply. Events go to {@link #onEvent} listeners or else into {@link #events()}.
 */
public final class TestClient implements AutoCloseable {

    /** Longest wait of the blocking calls. The contract promises an answer or a closed socket within 15 s. */
    public static final Duration PATIENCE = Duration.ofSeconds(16);

    /** Close code reported when the connection ended without one. */
    public static final int NO_CODE = 1006;

    /** Close code reported when this client ended the connection itself. */
    public static final int OWN_END = 0;

    private static final AtomicLong SESSIONS = new AtomicLong();

    private final String session;
    private final ClientObserver observer;
    private final ClientWebSocket socket = Shared.CLIENT.webSocket();
    private final AtomicLong nextId = new AtomicLong();
    private final Map<String, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final BlockingQueue<JsonNode> events = new LinkedBlockingQueue<>();
    private final BlockingQueue<JsonNode> unmatched = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private volatile Consumer<JsonNode> listener = events::add;
    private volatile long uid;
    private volatile long timer = -1;
    private volatile boolean leaving;

    private TestClient(String name, ClientObserver observer) {
        this.session = name + "/" + SESSIONS.incrementAndGet();
        this.observer = observer;
    }

    /** Opens a socket on a node, waiting at most 10 s. @param baseUrl for example {@code http://127.0.0.1:8080} */
    public static TestClient connect(String baseUrl) {
        return connect(baseUrl, "client", ClientObserver.NONE);
    }

    public static TestClient connect(String baseUrl, String name, ClientObserver observer) {
        return await(open(baseUrl, name, observer), Duration.ofSeconds(10));
    }

    public static CompletableFuture<TestClient> open(String baseUrl, String name, ClientObserver observer) {
        TestClient client = new TestClient(name, observer);
        URI uri = URI.create(baseUrl);
        WebSocketConnectOptions options = new WebSocketConnectOptions()
                .setHost(uri.getHost())
                .setPort(uri.getPort())
                .setURI("/ws")
                .setTimeout(8000);
        client.socket.textMessageHandler(client::receive);
        client.socket.closeHandler(ignored -> client.ended());
        client.socket.exceptionHandler(ignored -> {});
        return client.socket
                .connect(options)
                .map(ws -> {
                    observer.connected(client.session, baseUrl);
                    return client;
                })
                .toCompletionStage()
                .toCompletableFuture();
    }

    /** Logs in and returns the reply's data. @throws ReplyException when refused */
    public JsonNode login(String token, int platform, String deviceId, boolean batch) {
        return login(loginData(token, platform, deviceId, batch));
    }

    JsonNode login(ObjectNode data) {
        return data(await(request("login", data), PATIENCE));
    }

    public CompletableFuture<JsonNode> loginAsync(String token, int platform, String deviceId, boolean batch) {
        return request("login", loginData(token, platform, deviceId, batch));
    }

    /** What a login says. @param deviceId or null */
    static ObjectNode loginData(String token, int platform, String deviceId, boolean batch) {
        ObjectNode data = Json.object().put("token", token).put("platform", platform);
        if (deviceId != null) {
            data.put("device_id", deviceId);
        }
        if (batch) {
            data.put("batch", true);
        }
        return data;
    }

    /** Sends a request and waits for its data. @throws ReplyException for an error reply */
    public JsonNode call(String op, JsonNode data) {
        return data(await(request(op, data), PATIENCE));
    }

    /** Sends a request; the future fails with {@link SocketEnded} when the socket ends before the reply. */
    public CompletableFuture<JsonNode> request(String op, JsonNode data) {
        CompletableFuture<JsonNode> reply = new CompletableFuture<>();
        synchronized (this) {
            if (closed.isDone()) {
                reply.completeExceptionally(new SocketEnded(closed.join()));
                return reply;
            }
            String id = Long.toString(nextId.incrementAndGet());
            waiting.put(id, reply);
            observer.request(session, uid, id, op, op.equals("login") ? Json.object() : data);
            write(Json.text(Json.object().put("op", op).put("id", id).set("data", data)));
        }
        return reply;
    }

    /** Writes text as it is. */
    public void write(String text) {
        socket.writeTextMessage(text);
    }

    public TestClient onEvent(Consumer<JsonNode> eventListener) {
        listener = eventListener;
        events.forEach(eventListener);
        return this;
    }

    /** Events that came while no listener was set: {@code {event,data}}. */
    public BlockingQueue<JsonNode> events() {
        return events;
    }

    /** Replies that belong to no request of this client (id null, or answered twice). */
    public BlockingQueue<JsonNode> unmatched() {
        return unmatched;
    }

    /** Takes events until one of that name comes, and returns its data; null when none came in time. */
    public JsonNode awaitEvent(String name, Duration time) {
        long end = System.nanoTime() + time.toNanos();
        try {
            while (true) {
                JsonNode event = events.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (event == null || event.path("event").asText().equals(name)) {
                    return event == null ? null : event.path("data");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** Takes nothing from the connection any more, so that it fills up. */
    public void stopReading() {
        socket.pause();
    }

    public void readOn() {
        socket.resume();
    }

    /** Keeps the session alive by a {@code ping} every so often until the socket ends. */
    public TestClient autoPing(Duration period) {
        timer = Shared.VERTX.setPeriodic(period.toMillis(), ignored -> request("ping", Json.object()));
        return this;
    }

    public String session() {
        return session;
    }

    /** Completes with the close code; {@link #NO_CODE} when the connection just ended, {@link #OWN_END} after close or cut. */
    public CompletableFuture<Integer> closed() {
        return closed;
    }

    /** Closes with a close frame. */
    @Override
    public void close() {
        leaving = true;
        socket.close();
    }

    /** Ends the TCP connection after what was written so far, without a close frame: answers on the way are lost. */
    public void cut() {
        leaving = true;
        ((WebSocketInternal) socket).channelHandlerContext().channel().close();
    }

    private void receive(String frame) {
        for (String line : frame.split("\n")) {
            JsonNode json = Json.read(line, JsonNode.class);
            if (json.has("event")) {
                String name = json.path("event").asText();
                observer.event(session, uid, name, json.path("data"));
                listener.accept(json);
            } else {
                answer(json);
            }
        }
    }

    private void answer(JsonNode reply) {
        String id = reply.path("id").asText(null);
        if (reply.path("op").asText().equals("login") && reply.path("code").asInt(-1) == 0) {
            uid = reply.path("data").path("uid").asLong();
            observer.opened(session, uid, reply.path("data").path("node_id").asText());
        }
        observer.reply(session, id, reply);
        CompletableFuture<JsonNode> future = id == null ? null : waiting.remove(id);
        if (future == null) {
            unmatched.add(reply);
        } else {
            future.complete(reply);
        }
    }

    private synchronized void ended() {
        if (closed.complete(closeCode())) {
            Shared.VERTX.cancelTimer(timer);
            observer.closed(session, closed.join());
            SocketEnded ended = new SocketEnded(closed.join());
            waiting.values().forEach(future -> future.completeExceptionally(ended));
            waiting.clear();
        }
    }

    private int closeCode() {
        if (leaving) {
            return OWN_END;
        }
        try {
            Short code = socket.closeStatusCode();
            return code == null ? NO_CODE : code;
        } catch (NullPointerException noneCame) {
            // Vert.x unboxes a code that is not there when the connection was lost.
            return NO_CODE;
        }
    }

    private static JsonNode data(JsonNode reply) {
        if (reply.path("code").asInt(-1) != 0) {
            throw new ReplyException(reply);
        }
        return reply.path("data");
    }

    /** Waits for a reply; a closed socket, a timeout and an interrupt all come out as unchecked exceptions. */
    public static <T> T await(CompletableFuture<T> future, Duration time) {
        try {
            return future.get(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof SocketEnded ended ? ended : new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException("No answer within " + time, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** One event loop group for all clients of this JVM; its threads do not keep the JVM alive. */
    private static final class Shared {
        static final Vertx VERTX =
                Vertx.vertx(new VertxOptions().setUseDaemonThread(true).setEventLoopPoolSize(2));
        static final WebSocketClient CLIENT = VERTX.createWebSocketClient(new WebSocketClientOptions()
                .setMaxConnections(100_000)
                .setMaxFrameSize(4 << 20)
                .setMaxMessageSize(4 << 20)
                .setTcpNoDelay(true));
    }
}
