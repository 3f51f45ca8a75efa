package dev.curlew.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Sockets that are opened together, kept alive and counted together. */
final class PeerSet implements Loop.Ticker {

    private static final int OPENING_AT_ONCE = 64;
    private static final int TRIES = 3;
    private static final long PING_EVERY_NS = 25_000_000_000L;
    private static final byte[] PING = Line.ascii("{\"op\":\"ping\",\"id\":\"p\",\"data\":{}}");

    private final Loop loop;
    private final Place place;
    private final List<String> hellos;
    private final List<Peer> peers = new ArrayList<>();
    private final Consumer<PeerSet> whenOpen;
    private int asked;
    private int opening;
    private int failed;
    private int lost;
    private boolean told;
    private long pinged;
    private long lastPing = System.nanoTime();

    /** What is counted of them now. */
    Tally tally = new Tally("");

    private LongConsumer onReply = ignored -> {};

    /** @param source the address they come from, or null */
    record Place(String host, int port, String path, String source) {}

    /** @param hellos one for each socket; null where it says nothing
     * @param whenOpen called once all are open or given up */
    PeerSet(Loop loop, Place place, List<String> hellos, Consumer<PeerSet> whenOpen) {
        this.loop = loop;
        this.place = place;
        this.hellos = hellos;
        this.whenOpen = whenOpen;
        more();
    }

    String path() {
        return place.path();
    }

    int size() {
        return peers.size();
    }

    Peer peer(int index) {
        return peers.get(index % peers.size());
    }

    int failed() {
        return failed;
    }

    /** Sockets that were open and ended. */
    int lost() {
        return lost;
    }

    /** @param whenReply given 1 for each send that was acknowledged, 0 for each that was not */
    void onReply(LongConsumer whenReply) {
        onReply = whenReply;
    }

    void begin(Tally fresh) {
        tally = fresh;
        peers.forEach(peer -> peer.lastSeq = 0);
    }

    void opened(Peer peer) {
        peers.add(peer);
        opening--;
        more();
    }

    void closed(Peer peer, boolean wasOpen) {
        if (wasOpen) {
            lost++;
            peers.remove(peer);
        } else {
            opening--;
            failed++;
            more();
        }
    }

    void close() {
        List.copyOf(peers).forEach(Peer::close);
    }

    /** A text came to one of them; it holds one line or several. */
    void frame(Peer peer, byte[] bytes, int from, int to) {
        tally.frames++;
        tally.bytes += to - from;
        int begin = from;
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n') {
                line(peer, bytes, begin, i);
                begin = i + 1;
            }
        }
        line(peer, bytes, begin, to);
    }

    private void line(Peer peer, byte[] bytes, int from, int to) {
        if (Line.startsWith(bytes, from, to, Line.MESSAGE)) {
            peer.lastSeq = tally.message(peer.lastSeq, bytes, from, to);
        } else if (Line.startsWith(bytes, from, to, Line.SEND)) {
            onReply.accept(Line.isSuccess(bytes, from, to) ? 1 : 0);
        } else if (Line.startsWith(bytes, from, to, Line.SYNC)) {
            tally.syncs++;
        }
    }

    private void more() {
        while (opening < OPENING_AT_ONCE && asked < hellos.size()) {
            open(hellos.get(asked++));
        }
        if (opening == 0 && asked == hellos.size() && !told) {
            told = true;
            whenOpen.accept(this);
        }
    }

    private void open(String hello) {
        opening++;
        for (int i = 1; i <= TRIES; i++) {
            try {
                InetSocketAddress from = place.source() == null ? null : new InetSocketAddress(place.source(), 0);
                new Peer(loop, this, from, new InetSocketAddress(place.host(), place.port()), hello);
                return;
            } catch (IOException e) {
                if (i == TRIES) {
                    opening--;
                    failed++;
                }
            }
        }
    }

    /** Each socket shows a sign of life in time, spread evenly. */
    @Override
    public long tick(long now) {
        if (!told || hellos.get(0) == null || peers.isEmpty()) {
            return Long.MAX_VALUE;
        }
        long due = (now - lastPing) * peers.size() / PING_EVERY_NS;
        if (due > 0) {
            for (long i = 0; i < Math.min(due, peers.size()); i++) {
                peer((int) (pinged++ % peers.size())).send(PING);
            }
            lastPing += due * PING_EVERY_NS / peers.size();
        }
        return Long.MAX_VALUE;
    }
}
