package dev.curlew.chaos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.chaos.Finding.Kind;
import dev.curlew.client.SeenMessage;
import dev.curlew.protocol.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Shows that the checker can fail: plants one violation of each kind in a clean journal and expects exactly that kind. */
public final class SelfTest {

    private static final Map<Kind, Consumer<Sample>> PLANTS = new EnumMap<>(Kind.class);

    static {
        acknowledgements();
        contents();
        orders();
        deliveries();
        levels();
        sessions();
        recovery();
        PLANTS.putAll(SampleChanges.plants());
        PLANTS.putAll(SampleGroup.plants());
    }

    private SelfTest() {}

    /** What did not come out as planted; empty when the checker works. */
    public static List<String> run() {
        List<String> failures = new ArrayList<>();
        List<Finding> clean = Checker.check(Sample.clean().journal());
        if (!clean.isEmpty()) {
            failures.add("a clean journal gave " + clean);
        }
        for (Kind kind : Kind.values()) {
            Consumer<Sample> plant = PLANTS.get(kind);
            if (plant == null) {
                failures.add("nothing plants " + kind);
                continue;
            }
            Sample sample = Sample.clean();
            plant.accept(sample);
            List<Finding> found = Checker.check(sample.journal());
            Set<Kind> kinds = found.stream()
                    .map(Finding::kind)
                    .collect(Collectors.toCollection(() -> EnumSet.noneOf(Kind.class)));
            if (!kinds.equals(EnumSet.of(kind))) {
                failures.add("planted " + kind + ", found " + found);
            }
        }
        return failures;
    }

    public static int planted() {
        return PLANTS.size();
    }

    private static void acknowledgements() {
        PLANTS.put(
                Kind.LOST_ACKED,
                sample -> sample.add(Sample.send(Sample.A, 1, "x", "m6"))
                        .add(Sample.ack(Sample.A, "x", 1, "m6", 0, false)));
        PLANTS.put(Kind.ACK_SEQ_DIFFERS, sample -> {
            sample.add(Sample.send(Sample.A, 1, "x", "m6")).add(Sample.ack(Sample.A, "x", 1, "m6", 6, false));
            storeEverywhere(sample, Sample.message("m6", 1, 7));
        });
        PLANTS.put(
                Kind.ACK_ID_DIFFERS, sample -> changeReply(sample, "r1", data -> data.put("server_msg_id", "other")));
        PLANTS.put(
                Kind.REFUSED_BUT_STORED,
                sample -> sample.change(
                        Entry.Reply.class,
                        reply -> reply.session().equals(Sample.B) && reply.id().equals("r1"),
                        reply -> (Entry.Reply) Sample.refusal(Sample.B, "r1", 40302)));
        PLANTS.put(Kind.STORED_TWICE, sample -> storeEverywhere(sample, Sample.message("m1", 1, 6)));
        PLANTS.put(
                Kind.ACKS_DIVERGE,
                sample -> sample.add(Sample.send(Sample.A, 1, "x", "m1"))
                        .add(Sample.ack(Sample.A, "x", 1, "m1", 2, true)));
        PLANTS.put(
                Kind.DUPLICATE_UNMARKED,
                sample -> sample.add(Sample.send(Sample.A, 1, "x", "m1"))
                        .add(Sample.ack(Sample.A, "x", 1, "m1", 1, false)));
        // A frozen node cannot answer; half of this wait is its own, and still the whole is too long.
        PLANTS.put(
                Kind.UNANSWERED,
                sample -> sample.add(Sample.send(Sample.A, 1, "x", "m6"))
                        .add(new Entry.Frozen("n1"))
                        .addAfter(AnswerChecks.LIMIT_MS, new Entry.Thawed("n1"))
                        .addAfter(AnswerChecks.LIMIT_MS + 1, new Entry.Closed(Sample.A, 1006)));
        PLANTS.put(
                Kind.INTERNAL_ERROR,
                sample -> sample.add(Sample.send(Sample.A, 1, "x", "m6")).add(Sample.refusal(Sample.A, "x", 50000)));
        PLANTS.put(Kind.ANSWERED_TWICE, sample -> sample.add(Sample.ack(Sample.A, "r1", 1, "m1", 1, false)));
    }

