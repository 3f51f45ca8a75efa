package dev.curlew.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.client.SeenMessage;
import java.util.List;

/** One thing that was observed. A session named {@code client/n} belongs to that client; {@code http/n} is one HTTP call. */
public sealed interface Entry {

    /** A session begins, on the node at that address. */
    record Connected(String session, String url) implements Entry {}

    /** A session logged in. */
    record Opened(String session, long uid, String node) implements Entry {}

    /** A request left. */
    record Request(String session, long uid, String id, String op, JsonNode data) implements Entry {}

    /** An answer came. */
    record Reply(String session, String id, JsonNode reply) implements Entry {}

    /** The server spoke by itself. */
    record Event(String session, long uid, String name, JsonNode data) implements Entry {}

    /** The session ended. */
    record Closed(String session, int code) implements Entry {}

    /** Stands for all members of a group. */
    long EVERYBODY = 0;

    /**
     * The whole history as a member pulled it at the end.
     *
     * @param complete all numbers up to the head were accounted for
     * @param from the lowest number this member may see
     * @param to the highest; nobody sees beyond their bound
     */
    record History(long uid, String conversationId, List<SeenMessage> messages, boolean complete, long from, long to)
            implements Entry {

        /** Of somebody who may see everything. */
        History(long uid, String conversationId, List<SeenMessage> messages, boolean complete) {
            this(uid, conversationId, messages, complete, 1, Long.MAX_VALUE);
        }

        /** The same with other messages. */
        History with(List<SeenMessage> others) {
            return new History(uid, conversationId, others, complete, from, to);
        }
    }

    /** A group was made of these. */
    record Group(String conversationId, List<Long> members) implements Entry {}

    /** How far somebody's coming or going is: asked for, or answered. */
    enum Step {
        COMING,
        IN,
        GOING,
        OUT
    }

    /** Somebody comes into a group or goes; {@link #EVERYBODY} when it ends. */
    record Membership(long uid, String conversationId, Step step) implements Entry {}

    /** That client followed its cursor to the end and should have everything. */
    record Follower(String client, long uid) implements Entry {}

    /** What that client knows of a conversation in the end, the messages from events and pulls, what became of them from events and changes. */
    record Known(String client, long uid, String conversationId, List<SeenMessage> messages) implements Entry {}

    /** What one node said about a conversation when all was quiet. */
    record Unread(long uid, String conversationId, String source, long readSeq, long unread) implements Entry {}

    /** What one node said of a user's presence. */
    record Presence(long uid, String source, String expected, String seen) implements Entry {}

    /** A node is asked to stop. */
    record Stopping(String url) implements Entry {}

    /** It has ended. */
    record Stopped(String url) implements Entry {}

    /** A node stands still. */
    record Frozen(String url) implements Entry {}

    /** It goes on. */
    record Thawed(String url) implements Entry {}

    /** These clients, and HTTP calls, of a user may be told nothing any more. @param clients how their names begin */
    record Revoked(long uid, String clients) implements Entry {}

    /** And from here on they may again. */
    record Restored(long uid) implements Entry {}

    /** A request that needs nothing of what is broken. */
    record Bystander(String what, long millis) implements Entry {}

    /** A client that had stopped reading for long, and whether it was told to pull or closed as too slow. */
    record Slow(String client, boolean told) implements Entry {}

    /** How long messages took to others at worst but for one in a hundred, before something was broken and while it was. */
    record Latency(String whose, long beforeMs, long duringMs) implements Entry {}

    /** A message sent on one node and seen live on another when all was healed. @param millis until then, -1 for never */
    record Crossing(String from, String to, long millis) implements Entry {}

    /** Records a group of consumers had not finished when all was quiet. */
    record Lag(String group, long records) implements Entry {}

    /** The system did not come back to work within its time. */
    record Stuck(String what) implements Entry {}
}
