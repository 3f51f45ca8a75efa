package dev.curlew.chaos;

import dev.curlew.client.SeenMessage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rising numbers: on sockets, in pages, and for one sender's pipelined sends (I3). */
final class OrderChecks {

    private OrderChecks() {}

    static void run(Facts facts, Checker.Report report) {
        Map<String, Long> lastEvent = new HashMap<>();
        for (Facts.Sighting one : facts.sightings) {
            SeenMessage message = one.message();
            if (one.event() && message.seq() > 0) {
                Long last = lastEvent.put(one.session() + " " + message.conversationId(), message.seq());
                if (last != null && message.seq() <= last) {
                    report.add(
                            Finding.Kind.EVENT_ORDER,
                            one.session() + " " + message.conversationId() + " " + message.seq() + " after " + last);
                }
            }
        }
        facts.pages.forEach(page -> ascending(page.conversationId(), page.page().messages(), report));
        facts.histories.forEach(history -> ascending(history.conversationId(), history.messages(), report));
        sendOrder(facts, report);
    }

    private static void ascending(String conversationId, List<SeenMessage> messages, Checker.Report report) {
        for (int i = 1; i < messages.size(); i++) {
            if (messages.get(i).seq() <= messages.get(i - 1).seq()) {
                report.add(
                        Finding.Kind.HISTORY_ORDER,
                        conversationId + " at " + messages.get(i).seq());
                return;
            }
        }
    }

    /** First attempts that were answered with success in one session, until an error came between. */
    private static void sendOrder(Facts facts, Checker.Report report) {
        Map<Facts.Key, Long> places = new HashMap<>();
        for (Entry.History history : facts.histories) {
            history.messages()
                    .forEach(message -> places.putIfAbsent(
                            new Facts.Key(message.sendUid(), history.conversationId(), message.clientMsgId()),
                            message.seq()));
        }
        Set<Facts.Key> tried = new HashSet<>();
        Map<String, Long> last = new HashMap<>();
        for (Facts.Attempt one : facts.attempts) {
            boolean firstTry = tried.add(one.key());
            String stream = one.session() + " " + one.conversationId();
            Long place = places.get(one.key());
            if (one.reply() != null && !one.acknowledged()) {
                last.remove(stream);
            } else if (firstTry && one.acknowledged() && place != null) {
                Long before = last.put(stream, place);
                if (before != null && place < before) {
                    report.add(Finding.Kind.SEND_ORDER, stream + " " + place + " sent after " + before);
                }
            }
        }
    }
}
