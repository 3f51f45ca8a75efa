package dev.curlew.chaos;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A way to a port of this machine that can be cut as a network is: connections stay, and what is sent into them arrives when the way is whole
 * again, as from a sender that repeats it. A connection begun meanwhile finds nobody.
 */
public final class Relay implements AutoCloseable {

    private static final int CHUNK = 64 * 1024;
    private static final int CONNECT_MS = 1_000;

    private final InetSocketAddress target;
    private final ServerSocket listener;
    private final Set<Closeable> open = ConcurrentHashMap.newKeySet();
    private boolean cut;

    /** Listens at an address of this machine, and passes on to the same port of loopback. */
    public Relay(String host, int port) {
        target = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        try {
            listener = new ServerSocket();
            listener.setReuseAddress(true);
            listener.bind(new InetSocketAddress(host, port));
        } catch (IOException e) {
            throw new IllegalStateException("No way to " + host + ":" + port, e);
        }
        start("relay", this::accept);
    }

    public synchronized void cut() {
        cut = true;
    }

    public synchronized void heal() {
        cut = false;
        notifyAll();
    }

    @Override
    public void close() {
        heal();
        quietly(listener);
        open.forEach(Relay::quietly);
    }

    private synchronized void awaitWhole() {
        while (cut) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                start("relay-connect", () -> connect(client));
            } catch (IOException e) {
                // Closed, or the other side has gone already.
            }
        }
    }

    private void connect(Socket client) {
        Socket server = new Socket();
        Closeable both = () -> {
            client.close();
            server.close();
        };
        open.add(both);
        try {
            awaitWhole();
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            server.connect(target, CONNECT_MS);
            start("relay-back", () -> pass(server, client, both));
            pass(client, server, both);
        } catch (IOException nobodyBehind) {
            quietly(both);
        } finally {
            open.remove(both);
        }
    }

    private void pass(Socket from, Socket to, Closeable both) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] chunk = new byte[CHUNK];
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                awaitWhole();
                out.write(chunk, 0, n);
            }
        } catch (IOException ended) {
            // The other direction ends with it.
        } finally {
            awaitWhole();
            quietly(both);
        }
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void quietly(Closeable one) {
        try {
            one.close();
        } catch (IOException ignored) {
            // It is to be gone, and it is.
        }
    }
}
