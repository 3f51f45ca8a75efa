package dev.curlew.chaos;

import dev.curlew.dev.Pause;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A port of this machine in front of another: passes everything on, and answers late when told to. Many answers may be on
 * their way at once, so it takes time and not throughput. While nobody listens behind it, nobody listens here either.
 */
final class SlowPort implements AutoCloseable {

    private static final int CHUNK = 64 * 1024;
    private static final long LOOK_AGAIN_MS = 50;

    private final InetSocketAddress target;
    private final Set<Closeable> open = ConcurrentHashMap.newKeySet();
    private final int port;
    private volatile ServerSocket listener;
    private volatile long delayNs;
    private volatile long heldUntil = System.nanoTime();
    private volatile boolean closed;
    private volatile boolean lost;

    private record Answer(long due, byte[] bytes) {}

    SlowPort(int targetPort) {
        this.target = new InetSocketAddress(InetAddress.getLoopbackAddress(), targetPort);
        try {
            listen(0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        this.port = listener.getLocalPort();
        start("slow-port", this::accept);
    }

    int port() {
        return port;
    }

    /** From now on each answer comes so much later; zero ends it. */
    void delay(Duration each) {
        delayNs = each.toNanos();
    }

    /** No answer comes for so long; then all of them do. */
    void stall(Duration time) {
        heldUntil = System.nanoTime() + time.toNanos();
    }

    /** From now on whatever is said in either direction is lost, until {@link #heal}. */
    void lose() {
        lost = true;
    }

    /** Ends it; connections of which something may have been lost end with it. */
    void heal() {
        if (lost) {
            List.copyOf(open).forEach(SlowPort::quietly);
            lost = false;
        }
    }

    @Override
    public void close() {
        closed = true;
        quietly(listener);
        open.forEach(SlowPort::quietly);
    }

    private void listen(int wanted) throws IOException {
        ServerSocket fresh = new ServerSocket();
        fresh.setReuseAddress(true);
        fresh.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), wanted));
        listener = fresh;
    }

    private void accept() {
        while (!closed) {
            try {
                Socket client = listener.accept();
                client.setTcpNoDelay(true);
                try {
                    pass(client, connect());
                } catch (IOException nobodyBehind) {
                    client.setSoLinger(true, 0);
                    client.close();
                    listener.close();
                    awaitTarget();
                    listen(port);
                }
            } catch (IOException e) {
                Pause.millis(LOOK_AGAIN_MS);
            }
        }
    }

    private Socket connect() throws IOException {
        Socket server = new Socket();
        try {
            server.connect(target, 1_000);
            server.setTcpNoDelay(true);
            return server;
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    private void awaitTarget() {
        while (!closed) {
            try {
                connect().close();
                return;
            } catch (IOException notYet) {
                Pause.millis(LOOK_AGAIN_MS);
            }
        }
    }

    private void pass(Socket client, Socket server) {
        Closeable both = () -> {
            client.close();
            server.close();
        };
        open.add(both);
        BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
        start("slow-port-ask", () -> ask(client, server, both));
        start("slow-port-read", () -> read(server, answers, both));
        start("slow-port-answer", () -> answer(answers, client, both));
    }

    private void ask(Socket client, Socket server, Closeable both) {
        try {
            InputStream in = client.getInputStream();
            OutputStream out = server.getOutputStream();
            byte[] chunk = new byte[CHUNK];
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                if (!lost) {
                    out.write(chunk, 0, n);
                }
            }
        } catch (IOException ended) {
            // The other direction ends with it.
        } finally {
            quietly(both);
            open.remove(both);
        }
    }

    private void read(Socket server, BlockingQueue<Answer> answers, Closeable both) {
        try {
            InputStream in = server.getInputStream();
            byte[] chunk = new byte[CHUNK];
            long due = System.nanoTime();
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                long now = System.nanoTime();
                due = latest(due, latest(now + delayNs, heldUntil));
                answers.add(new Answer(due, Arrays.copyOf(chunk, n)));
            }
        } catch (IOException ended) {
            quietly(both);
        }
        answers.add(new Answer(System.nanoTime(), new byte[0]));
    }

    private void answer(BlockingQueue<Answer> answers, Socket client, Closeable both) {
        try {
            OutputStream out = client.getOutputStream();
            for (Answer next = answers.take(); next.bytes().length > 0; next = answers.take()) {
                long wait = next.due() - System.nanoTime();
                if (wait > 0) {
                    TimeUnit.NANOSECONDS.sleep(wait);
                }
                if (!lost) {
                    out.write(next.bytes());
                }
            }
        } catch (IOException ended) {
            // Nothing more to pass on.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            quietly(both);
        }
    }

    private static long latest(long one, long other) {
        return one - other > 0 ? one : other;
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
