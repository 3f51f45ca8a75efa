package dev.curlew.chaos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.SocketEnded;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.dev.Pause;
import dev.curlew.protocol.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** A token is revoked and a user disabled while messages flow to and from them on every node, over sockets and HTTP. */
final class AccessEnded implements Fault {

    private static final Duration BEFORE = Duration.ofSeconds(1);
    private static final Duration AFTER = Duration.ofMillis(SessionChecks.REVOKED_WITHIN_MS + 2_000);

    @Override
    public int number() {
        return 16;
    }

    @Override
    public String name() {
        return "token revoked, user disabled";
    }

    @Override
    public void inject(Env env, Random random) {
        List<String> urls = env.stack().urls();
        for (int i = 0; i < (env.isLong() ? urls.size() : 1); i++) {
            end(env, new TestHttp(urls.get((i + random.nextInt(urls.size())) % urls.size())));
        }
    }

    private static void end(Env env, TestHttp http) {
        String secret = env.load().settings().adminSecret();
        Account[] loggedOut = env.freshPair();
        Account[] disabled = env.freshPair();
        try (Talk one = new Talk(env, loggedOut);
                Talk other = new Talk(env, disabled)) {
            one.start();
            other.start();
            env.pause(BEFORE);
            http.logout(loggedOut[0]);
            one.ended();
            http.setDisabled(secret, disabled[0], true);
            other.ended();
            env.pause(AFTER);
            one.comeBack();
            other.comeBack();
        }
        http.setDisabled(secret, disabled[0], false);
        restore(env, loggedOut[0]);
        restore(env, disabled[0]);
    }

    private static void restore(Env env, Account user) {
        env.journal().add(new Entry.Restored(user.uid()));
        env.load().renew(user);
    }

    /** Both talk to each other; the one whose right ends also pulls, everywhere. */
    private static final class Talk implements AutoCloseable {
        private static final long PERIOD_MS = 150;

        private final Env env;
        private final Account[] pair;
        private final String name;
        private final List<TestClient> sockets = new ArrayList<>();
        private final TestClient peer;
        private final Thread thread = new Thread(this::run, "talk");
        private volatile boolean stopped;
        private int messages;

        Talk(Env env, Account[] pair) {
            this.env = env;
            this.pair = pair;
            this.name = "ending-" + pair[0].uid();
            for (String url : env.stack().urls()) {
                TestClient socket = TestClient.connect(url, name, env.journal());
                sockets.add(socket);
                socket.login(pair[0].token(), 1, url, false);
            }
            peer = TestClient.connect(env.stack().urls().get(0), "peer", env.journal());
            peer.login(pair[1].token(), 1, "peer", false);
        }

        void start() {
            thread.start();
        }

        /** From here on nothing more may be told to the one whose right ended. */
        void ended() {
            env.journal().add(new Entry.Revoked(pair[0].uid(), name));
        }

        /** Tries to log in again; an answer of any kind is in the journal. */
        void comeBack() {
            for (String url : env.stack().urls()) {
                try (TestClient again = TestClient.connect(url, name, env.journal())) {
                    TestClient.await(again.loginAsync(pair[0].token(), 1, name, false), TestClient.PATIENCE);
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
                peer.request("send", next(pair[0]));
                for (TestClient socket : sockets) {
                    socket.request("send", next(pair[1]));
                    socket.request("pull", newest());
                }
                for (String url : env.stack().urls()) {
                    TestHttp node = new TestHttp(url, env.journal());
                    http.add(node.send(pair[0], next(pair[1])));
                    http.add(node.newest(pair[0], pair[0].conversationWith(pair[1].uid()), 5));
                }
                Pause.millis(PERIOD_MS);
            }
            // What was asked before the end is answered before it is judged.
            http.forEach(call -> call.handle((reply, failure) -> reply).join());
        }

        private ObjectNode next(Account to) {
            return Load.message("talk-" + pair[0].uid() + "-" + ++messages, to.uid());
        }

        private ObjectNode newest() {
            return Json.object()
                    .put("conversation_id", pair[0].conversationWith(pair[1].uid()))
                    .put("limit", 5);
        }
    }
}
