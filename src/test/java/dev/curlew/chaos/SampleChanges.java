package dev.curlew.chaos;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.chaos.Finding.Kind;
import dev.curlew.client.SeenMessage;
import dev.curlew.protocol.Json;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Revokes and edits for the sample: its user 1 edits the second message, user 2 takes the fifth back; and one violation of each kind. */
final class SampleChanges {

    static final String EDITED = "edited";
    private static final String A = Sample.A;
    private static final String B = Sample.B;

    private SampleChanges() {}

    static Map<Kind, Consumer<Sample>> plants() {
        return Map.of(
                Kind.REVOKE_LOST,
                sample -> sample.add(revoke(A, 1, "x", 4)).add(answer(A, "x", 3)),
                Kind.EDIT_LOST,
                sample -> sample.add(edit(A, 1, "x", 4, "better")).add(answer(A, "x", 3)),
                // A late edit that puts a text back into a message that was taken back.
                Kind.SEEN_AFTER_REVOKE,
                sample -> sample.add(edit(B, 2, "x", 5, "back"))
                        .add(Sample.pull(A, 1, "y", 4))
                        .add(Sample.page(A, "y", 5, List.of(), changed("m5", 2, 5, 3, "back"))),
                Kind.CHANGE_REFUSED,
                sample -> sample.add(edit(A, 1, "x", 4, "better")).add(Sample.refusal(A, "x", 40900)),
                Kind.CHANGE_UNASKED,
                sample -> sample.add(new Entry.Event(B, 2, "revoked", change(3, 4, 1))),
                Kind.TWO_VERSIONS,
                sample -> sample.add(edit(A, 1, "x", 2, "other"))
                        .add(new Entry.Event("b/9", 2, EDITED, with(change(1, 2, 1), "other"))),
                Kind.VERSION_FELL,
                sample -> sample.add(Sample.pull(B, 2, "x", 1))
                        .add(Sample.page(B, "x", 5, List.of(), Sample.message("m2", 1, 2))),
                Kind.CHANGE_NUMBERS,
                sample -> sample.addAll(changes(A, 1, "x", revokedEntry(), editedEntry())),
                Kind.FOLLOWER_DIFFERS,
                sample -> sample.change(
                        Entry.Known.class,
                        known -> known.uid() == 2,
                        known -> new Entry.Known("b", 2, Sample.CONVERSATION, originals())));
    }

    /** Both changes, with their answers and events; B also asks for what it missed. */
    static void add(Sample sample) {
        sample.add(edit(A, 1, "e1", 2, EDITED)).add(answer(A, "e1", 1));
        sample.add(new Entry.Event(B, 2, EDITED, editedEntry()));
        sample.add(revoke(B, 2, "v1", 5)).add(answer(B, "v1", 2));
        sample.add(new Entry.Event(A, 1, "revoked", revokedEntry()));
        sample.addAll(changes(B, 2, "c1", editedEntry(), revokedEntry()));
        sample.add(edit(A, 1, "e2", 2, "too late")).add(Sample.refusal(A, "e2", 40900));
    }

    /** The five messages as they are in the end. */
    static List<SeenMessage> messages() {
        ObjectNode revoked = changed("m5", 2, 5, 2, "").put("status", SeenMessage.REVOKED);
        revoked.putObject("content");
        return List.of(
                SeenMessage.of(Sample.message("m1", 1, 1)),
                SeenMessage.of(changed("m2", 1, 2, 1, EDITED)),
                SeenMessage.of(Sample.message("m3", 1, 3)),
                SeenMessage.of(Sample.message("m4", 1, 4)),
                SeenMessage.of(revoked));
    }

    private static List<SeenMessage> originals() {
        return List.of(1, 2, 3, 4, 5).stream()
                .map(i -> SeenMessage.of(Sample.message("m" + i, i == 5 ? 2 : 1, i)))
                .toList();
    }

    private static ObjectNode changed(String clientMsgId, long sender, long seq, long version, String text) {
        return with(Sample.message(clientMsgId, sender, seq).put("version", version), text);
    }

    private static ObjectNode with(ObjectNode json, String text) {
        json.putObject("content").put("text", text);
        return json;
    }

    private static ObjectNode change(long version, long seq, long uid) {
        return Json.object()
                .put("conversation_id", Sample.CONVERSATION)
                .put("version", version)
                .put("seq", seq)
                .put("uid", uid);
    }

    private static ObjectNode editedEntry() {
        return with(change(1, 2, 1).put("kind", EDITED), EDITED);
    }

    private static ObjectNode revokedEntry() {
        return change(2, 5, 2).put("kind", "revoked");
    }

    private static Entry revoke(String session, long uid, String id, long seq) {
        ObjectNode data =
                Json.object().put("conversation_id", Sample.CONVERSATION).put("seq", seq);
        return new Entry.Request(session, uid, id, "revoke", data);
    }

    private static Entry edit(String session, long uid, String id, long seq, String text) {
        ObjectNode data = Json.object().put("conversation_id", Sample.CONVERSATION);
        return new Entry.Request(
                session, uid, id, "edit", with(data.put("seq", seq).put("version", 0), text));
    }

    private static Entry answer(String session, String id, long version) {
        return Sample.reply(session, id, Json.object().put("version", version));
    }

    private static List<Entry> changes(String session, long uid, String id, ObjectNode... entries) {
        ObjectNode asked =
                Json.object().put("conversation_id", Sample.CONVERSATION).put("after_version", 0);
        ObjectNode data = Json.object().put("version", 2).put("has_more", false).put("full", false);
        ArrayNode list = data.putArray("changes");
        List.of(entries).forEach(list::add);
        return List.of(new Entry.Request(session, uid, id, "changes", asked), Sample.reply(session, id, data));
    }
}
