package dev.curlew.chaos;

import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.dev.Pause;
import dev.curlew.protocol.Json;
import java.time.Duration;
import java.util.List;

/** Requests that need nothing of what is broken, on every node all the time, and how long each takes. */
final class Bystanders implements AutoCloseable {

    private static final long PERIOD_MS = 100;

    private final Journal journal;
    private final List<Thread> threads;
    private volatile boolean stopped;

    Bystanders(Env env) {
        this.journal = env.journal();
        String token = env.load().pairs().get(0)[0].token();
        this.threads = env.stack().urls().stream()
                .map(url -> new Thread(() -> ask(url, token, env.load().settings()), "bystander"))
                .toList();
    }

    void start() {
        threads.forEach(Thread::start);
    }

    @Override
    public void close() {
        stopped = true;
        threads.forEach(thread -> {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void ask(String url, String token, Load.Settings settings) {
        TestHttp http = new TestHttp(url);
        try (TestClient client = TestClient.connect(url, "bystander", journal)) {
            client.login(token, 1, url, false);
            while (!stopped) {
                timed(
                        "refresh on " + url,
                        () -> client.call("refresh", Json.object().put("token", token)));
                timed(
                        "tenant over " + url,
                        () -> http.get("/v1/admin/tenants/" + settings.tenant(), settings.adminSecret())
                                .ok());
                Pause.millis(PERIOD_MS);
            }
        } catch (RuntimeException e) {
            journal.add(new Entry.Stuck("a bystander was not served: " + e));
        }
    }

    private void timed(String what, Runnable request) {
        long start = System.nanoTime();
        request.run();
        journal.add(new Entry.Bystander(
                what, Duration.ofNanos(System.nanoTime() - start).toMillis()));
    }
}
