package dev.curlew.store.redis;

import dev.curlew.config.RedisConfig;
import dev.curlew.domain.Message;
import dev.curlew.protocol.Json;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * Copies of groups' messages of the last day that nothing has happened to, and of numbers that no message will have
 * . A message that was changed leaves a mark that no copy gets past. A group's copies take a bounded room: the oldest go first.
 */
public final class HotMessages {

    private static final Script KEEP = Script.load("hot_keep");
    private static final Script MARK = Script.load("hot_mark");
    private static final String CHANGED = "changed";
    private static final String HOLE = "hole";
    /** Longer than any copy can be on its way. */
    private static final String MARK_LIFE_S = "3600";
    /** What Redis needs for a copy beside its text: names, entries, lives. */
    private static final long BESIDE = 300;

    private final RedisCommands redis;
    private final RedisKeys keys;
    private final RedisConfig config;

    public HotMessages(RedisCommands redis, RedisKeys keys, RedisConfig config) {
        this.redis = redis;
        this.keys = keys;
        this.config = config;
    }

    /** What Redis has of a range. @param holes numbers that no message will have */
    public record Found(Map<Long, Message> messages, Set<Long> holes) {

        public static Found nothing() {
            return new Found(Map.of(), Set.of());
        }

        public boolean isEmpty() {
            return messages.isEmpty() && holes.isEmpty();
        }
    }

    /** What is to be kept of one group. */
    public record Kept(String topic, Collection<Message> messages, Collection<Long> holes) {}

    /**
     * The process whose memory is meant by what is read now. What was read from a store before may be kept in the same process only: another
     * one does not have the marks that stood in between (rule 14).
     */
    public String generation() {
        return redis.runId();
    }

    /** What is there of a range, in one command. */
    public Future<Found> range(String tenant, String topic, long from, long to) {
        String prefix = keys.hotMessages(tenant, topic);
        Request get = Request.cmd(Command.MGET);
        LongStream.rangeClosed(from, to).forEach(seq -> get.arg(prefix + seq));
        return redis.send(get).map(answers -> {
            Found found = new Found(new HashMap<>(), new HashSet<>());
            for (int i = 0; i < answers.size(); i++) {
                String text = answers.get(i) == null ? "" : answers.get(i).toString();
                if (text.startsWith("{")) {
                    found.messages().put(from + i, Json.read(text, Message.class));
                } else if (text.equals(HOLE)) {
                    found.holes().add(from + i);
                }
            }
            return found;
        });
    }

    /**
     * Keeps copies of stored messages as they were sent, one script call a group, one pipeline for all.
     *
     * @param generation from before they were read or stored
     * @return the bytes that the copies of each of these groups take now
     */
    public Future<Map<String, Long>> keep(String tenant, Collection<Kept> groups, String generation) {
        List<String> topics = new ArrayList<>();
        List<Request> calls = new ArrayList<>();
        long now = System.currentTimeMillis();
        for (Kept kept : groups) {
            Copies copies = new Copies(tenant, kept.topic(), config.hotGroupBytes());
            kept.messages().forEach(message -> copies.add(message, now));
            kept.holes().forEach(copies::addHole);
            if (copies.any()) {
                topics.add(kept.topic());
                calls.add(copies.call());
            }
        }
        return calls.isEmpty() || generation == null || !generation.equals(redis.runId())
                ? Future.succeededFuture(Map.of())
                : sizes(topics, calls);
    }

    /** Lets the oldest copies of groups go. @param most bytes each is left with; answers what they take then */
    public Future<Map<String, Long>> shrink(String tenant, Map<String, Long> most) {
        List<String> topics = List.copyOf(most.keySet());
        return sizes(
                topics,
                topics.stream()
                        .map(topic -> new Copies(tenant, topic, most.get(topic)).call())
                        .toList());
    }

    /** Before messages are changed: their copies go, and none from before comes after. */
    public Future<Void> mark(String tenant, String topic, Collection<Long> seqs) {
        String prefix = keys.hotMessages(tenant, topic);
        List<String> names = new ArrayList<>(keys.hotIndex(tenant, topic));
        List<String> values = new ArrayList<>(List.of(CHANGED, MARK_LIFE_S));
        for (long seq : seqs) {
            names.add(prefix + seq);
            values.add(Long.toString(seq));
        }
        return redis.send(redis.script(MARK, names, values)).mapEmpty();
    }

    private Future<Map<String, Long>> sizes(List<String> topics, List<Request> calls) {
        return redis.batch(calls).map(answers -> {
            Map<String, Long> sizes = new HashMap<>();
            for (int i = 0; i < topics.size(); i++) {
                sizes.put(topics.get(i), answers.get(i).toLong());
            }
            return sizes;
        });
    }

    /** The call that keeps copies of one group. */
    private final class Copies {

        private final String prefix;
        private final List<String> names;
        private final List<String> values;

        Copies(String tenant, String topic, long most) {
            prefix = keys.hotMessages(tenant, topic);
            names = new ArrayList<>(keys.hotIndex(tenant, topic));
            values = new ArrayList<>(List.of(Long.toString(most), Long.toString(Lives.MESSAGE_S), prefix));
        }

        /** A copy ends when its message is a day old, whenever it was made. */
        void add(Message message, long now) {
            long life = Math.min(Lives.MESSAGE_S, Lives.MESSAGE_S - (now - message.sendTime()) / 1000);
            if (life <= 0 || message.content().length() > config.hotCopyBytes() || HotContent.isInline(message)) {
                return;
            }
            String text = Json.text(message);
            long bytes = text.getBytes(StandardCharsets.UTF_8).length;
            if (bytes <= config.hotCopyBytes()) {
                add(message.seq(), life, bytes, text);
            }
        }

        void addHole(long seq) {
            add(seq, Lives.MESSAGE_S, HOLE.length(), HOLE);
        }

        private void add(long seq, long life, long bytes, String text) {
            names.add(prefix + seq);
            values.addAll(List.of(Long.toString(seq), Long.toString(life), Long.toString(bytes + BESIDE), text));
        }

        boolean any() {
            return names.size() > 2;
        }

        Request call() {
            return redis.script(KEEP, names, values);
        }
    }
}
