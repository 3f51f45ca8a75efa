package dev.curlew.dev;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** Ports of this machine. */
public final class Ports {
    private static final int LOWEST = 12_000;
    private static final int HIGHEST = 32_000;
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private Ports() {}

    /**
     * A port that was free a moment ago, and that no connection of this machine takes for its own end: those begin at 32,768. One of these would
     * be gone as soon as the node that listens there is killed, or before it has started.
     */
    public static int free() {
        int port;
        do {
            port = LOWEST + ThreadLocalRandom.current().nextInt(HIGHEST - LOWEST);
        } while (!isFree(port) || !GIVEN.add(port));
        return port;
    }

    /** Whether nobody listens there, on any address. */
    public static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** The wished port where it is free, else another. */
    public static int freeOr(int wished) {
        return isFree(wished) ? wished : free();
    }
}
