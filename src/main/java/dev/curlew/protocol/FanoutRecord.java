package dev.curlew.protocol;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.DeliveryBatch.GroupDelivery;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * An event of a group as it goes over the Pub/Sub channel: one JSON object with tenant, topic, seq and origin, and last the event itself, as
 * the text that clients get. Who reads it takes those bytes as they are; only what stands before them is parsed.
 *
 * @param origin the node that sent it, and has delivered it to its own sockets
 */
public record FanoutRecord(String origin, GroupDelivery delivery) {

    private static final String FRAME = "frame";
    private static final JsonFactory JSON = new JsonFactory();

    public byte[] encode() {
        ByteArrayOutputStream out = new ByteArrayOutputStream(256 + delivery.frame().length);
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.writeStartObject();
            json.writeStringField("tenant", delivery.tenant());
            json.writeStringField("topic", new GroupId(delivery.groupId()).topic());
            json.writeStringField("conversation_id", delivery.conversationId());
            json.writeNumberField("seq", delivery.seq());
            json.writeStringField("origin", origin);
            Cause cause = delivery.cause();
            json.writeNumberField("cause_uid", cause.uid());
            if (cause.sessionId() != null) {
                json.writeStringField("cause_session", cause.sessionId());
            }
            if (delivery.line() != null) {
                json.writeStringField("line", delivery.line().name());
                json.writeNumberField("line_number", delivery.line().number());
            }
            numbers(json, "silent", delivery.silent());
            numbers(json, "also", delivery.also());
            if (delivery.ends()) {
                json.writeBooleanField("ends", true);
            }
            json.writeFieldName(FRAME);
            json.writeRawValue("");
            json.flush();
            out.write(delivery.frame());
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static void numbers(JsonGenerator json, String name, Collection<Long> numbers) throws IOException {
        if (!numbers.isEmpty()) {
            json.writeArrayFieldStart(name);
            for (long number : numbers) {
                json.writeNumber(number);
            }
            json.writeEndArray();
        }
    }

    /** @throws IllegalArgumentException when it is none, or speaks of a conversation that is not its topic's */
    public static FanoutRecord decode(byte[] record) {
        Fields fields = new Fields();
        try (JsonParser json = JSON.createParser(record)) {
            fields.read(json, record);
        } catch (IOException e) {
            throw new IllegalArgumentException("Not a record of the channel: " + e.getMessage(), e);
        }
        return fields.record();
    }

    private static final class Fields {
        private String tenant;
        private String topic;
        private String conversation;
        private String origin;
        private String session;
        private String line;
        private long seq;
        private long uid;
        private long lineNumber;
        private boolean ends;
        private final Set<Long> silent = new TreeSet<>();
        private final List<Long> also = new ArrayList<>();
        private byte[] frame;

        void read(JsonParser json, byte[] record) throws IOException {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("Not a record of the channel");
            }
            while (frame == null && json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                JsonToken token = json.nextToken();
                switch (name) {
                    case "tenant" -> tenant = json.getText();
                    case "topic" -> topic = json.getText();
                    case "conversation_id" -> conversation = json.getText();
                    case "origin" -> origin = json.getText();
                    case "cause_session" -> session = json.getText();
                    case "line" -> line = json.getText();
                    case "seq" -> seq = json.getLongValue();
                    case "cause_uid" -> uid = json.getLongValue();
                    case "line_number" -> lineNumber = json.getLongValue();
                    case "ends" -> ends = token == JsonToken.VALUE_TRUE;
                    case "silent" -> numbers(json, silent);
                    case "also" -> numbers(json, also);
                    case FRAME ->
                        frame = Arrays.copyOfRange(
                                record, (int) json.currentTokenLocation().getByteOffset(), record.length - 1);
                    default -> json.skipChildren();
                }
            }
        }

        private static void numbers(JsonParser json, Collection<Long> into) throws IOException {
            while (json.nextToken() != JsonToken.END_ARRAY) {
                into.add(json.getLongValue());
            }
        }

        FanoutRecord record() {
            GroupId group = topic == null ? null : GroupId.ofTopic(topic).orElse(null);
            boolean whole = tenant != null && group != null && conversation != null && origin != null && frame != null;
            if (!whole
                    || !GroupId.ofConversation(conversation)
                            .filter(group::equals)
                            .isPresent()) {
                throw new IllegalArgumentException("Not a record of the channel");
            }
            return new FanoutRecord(
                    origin,
                    new GroupDelivery(
                            tenant,
                            group.value(),
                            conversation,
                            seq,
                            new Cause(uid, session, null),
                            line == null ? null : new Line(line, lineNumber),
                            frame,
                            silent,
                            also,
                            ends));
        }
    }
}
