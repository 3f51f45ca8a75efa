package dev.curlew.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.client.Account;
import dev.curlew.client.FollowClient;
import dev.curlew.client.TestHttp;
import dev.curlew.dev.Pause;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Clients, load and checker together, against a server that is right and servers that are not. */
class LoadTest {

    @Test
    void nothingIsFoundWhereNothingIsWrong() throws Exception {
        assertThat(findings(new FakeServer.Faults(0, 0, 0, false, 0))).isEmpty();
    }

    @Test
    void clientsRepairLostEventsAndRepeatRefusedSends() throws Exception {
        assertThat(findings(new FakeServer.Faults(3, 10, 0, false, 0))).isEmpty();
    }

    @Test
    void lostMessagesAreFound() throws Exception {
        assertThat(findings(new FakeServer.Faults(0, 0, 20, false, 0)))
                .contains(Finding.Kind.LOST_ACKED, Finding.Kind.TWO_CONTENTS);
    }

    @Test
    void changesThatWereAcknowledgedAndNotMadeAreFound() throws Exception {
        assertThat(findings(new FakeServer.Faults(0, 0, 0, false, 2)))
                .contains(Finding.Kind.REVOKE_LOST, Finding.Kind.SEEN_AFTER_REVOKE, Finding.Kind.VERSION_FELL);
    }

    @Test
    void aMessageStoredAgainIsFound() throws Exception {
        try (FakeServer server = new FakeServer(new FakeServer.Faults(0, 0, 0, true, 0))) {
            Journal journal = new Journal();
            try (Load load = load(server, journal)) {
                load.start();
                Account[] pair = load.freshPair();
                for (int i = 0; i < 2; i++) {
                    new TestHttp(server.urls().get(i), journal)
                            .send(pair[0], Talk.of(pair).message("again", pair[0]))
                            .get();
                }
                look(server, load, journal);
            }
            assertThat(kinds(journal))
                    .contains(Finding.Kind.STORED_TWICE, Finding.Kind.ACKS_DIVERGE, Finding.Kind.DUPLICATE_UNMARKED);
        }
    }

    private static Set<Finding.Kind> findings(FakeServer.Faults faults) throws Exception {
        try (FakeServer server = new FakeServer(faults)) {
            Journal journal = new Journal();
            try (Load load = load(server, journal)) {
                load.start();
                Pause.millis(1_000);
                look(server, load, journal);
            }
            Facts facts = new Facts(journal);
            assertThat(facts.attempts).hasSizeGreaterThan(100);
            assertThat(facts.changes.attempts).isNotEmpty();
            return kinds(journal);
        }
    }

    private static Load load(FakeServer server, Journal journal) {
        return new Load(server.urls(), journal, new Load.Settings("t", "secret", "demo", 2, List.of(), 300), 7);
    }

    private static void look(FakeServer server, Load load, Journal journal) {
        load.stopSending();
        boolean quiet = Pause.until(Duration.ofSeconds(60), load::quiet);
        assertThat(quiet).as(load::unquiet).isTrue();
        FinalLook look = new FinalLook(server.urls(), journal);
        for (Account[] pair : load.pairs()) {
            String conversationId = pair[0].conversationWith(pair[1].uid());
            long version = look.changes(pair[0], conversationId);
            long head = look.history(pair[0], conversationId);
            look.history(pair[1], conversationId);
            List<FollowClient> followers = load.clients().stream()
                    .filter(one -> one.account().uid() == pair[0].uid()
                            || one.account().uid() == pair[1].uid())
                    .toList();
            Pause.until(
                    Duration.ofSeconds(5),
                    () -> followers.stream()
                            .allMatch(one ->
                                    one.cursor(conversationId) >= head && one.version(conversationId) >= version));
            followers.forEach(one -> journal.follower(one, conversationId));
        }
    }

    private static Set<Finding.Kind> kinds(Journal journal) {
        return Checker.check(journal).stream().map(Finding::kind).collect(Collectors.toSet());
    }
}
