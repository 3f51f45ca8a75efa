package dev.curlew.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** What is sent to have one message go to everybody. */
interface Words {

    /** @param stamp what tells the message from others of its run, and when it was meant to leave, ns */
    byte[] of(String run, long stamp);

    /** A send to a group of the product, to several in turn, or for the bare server a word to say its text once more. */
    static Words of(JsonNode command) {
        if (!command.has("topic")) {
            byte[] once = Line.ascii("1");
            return (run, stamp) -> once;
        }
        String[] topics = command.path("topic").asText().split(",");
        String head = "{\"op\":\"send\",\"id\":\"s\",\"data\":{\"topic\":\"";
        String id = "\",\"client_msg_id\":\"";
        String reminders = command.path("reminders").asBoolean(true) ? "" : ",\"options\":{\"offline_push\":false}";
        String tail = "\",\"content_type\":101,\"content\":{\"text\":\""
                + "x".repeat(command.path("chars").asInt(100)) + "\"}" + reminders + "}}";
        AtomicInteger turn = new AtomicInteger();
        return (run, stamp) -> (head + topics[turn.getAndIncrement() % topics.length] + id + run + stamp + tail)
                .getBytes(StandardCharsets.UTF_8);
    }
}
