package dev.curlew.gateway.socket;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.Json;
import dev.curlew.store.Standings.Standing;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/**
 * What waits for one socket, bounded in bytes. Bytes count until their write has completed. Past the bound message bodies
 * are dropped and one {@code sync} hint for each conversation remains; it is sent once the reader has caught up, so a slow
 * reader costs only itself. Used on the socket's context only.
 */
public final class Outbox {

    private static final int HINTS_A_FRAME = 200;
    private static final int BATCH_BYTES = 65_536;
    private static final int HARD_FACTOR = 4;

    private final ClientSocket socket;
    private final Executor nextTurn;
    private final int maxBytes;
    private final Handler<Integer> syncsSent;
    private final Map<String, Standing> hints = new LinkedHashMap<>();
    private List<Item> waiting = new ArrayList<>();
    private long bytes;
    private long behindSince;
    private boolean behind;
    private boolean scheduled;
    private boolean batching;

    /**
     * @param nextTurn runs a task in a later turn of the socket's context, so that what one turn produces leaves in one flush
     * @param syncsSent told how many conversations a sync hint named
     */
    public Outbox(ClientSocket socket, Executor nextTurn, int maxBytes, Handler<Integer> syncsSent) {
        this.socket = socket;
        this.nextTurn = nextTurn;
        this.maxBytes = maxBytes;
        this.syncsSent = syncsSent;
    }

    private record Item(Frame frame, boolean event) {}

    /** One frame may hold several events from now on. */
    public void batch(boolean on) {
        batching = on;
    }

    /** A reply: never dropped; reading stops instead until the peer has caught up. */
    public void reply(Frame frame) {
        add(new Item(frame, false));
    }

    public void event(Frame frame) {
        add(new Item(frame, true));
    }

    /** A message; false when it was left out and a hint remains instead. */
    public boolean message(String conversationId, long seq, Frame frame) {
        if (!hasRoom(frame.size())) {
            fallBehind();
            if (seq > 0) {
                hints.merge(conversationId, new Standing(seq, 0), Standing::and);
            }
            return false;
        }
        add(new Item(frame, true));
        return true;
    }

    /** Whether messages of so many bytes may all be added now. */
    public boolean hasRoom(int size) {
        return !behind && (bytes == 0 || bytes + size <= maxBytes);
    }

    /** Messages there is room for; they leave with the next {@link #flush}, which whoever adds them has to call in the same turn. */
    public void burst(Frame frames) {
        put(new Item(frames, true));
    }

    /** Tells the client to pull; at once when it can take it, else together with all other hints. */
    public void sync(Map<String, Standing> standings) {
        standings.forEach((conversation, standing) -> hints.merge(conversation, standing, Standing::and));
        if (!behind) {
            sendHints();
        }
    }

    public boolean isBehind() {
        return behind;
    }

    /** Whether the peer has been behind for so long, or takes so little, that it is to be dropped. */
    public boolean overdue(long now, long slowCloseMs) {
        if (behind && behindSince == 0) {
            behindSince = now;
        }
        return behind && (now - behindSince >= slowCloseMs || bytes > (long) HARD_FACTOR * maxBytes);
    }

    public long bytes() {
        return bytes;
    }

    /** Writes what waits now, in one flush. */
    public void flush() {
        scheduled = false;
        if (waiting.isEmpty()) {
            return;
        }
        List<Item> items = waiting;
        waiting = new ArrayList<>(1);
        long size = 0;
        for (Item item : items) {
            size += item.frame.size();
        }
        long written = size;
        Future<Void> done = socket.write(batching ? joined(items) : frames(items));
        if (done.isComplete()) {
            acknowledged(written);
        } else {
            done.onComplete(later -> acknowledged(written));
        }
    }

    private void put(Item item) {
        waiting.add(item);
        bytes += item.frame.size();
        if (bytes > maxBytes) {
            fallBehind();
        }
    }

    private void add(Item item) {
        put(item);
        if (!scheduled) {
            scheduled = true;
            nextTurn.execute(this::flush);
        }
    }

    private void fallBehind() {
        if (!behind) {
            behind = true;
            behindSince = 0;
            socket.pause();
        }
    }

    private void acknowledged(long size) {
        bytes -= size;
        if (behind && bytes <= maxBytes / 2) {
            behind = false;
            socket.resume();
            sendHints();
        }
    }

    private void sendHints() {
        if (hints.isEmpty()) {
            return;
        }
        syncsSent.handle(hints.size());
        List<Object> entries = new ArrayList<>();
        hints.forEach((conversation, standing) -> entries.add(entry(conversation, standing)));
        hints.clear();
        for (int from = 0; from < entries.size(); from += HINTS_A_FRAME) {
            List<Object> page = entries.subList(from, Math.min(entries.size(), from + HINTS_A_FRAME));
            event(Frame.event("sync", Json.object().putPOJO("conversations", page)));
        }
    }

    /** A conversation as {@code sync} and {@code ping} name it. */
    public static ObjectNode entry(String conversationId, Standing standing) {
        return Json.object()
                .put("conversation_id", conversationId)
                .put("max_seq", standing.maxSeq())
                .put("version", standing.version());
    }

    private static List<Frame> frames(List<Item> items) {
        if (items.size() == 1) {
            return List.of(items.get(0).frame);
        }
        List<Frame> frames = new ArrayList<>(items.size());
        items.forEach(item -> frames.add(item.frame));
        return frames;
    }

    private static List<Frame> joined(List<Item> items) {
        if (items.size() == 1) {
            Frame only = items.get(0).frame;
            return List.of(items.get(0).event ? Frame.lines(List.of(only)) : only);
        }
        List<Frame> frames = new ArrayList<>();
        List<Frame> run = new ArrayList<>();
        int size = 0;
        for (Item item : items) {
            if (!run.isEmpty() && (!item.event || size + item.frame.size() > BATCH_BYTES)) {
                frames.add(Frame.lines(run));
                run.clear();
                size = 0;
            }
            if (item.event) {
                run.add(item.frame);
                size += item.frame.size() + 1;
            } else {
                frames.add(item.frame);
            }
        }
        if (!run.isEmpty()) {
            frames.add(Frame.lines(run));
        }
        return frames;
    }
}
