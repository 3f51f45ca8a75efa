package dev.curlew.boot;

import dev.curlew.config.CurlewConfig;
import dev.curlew.ops.Health;
import dev.curlew.ops.ManagementServer;
import dev.curlew.ops.Metrics;
import dev.curlew.ops.PeerHealth;
import io.vertx.core.Future;

/** One node: its place in the cluster and what operators see of it. */
public final class Node {

    private final CurlewConfig config;
    private Clustering clustering;
    private Metrics metrics;
    private Health health;

    public Node(CurlewConfig config) {
        this.config = config;
    }

    public Future<Void> start() {
        return Clustering.join(config).compose(joined -> {
            clustering = joined;
            String id = config.node().id();
            metrics = new Metrics(id, Version.current());
            PeerHealth peers = new PeerHealth(joined.vertx(), id, joined::liveNodeIds);
            health = new Health(joined.vertx(), metrics.registry(), peers::reach);
            health.start();
            return peers.serve(health::isUp)
                    .compose(served -> new ManagementServer(joined.vertx(), config, health, metrics.registry()).start())
                    .onSuccess(listening -> health.started());
        });
    }

    public Future<Void> stop() {
        if (clustering == null) {
            return Future.succeededFuture();
        }
        health.close();
        return clustering.vertx().close().onComplete(closed -> metrics.close());
    }
}
