package dev.curlew.cases;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A line to a node that can go dead without a word: both ends stay open, and nothing arrives any more. */
final class QuietLine implements AutoCloseable {

    private final URI node;
    private final ServerSocket listener;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile boolean dead;

    QuietLine(String nodeUrl) {
        this.node = URI.create(nodeUrl);
        try {
            this.listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    void goDead() {
        dead = true;
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listener.accept();
            Socket server = new Socket(node.getHost(), node.getPort());
            sockets.addAll(List.of(client, server));
            start(() -> pass(client, server));
            start(() -> pass(server, client));
        }
    }

    private void pass(Socket from, Socket to) throws IOException {
        byte[] buffer = new byte[16_384];
        for (int read; (read = from.getInputStream().read(buffer)) >= 0; ) {
            if (!dead) {
                to.getOutputStream().write(buffer, 0, read);
            }
        }
    }

    private static void start(Task task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (IOException ended) {
                // The line was closed at one of its ends.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private interface Task {
        void run() throws IOException;
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
