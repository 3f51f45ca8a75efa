package dev.curlew.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.ClientObserver;
import dev.curlew.client.FollowClient;
import dev.curlew.client.TestClient;
import dev.curlew.dev.NodeProcess;
import dev.curlew.dev.Pause;
import dev.curlew.protocol.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Some of a group's members stop reading, while the group goes on and another one, of theirs alone, says more than their sockets can hold. The
 * others have what is said as soon as before; the slow ones are told to pull, or closed, and have everything once they are back.
 */
final class SlowReaders implements Fault {

    private static final int PROBES = 4;
    private static final int COMPARED = 5;
    private static final int PADDING = 50_000;

    /** So many of those are more than a connection holds that nobody reads: some 6 MB between two processes. */
    private static final int STUFFING = 250;

    /** All at once would be left out by a node whose peer reads, too. */
    private static final Duration STUFFING_PERIOD = Duration.ofMillis(30);

    private static final long HEARTBEAT_MS = 1_500;
    private static final Duration TOLD_WITHIN = Duration.ofSeconds(15);

    /** @param messages said before, and as many while some do not read */
    private record Size(int members, int slow, int messages, long periodMs) {}

    private static final Size SMALL = new Size(60, 6, 100, 100);
    private static final Size LARGE = new Size(5_000, 50, 100, 500);

    @Override
    public int number() {
        return 11;
    }

    @Override
    public String name() {
        return "members stop reading";
    }

    @Override
    public void inject(Env env, Random random) {
        Size size = env.isLong() ? LARGE : SMALL;
        Load load = env.load();
        List<Account> members = new ArrayList<>();
        for (int i = 0; i < size.members(); i++) {
            members.add(load.backend().user());
        }
        List<Account> slow = members.subList(size.members() - size.slow(), size.members());
        List<Account> crowd = members.subList(PROBES + 1, size.members() - size.slow());
        Talk group = load.backend().group(members, members.size());
        load.compare(Talk.of(
                group.topic(),
                Stream.concat(members.stream().limit(PROBES + 1), slow.stream().limit(COMPARED))
                        .toList()));
        List<Account> stuffed = new ArrayList<>(List.of(members.get(0)));
        stuffed.addAll(slow);
        Talk stuffing = load.backend().group(stuffed, stuffed.size());
        load.compare(Talk.of(stuffing.topic(), stuffed.subList(0, 1 + COMPARED)));
        FollowClient speaker = load.follow(members.get(0), "speaker", 1, 0);
        for (int i = 1; i <= PROBES; i++) {
            load.follow(members.get(i), "probe" + i, 1, i);
        }
        List<Long> pids = env.stack().nodes().stream().map(NodeProcess::pid).toList();
        try (Crowd readers = new Crowd(env, crowd, true)) {
            long before = said(env, size, group, speaker);
            long during;
            try (Crowd stuck = new Crowd(env, slow, false)) {
                stuck.sockets.forEach(TestClient::stopReading);
                stuff(env, stuffing, speaker);
                during = said(env, size, group, speaker);
                stuck.sockets.forEach(TestClient::readOn);
                Pause.until(TOLD_WITHIN, () -> stuck.sockets.stream().allMatch(one -> told(one, group)));
                stuck.sockets.forEach(one -> env.journal().add(new Entry.Slow(had(one), told(one, group))));
            }
            env.journal().add(new Entry.Latency("the others in " + group.conversationId(), before, during));
            readers.stillThere();
        }
        if (!pids.equals(env.stack().nodes().stream().map(NodeProcess::pid).toList())
                || !env.stack().nodes().stream().allMatch(NodeProcess::isRunning)) {
            env.journal().add(new Entry.Stuck("a node ended"));
        }
        for (int i = 0; i < Math.min(COMPARED, slow.size()); i++) {
            load.follow(slow.get(i), "back" + i, 1, i);
        }
    }