    private static void contents() {
        PLANTS.put(
                Kind.TWO_CONTENTS, sample -> changeEvent(sample, 3, message -> message.put("server_msg_id", "other")));
        PLANTS.put(Kind.CONTENT_CHANGED, sample -> {
            sample.add(changedContent(Sample.send(Sample.A, 1, "x", "m6")));
            sample.add(Sample.ack(Sample.A, "x", 1, "m6", 6, false));
            storeEverywhere(sample, Sample.message("m6", 1, 6));
        });
        PLANTS.put(
                Kind.FOREIGN_DATA,
                sample -> sample.add(Sample.event(Sample.A, 1, Sample.message("si_3_4", "f1", 3, 1))));
        PLANTS.put(
                Kind.UNKNOWN_MESSAGE, sample -> sample.add(Sample.event(Sample.A, 1, Sample.message("ghost", 2, 0))));
    }

    private static void orders() {
        PLANTS.put(Kind.EVENT_ORDER, sample -> sample.swap(entry -> isEvent(entry, 2), entry -> isEvent(entry, 3)));
        PLANTS.put(
                Kind.HISTORY_ORDER,
                sample -> sample.change(Entry.History.class, history -> Sample.of(history, 1), history -> {
                    List<SeenMessage> turned = new ArrayList<>(history.messages());
                    Collections.reverse(turned);
                    return history.with(turned);
                }));
        PLANTS.put(
                Kind.SEND_ORDER,
                sample -> sample.swap(entry -> isRequest(entry, "r1"), entry -> isRequest(entry, "r2")));
    }

    private static void deliveries() {
        PLANTS.put(Kind.HISTORIES_DIFFER, sample -> {
            sample.add(Sample.send(Sample.A, 1, "x", "m6"));
            sample.add(Sample.event(Sample.A, 1, Sample.message("m6", 1, 6)));
            store(sample, 1, Sample.message("m6", 1, 6));
        });
        PLANTS.put(
                Kind.HISTORY_INCOMPLETE,
                sample -> sample.change(
                        Entry.History.class,
                        history -> Sample.of(history, 1),
                        history -> new Entry.History(1, Sample.CONVERSATION, history.messages(), false)));
        PLANTS.put(Kind.MISSED, sample -> sample.remove(entry -> isEvent(entry, 3)));
        PLANTS.put(
                Kind.SEEN_NOT_STORED,
                sample -> sample.add(Sample.send(Sample.A, 1, "x", "m6"))
                        .add(Sample.event(Sample.B, 2, Sample.message("m6", 1, 6))));
        PLANTS.put(
                Kind.PAGE_GAP,
                sample -> sample.early(List.of(
                        Sample.pull(Sample.A, 1, "x", 0),
                        Sample.page(
                                Sample.A, "x", 3, List.of(), Sample.message("m1", 1, 1), Sample.message("m3", 1, 3)))));
        PLANTS.put(
                Kind.ABOVE_HEAD,
                sample -> sample.early(List.of(
                        Sample.pull(Sample.A, 1, "x", 0),
                        Sample.page(Sample.A, "x", 0, List.of(), Sample.message("m1", 1, 1)))));
        PLANTS.put(
                Kind.ABSENT_RETURNED,
                sample -> sample.early(
                        List.of(Sample.pull(Sample.A, 1, "x", 0), Sample.page(Sample.A, "x", 3, List.of(1L, 2L, 3L)))));
    }

    private static void levels() {
        PLANTS.put(Kind.HEAD_FELL, sample -> sample.addAll(Sample.seqs(Sample.B, 2, "x", 4, 5)));
        PLANTS.put(Kind.READ_POSITION_FELL, sample -> sample.addAll(Sample.seqs(Sample.B, 2, "x", 5, 4)));
        PLANTS.put(Kind.PRESENCE_WRONG, sample -> sample.add(new Entry.Presence(2, "n1", "online", "offline")));
        PLANTS.put(
                Kind.UNREAD_WRONG,
                sample -> sample.change(
                        Entry.Unread.class,
                        unread -> unread.uid() == 1,
                        unread -> new Entry.Unread(1, Sample.CONVERSATION, unread.source(), 4, 2)));
        PLANTS.put(Kind.UNREAD_DIFFERS, sample -> sample.add(new Entry.Unread(1, Sample.CONVERSATION, "n2", 5, 0)));
    }

