package dev.curlew.chaos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.SocketEnded;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.dev.Pause;
import dev.curlew.protocol.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Two members of a conversation talk; the second, whose right is about to end, also pulls, everywhere. */
final class Scene implements AutoCloseable {

    private static final long PERIOD_MS = 150;

    private final Env env;
    private final Talk talk;
    private final Account subject;
    private final Account other;
    private final String name;
    private final List<TestClient> sockets = new ArrayList<>();
    private final TestClient peer;
    private final Thread thread = new Thread(this::run, "scene");
    private volatile boolean stopped;
    private int messages;

    Scene(Env env, Talk talk) {
        this.env = env;
        this.talk = talk;
        this.other = talk.members().get(0);
        this.subject = talk.members().get(1);
        this.name = "ending-" + subject.uid();
        for (String url : env.stack().urls()) {
            TestClient socket = TestClient.connect(url, name, env.journal());
            sockets.add(socket);
            socket.login(subject.token(), 1, url, false);
        }
        peer = TestClient.connect(env.stack().urls().get(0), "peer", env.journal());
        peer.login(other.token(), 1, "peer", false);
    }

    void start() {
        thread.start();
    }

    /** From here on nothing more may be told to the one whose login ended. */
    void loginEnded() {
        env.journal().add(new Entry.Revoked(subject.uid(), name));
    }

    /** Tries to log in again; an answer of any kind is in the journal. */
    void comeBack() {
        for (String url : env.stack().urls()) {
            try (TestClient again = TestClient.connect(url, name, env.journal())) {
                TestClient.await(again.loginAsync(subject.token(), 1, name, false), TestClient.PATIENCE);
            } catch (IllegalStateException | SocketEnded refused) {
                // As it should be.
            }
        }
    }

    @Override
    public void close() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        sockets.forEach(TestClient::close);
        peer.close();
    }

    private void run() {
        List<CompletableFuture<?>> http = new ArrayList<>();
        while (!stopped) {
            peer.request("send", next(other));
            for (TestClient socket : sockets) {
                socket.request("send", next(subject));
                socket.request("pull", newest());
            }
            for (String url : env.stack().urls()) {
                TestHttp node = new TestHttp(url, env.journal());
                http.add(node.send(subject, next(subject)));
                http.add(node.newest(subject, talk.conversationId(), 5));
            }
            Pause.millis(PERIOD_MS);
        }
        // What was asked before the end is answered before it is judged.
        http.forEach(call -> call.handle((reply, failure) -> reply).join());
    }

    private ObjectNode next(Account from) {
        return talk.message("scene-" + talk.conversationId() + "-" + ++messages, from);
    }

    private ObjectNode newest() {
        return Json.object().put("conversation_id", talk.conversationId()).put("limit", 5);
    }
}
