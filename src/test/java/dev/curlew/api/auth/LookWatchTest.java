package dev.curlew.api.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.protocol.BusAddresses;
import dev.curlew.protocol.BusCodec;
import dev.curlew.protocol.NodeCommand;
import io.vertx.core.Vertx;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a node that cannot read revocations gives its sessions up. */
class LookWatchTest {

    private static final long SHED_AFTER_MS = 60;

    private final Vertx vertx = Vertx.vertx();
    private Set<String> peers = Set.of();
    private final LookWatch watch = new LookWatch(vertx.eventBus(), SHED_AFTER_MS, () -> peers);

    @BeforeEach
    void codecs() {
        BusCodec.registerAll(vertx.eventBus());
    }

    @AfterEach
    void close() {
        vertx.close();
    }

    private void peer(String node, boolean canLook) {
        vertx.eventBus().consumer(BusAddresses.control(node), message -> message.reply(new NodeCommand.Reply(canLook)));
    }

    private boolean shedsAfterTheTime() throws Exception {
        watch.looked();
        Thread.sleep(SHED_AFTER_MS + 20);
        return check();
    }

    private boolean check() throws Exception {
        return watch.check().toCompletionStage().toCompletableFuture().get(5, TimeUnit.SECONDS);
    }

    @Test
    void nothingIsJudgedBeforeTheFirstLook() throws Exception {
        assertThat(watch.blind()).isTrue();
        assertThat(check()).isFalse();
        watch.looked();
        assertThat(watch.blind()).isFalse();
        assertThat(watch.canLook()).isTrue();
    }

    @Test
    void aloneItKeepsItsSessions() throws Exception {
        assertThat(shedsAfterTheTime()).isFalse();
        assertThat(watch.canLook()).isFalse();
        assertThat(watch.blind()).isFalse();
    }

    @Test
    void whileAPeerCanLookItSheds() throws Exception {
        peers = Set.of("b", "c");
        peer("b", false);
        peer("c", true);
        assertThat(shedsAfterTheTime()).isTrue();
        assertThat(watch.blind()).isTrue();
        assertThat(check()).as("once").isFalse();
        watch.looked();
        assertThat(watch.blind()).isFalse();
    }

    @Test
    void whenNobodyCanLookSessionsStay() throws Exception {
        peers = Set.of("b");
        peer("b", false);
        assertThat(shedsAfterTheTime()).isFalse();
    }

    @Test
    void withItsPeersLostTooItSheds() throws Exception {
        peers = Set.of("b");
        watch.looked();
        Thread.sleep(SHED_AFTER_MS + 20);
        peers = Set.of();
        assertThat(check()).isTrue();
    }

    @Test
    void peersThatDoNotAnswerAreLost() throws Exception {
        peers = Set.of("b");
        assertThat(shedsAfterTheTime()).isTrue();
    }
}