    private static void sessions() {
        PLANTS.put(
                Kind.CLOSED_WITHOUT_WORD,
                sample -> sample.add(new Entry.Stopping("n1"))
                        .add(new Entry.Stopped("n1"))
                        .add(new Entry.Closed(Sample.A, 1006))
                        .add(new Entry.Closed(Sample.B, 1006)));
        PLANTS.put(
                Kind.SERVED_AFTER_REVOKE,
                sample -> sample.add(new Entry.Revoked(1, "a"))
                        .addAll(Sample.seqs(Sample.A, 1, "x", 5, 5))
                        .addAfter(
                                SessionChecks.REVOKED_WITHIN_MS,
                                new Entry.Event(Sample.B, 2, "presence", Json.object()))
                        .addAll(Sample.seqs(Sample.A, 1, "y", 5, 5)));
    }

    private static void recovery() {
        PLANTS.put(
                Kind.OTHERS_SLOWED,
                sample -> sample.add(new Entry.Bystander("ping", RecoveryChecks.BYSTANDER_MS))
                        .add(new Entry.Bystander("ping", RecoveryChecks.BYSTANDER_MS + 1)));
        PLANTS.put(Kind.NOT_LIVE, sample -> sample.add(new Entry.Crossing("n1", "n2", -1)));
        PLANTS.put(
                Kind.MEMBERS_SLOWED,
                sample -> sample.add(new Entry.Latency("others", 200, 301)).add(new Entry.Latency("others", 200, 300)));
        PLANTS.put(Kind.SLOW_NOT_TOLD, sample -> sample.add(new Entry.Slow("z", false)));
        PLANTS.put(Kind.LAG, sample -> sample.add(new Entry.Lag("readers", 1)));
        PLANTS.put(Kind.NOT_RECOVERED, sample -> sample.add(new Entry.Stuck("no acknowledgement for 60 s")));
    }

    /** Puts a message into both histories and shows it to both followers. */
    private static void storeEverywhere(Sample sample, ObjectNode message) {
        store(sample, 1, message);
        store(sample, 2, message);
        sample.change(
                Entry.Unread.class,
                unread -> unread.uid() == 2,
                unread -> new Entry.Unread(2, Sample.CONVERSATION, "n2", 5, unread.unread() + 1));
        sample.add(Sample.event(Sample.A, 1, message)).add(Sample.event(Sample.B, 2, message));
    }

    private static void store(Sample sample, long uid, ObjectNode message) {
        sample.change(Entry.History.class, history -> Sample.of(history, uid), history -> {
            List<SeenMessage> more = new ArrayList<>(history.messages());
            more.add(SeenMessage.of(message));
            return history.with(more);
        });
        sample.change(Entry.Known.class, known -> known.uid() == uid, known -> {
            List<SeenMessage> more = new ArrayList<>(known.messages());
            more.add(SeenMessage.of(message));
            return new Entry.Known(known.client(), uid, Sample.CONVERSATION, more);
        });
    }

    private static void changeReply(Sample sample, String id, UnaryOperator<ObjectNode> change) {
        sample.change(
                Entry.Reply.class,
                reply -> reply.session().equals(Sample.A) && reply.id().equals(id),
                reply -> {
                    ObjectNode copy = reply.reply().deepCopy();
                    change.apply((ObjectNode) copy.get("data"));
                    return new Entry.Reply(Sample.A, id, copy);
                });
    }

    private static void changeEvent(Sample sample, long seq, UnaryOperator<ObjectNode> change) {
        sample.change(
                Entry.Event.class,
                event -> isEvent(event, seq),
                event -> new Entry.Event(
                        event.session(),
                        event.uid(),
                        event.name(),
                        change.apply(event.data().deepCopy())));
    }

    private static Entry changedContent(Entry entry) {
        Entry.Request request = (Entry.Request) entry;
        ObjectNode data = request.data().deepCopy();
        data.set("content", Json.object().put("text", "what was really sent"));
        return new Entry.Request(request.session(), request.uid(), request.id(), request.op(), data);
    }

    private static boolean isEvent(Entry entry, long seq) {
        return entry instanceof Entry.Event event && event.data().path("seq").asLong() == seq;
    }

    private static boolean isRequest(Entry entry, String id) {
        return entry instanceof Entry.Request request
                && request.session().equals(Sample.A)
                && request.id().equals(id);
    }
}
