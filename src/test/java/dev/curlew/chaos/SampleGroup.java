package dev.curlew.chaos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.chaos.Finding.Kind;
import dev.curlew.client.SeenMessage;
import dev.curlew.protocol.Json;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A group for the sample: user 1 says something, user 3 is removed, user 1 goes on; and one violation of each kind. */
final class SampleGroup {

    private static final String GROUP = "sg_9";
    private static final String OUT = "f/6";
    private static final long REMOVED = 3;

    /** Numbers that no other message of the sample has. */
    private static final long BEFORE = 101;

    private static final long AFTER = 103;

    private SampleGroup() {}

    static Map<Kind, Consumer<Sample>> plants() {
        return Map.of(
                Kind.BEYOND_BOUND,
                sample -> sample.add(Sample.event(OUT, REMOVED, message("g2", AFTER))),
                Kind.HEARD_AFTER_REMOVAL,
                sample -> sample.addAfter(
                        SessionChecks.REVOKED_WITHIN_MS, Sample.event(OUT, REMOVED, message("g1", BEFORE))),
                Kind.SPOKE_AFTER_REMOVAL,
                sample -> {
                    ObjectNode said = Sample.message(GROUP, "g3", REMOVED, AFTER + 1);
                    said(sample, OUT, REMOVED, "g3", said);
                    sample.add(Sample.event(Sample.A, 1, said)).add(Sample.event(Sample.B, 2, said));
                    sample.change(
                            Entry.History.class,
                            history -> history.conversationId().equals(GROUP) && history.uid() != REMOVED,
                            history ->
                                    history.with(List.of(seen("g1", BEFORE), seen("g2", AFTER), SeenMessage.of(said))));
                });
    }

    /** User 3 hears what was said before the removal a little later than it, which is in order. */
    static void add(Sample sample) {
        sample.add(new Entry.Group(GROUP, List.of(1L, 2L, REMOVED)));
        said(sample, Sample.A, 1, "g1", message("g1", BEFORE));
        sample.add(Sample.event(Sample.B, 2, message("g1", BEFORE)));
        sample.add(new Entry.Membership(REMOVED, GROUP, Entry.Step.GOING));
        sample.add(new Entry.Membership(REMOVED, GROUP, Entry.Step.OUT));
        sample.add(Sample.event("e/7", REMOVED, message("g1", BEFORE)));
        said(sample, Sample.A, 1, "g2", message("g2", AFTER));
        sample.add(Sample.event(Sample.B, 2, message("g2", AFTER)));
        List<SeenMessage> all = List.of(seen("g1", BEFORE), seen("g2", AFTER));
        sample.add(new Entry.History(1, GROUP, all, true));
        sample.add(new Entry.History(2, GROUP, all, true));
        sample.add(new Entry.History(REMOVED, GROUP, all.subList(0, 1), true, 1, BEFORE + 1));
    }

    private static void said(Sample sample, String session, long uid, String clientMsgId, ObjectNode message) {
        ObjectNode to = Json.object().put("topic", "grp_9");
        sample.add(Sample.send(session, uid, clientMsgId, clientMsgId, to));
        sample.add(Sample.reply(session, clientMsgId, message.deepCopy().put("duplicate", false)));
    }

    private static ObjectNode message(String clientMsgId, long seq) {
        return Sample.message(GROUP, clientMsgId, 1, seq);
    }

    private static SeenMessage seen(String clientMsgId, long seq) {
        return SeenMessage.of(message(clientMsgId, seq));
    }
}
