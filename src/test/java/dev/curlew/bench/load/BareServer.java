package dev.curlew.bench.load;

import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.ServerWebSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The reference: a Vert.x server that writes a text to every WebSocket it has, one frame a message, and does nothing else. A socket on
 * {@code /control} gives it the text, and numbers that say how often to write it.
 */
public final class BareServer extends VerticleBase {

    /** What its event loops share. */
    private record Shared(List<BareServer> loops, AtomicReference<String> text) {}

    private final int port;
    private final Shared shared;
    private final List<ServerWebSocket> sockets = new ArrayList<>();
    private Context loop;

    private BareServer(int port, Shared shared) {
        this.port = port;
        this.shared = shared;
    }

    /** @param args port and number of event loops */
    public static void main(String[] args) throws Exception {
        Shared shared = new Shared(new CopyOnWriteArrayList<>(), new AtomicReference<>(""));
        int port = Integer.parseInt(args[0]);
        Vertx.vertx()
                .deployVerticle(
                        () -> new BareServer(port, shared),
                        new DeploymentOptions().setInstances(Integer.parseInt(args[1])))
                .onSuccess(ready -> System.out.println("{}"))
                .onFailure(failure -> {
                    System.err.println("failed: " + failure);
                    System.exit(1);
                });
        while (System.in.read() >= 0) {
            // Until whoever started it is gone.
        }
        System.exit(0);
    }

    @Override
    public Future<?> start() {
        loop = context;
        shared.loops.add(this);
        HttpServerOptions options = new HttpServerOptions()
                .setHost("127.0.0.1")
                .setPort(port)
                .setTcpNoDelay(true)
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false);
        return vertx.createHttpServer(options).webSocketHandler(this::accept).listen();
    }

    private void accept(ServerWebSocket socket) {
        if (socket.path().equals("/control")) {
            socket.textMessageHandler(this::control);
        } else {
            sockets.add(socket);
            socket.closeHandler(closed -> sockets.remove(socket));
        }
    }

    private void control(String word) {
        if (word.startsWith("{")) {
            shared.text.set(word);
        } else {
            int times = Integer.parseInt(word);
            shared.loops.forEach(one -> one.loop.runOnContext(here -> one.broadcast(times)));
        }
    }

    private void broadcast(int times) {
        String text = shared.text.get();
        for (int i = 0; i < times; i++) {
            for (ServerWebSocket socket : sockets) {
                socket.writeTextMessage(text);
            }
        }
    }
}