    private static void stuff(Env env, Talk group, FollowClient speaker) {
        for (int i = 0; i < STUFFING; i++) {
            String id = "stuffing-" + group.topic() + "-" + i;
            ObjectNode message = group.message(id, speaker.account());
            message.putObject("content").put("text", "text of " + id + " " + "x".repeat(PADDING));
            speaker.send(message, false);
            env.pause(STUFFING_PERIOD);
        }
        Pause.until(Duration.ofSeconds(30), () -> speaker.unsettled() == 0);
        env.pause(Duration.ofSeconds(1));
    }

    /** Says it all. @return within how many ms 99 of 100 had it live */
    private static long said(Env env, Size size, Talk group, FollowClient speaker) {
        int from = env.journal().size();
        for (int i = 0; i < size.messages(); i++) {
            String id = "slow-" + group.topic() + "-" + from + "-" + i;
            speaker.send(group.message(id, speaker.account()), false);
            env.pause(Duration.ofMillis(size.periodMs()));
        }
        Pause.until(Duration.ofSeconds(20), () -> speaker.unsettled() == 0);
        env.pause(Duration.ofSeconds(2));
        return worst(env.journal().lines().subList(from, env.journal().size()), group);
    }

    private static long worst(List<Journal.Line> lines, Talk group) {
        Map<String, Long> sent = new HashMap<>();
        List<Long> took = new ArrayList<>();
        for (Journal.Line line : lines) {
            if (line.entry() instanceof Entry.Request request && request.op().equals("send")) {
                sent.putIfAbsent(request.data().path("client_msg_id").asText(), line.millis());
            } else if (line.entry() instanceof Entry.Event event
                    && event.name().equals("message")
                    && event.data().path("conversation_id").asText().equals(group.conversationId())) {
                Long since = sent.get(event.data().path("client_msg_id").asText());
                if (since != null) {
                    took.add(line.millis() - since);
                }
            }
        }
        took.sort(null);
        return took.isEmpty() ? Long.MAX_VALUE / 2 : took.get(took.size() * 99 / 100);
    }

    private static String had(TestClient slow) {
        Map<String, Long> names = slow.events().stream()
                .collect(Collectors.groupingBy(event -> event.path("event").asText(), Collectors.counting()));
        return slow.session() + ", closed with " + slow.closed().getNow(null) + ", had " + names;
    }

    private static boolean told(TestClient slow, Talk group) {
        return slow.closed().getNow(0) == Crowd.TOO_SLOW
                || slow.events().stream().anyMatch(event -> hint(event, group));
    }

    private static boolean hint(JsonNode event, Talk group) {
        return event.path("event").asText().equals("sync")
                && event.path("data").toString().contains(group.conversationId());
    }

    /** Sockets that only listen, spread over all nodes, and give signs of life that cost nothing. */
    private static final class Crowd implements AutoCloseable {
        private static final int TOO_SLOW = 4430;

        private final Env env;
        private final boolean forgets;
        private final List<TestClient> sockets = new CopyOnWriteArrayList<>();
        private final Thread thread = new Thread(this::live, "crowd");
        private volatile boolean stopped;

        /** @param forgets whether what they are told is nothing to anybody */
        Crowd(Env env, List<Account> members, boolean forgets) {
            this.env = env;
            this.forgets = forgets;
            List<String> urls = env.stack().urls();
            for (int i = 0; i < members.size(); i++) {
                TestClient socket = TestClient.connect(urls.get(i % urls.size()), "crowd", ClientObserver.NONE);
                socket.login(members.get(i).token(), 1, null, false);
                sockets.add(socket);
                if (i == 0) {
                    thread.start();
                }
            }
        }

        void stillThere() {
            long gone = sockets.stream().filter(one -> one.closed().isDone()).count();
            if (gone > 0) {
                env.journal().add(new Entry.Stuck(gone + " of those who read lost their sockets"));
            }
        }

        /** An operation there is none of is answered without any store. */
        private void live() {
            while (!stopped) {
                sockets.forEach(socket -> {
                    if (forgets) {
                        socket.events().clear();
                    }
                    socket.request("alive", Json.object());
                });
                Pause.millis(HEARTBEAT_MS);
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
        }
    }
}
