package dev.curlew.group;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.config.CurlewConfig;
import dev.curlew.protocol.Json;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPubSub;

/** Hears what is published on a channel. Blocks until it does. */
final class ChannelEar implements AutoCloseable {

    private final BlockingQueue<JsonNode> heard = new LinkedBlockingQueue<>();
    private final CountDownLatch listening = new CountDownLatch(1);
    private final JedisPubSub ear = new JedisPubSub() {
        @Override
        public void onMessage(String channel, String message) {
            heard.add(Json.read(message, JsonNode.class));
        }

        @Override
        public void onSubscribe(String channel, int count) {
            listening.countDown();
        }
    };
    private final Thread thread;

    ChannelEar(CurlewConfig config, String channel) {
        String[] at = config.redis().addr().split(":");
        thread = new Thread(() -> {
            try (Jedis redis = new Jedis(at[0], Integer.parseInt(at[1]))) {
                redis.subscribe(ear, channel);
            }
        });
        thread.setDaemon(true);
        thread.start();
        try {
            if (!listening.await(10, TimeUnit.SECONDS)) {
                throw new AssertionError("Not subscribed");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** The next record about a conversation; others are passed over. */
    JsonNode next(String conversation) {
        try {
            while (true) {
                JsonNode record = heard.poll(20, TimeUnit.SECONDS);
                if (record == null) {
                    throw new AssertionError("Nothing published about " + conversation);
                }
                if (record.path("conversation_id").asText().equals(conversation)) {
                    return record;
                }
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    boolean silent() {
        return heard.isEmpty();
    }

    @Override
    public void close() {
        ear.unsubscribe();
    }
}
