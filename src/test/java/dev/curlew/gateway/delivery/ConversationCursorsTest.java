package dev.curlew.gateway.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.store.Standings.Standing;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConversationCursorsTest {

    private static final String CHAT = "si_1_2";

    private final ConversationCursors cursors = new ConversationCursors(100);

    @Test
    void numbersArePushedOnceAndRising() {
        assertThat(cursors.accepts(CHAT, 5)).isTrue();
        assertThat(cursors.pushed(CHAT, 5)).isFalse();
        assertThat(cursors.accepts(CHAT, 5)).isFalse();
        assertThat(cursors.accepts(CHAT, 4)).isFalse();
        assertThat(cursors.accepts(CHAT, 6)).isTrue();
    }

    @Test
    void numberZeroAlwaysPasses() {
        cursors.pushed(CHAT, 5);
        assertThat(cursors.accepts(CHAT, 0)).isTrue();
    }

    @Test
    void aGapIsAnnouncedOnceAndStaysOpenUntilPulled() {
        cursors.pushed(CHAT, 5);
        assertThat(cursors.pushed(CHAT, 8)).isTrue();
        assertThat(cursors.pushed(CHAT, 9)).isFalse();
        assertThat(cursors.behind()).containsExactly(Map.entry(CHAT, 8L));
        cursors.pulled(CHAT, 6, 9, 9);
        assertThat(cursors.behind()).isEmpty();
        assertThat(cursors.pushed(CHAT, 10)).isFalse();
    }

    @Test
    void whatCameWhileHeadsWereLookedUpIsNotNamedByANumberBelowThem() {
        cursors.pushed(CHAT, 5);
        cursors.pushed(CHAT, 8);
        cursors.pushed("sg_3", 250);
        cursors.pushed("sg_3", 252);
        assertThat(cursors.missing(Set.of(CHAT), Map.of(CHAT, new Standing(12, 0))))
                .containsExactly(Map.entry(CHAT, new Standing(12, 0)));
        assertThat(cursors.missing(Set.of(CHAT), Map.of()))
                .as("what cannot be looked up is named as it was known")
                .containsExactly(Map.entry(CHAT, new Standing(12, 0)));
    }

    @Test
    void aPageThatLeavesThePartBelowUnknownDoesNotCloseTheGap() {
        cursors.pushed(CHAT, 5);
        cursors.verify();
        cursors.pushed(CHAT, 20);
        cursors.pulled(CHAT, 12, 15, 20);
        assertThat(cursors.behind()).containsEntry(CHAT, 20L);
        cursors.pulled(CHAT, 6, 12, 20);
        cursors.pulled(CHAT, 13, 20, 20);
        assertThat(cursors.behind()).isEmpty();
    }

    @Test
    void ownAcknowledgedNumbersFillTheGapAndAreNeverPushed() {
        cursors.pushed(CHAT, 5);
        cursors.acked(CHAT, 7);
        assertThat(cursors.accepts(CHAT, 6)).isTrue();
        assertThat(cursors.pushed(CHAT, 6)).isFalse();
        assertThat(cursors.accepts(CHAT, 7)).isFalse();
        assertThat(cursors.pushed(CHAT, 8)).isFalse();
        assertThat(cursors.behind()).isEmpty();
    }

    @Test
    void aPushUnderWayWhenALaterSendWasAcknowledgedStillComes() {
        cursors.acked(CHAT, 7);
        assertThat(cursors.accepts(CHAT, 6)).isTrue();
        assertThat(cursors.pushed(CHAT, 6)).isFalse();
        assertThat(cursors.accepts(CHAT, 7)).isFalse();
    }

    @Test
    void aMissingNumberBelowAnAcknowledgedOneIsAGap() {
        cursors.pushed(CHAT, 5);
        cursors.acked(CHAT, 7);
        assertThat(cursors.pushed(CHAT, 8)).isTrue();
    }

    @Test
    void aFirstPushIsDoubtedUntilVerified() {
        cursors.pushed(CHAT, 5);
        assertThat(cursors.compare(at(5))).containsEntry(CHAT, new Standing(5, 0));

        ConversationCursors trusted = new ConversationCursors(100);
        trusted.pushed(CHAT, 5);
        trusted.verify();
        assertThat(trusted.compare(at(5))).isEmpty();
        assertThat(trusted.compare(at(6))).containsEntry(CHAT, new Standing(6, 0));
    }

    @Test
    void aConversationNeverHeardOfIsBehindItsHead() {
        assertThat(cursors.compare(at(3))).containsEntry(CHAT, new Standing(3, 0));
        assertThat(cursors.behind()).containsEntry(CHAT, 3L);
        cursors.pulled(CHAT, 1, 3, 3);
        assertThat(cursors.behind()).isEmpty();
        assertThat(cursors.compare(at(3))).isEmpty();
    }

    @Test
    void aBodyLeftOutIsOpenUntilPulled() {
        cursors.pushed(CHAT, 5);
        cursors.leftOut(CHAT, 6);
        cursors.leftOut(CHAT, 7);
        assertThat(cursors.behind()).containsEntry(CHAT, 7L);
        assertThat(cursors.accepts(CHAT, 7)).isFalse();
        assertThat(cursors.pushed(CHAT, 8)).as("the hint names it already").isFalse();
        cursors.pulled(CHAT, 6, 8, 8);
        assertThat(cursors.behind()).isEmpty();
    }

    @Test
    void memoryIsBounded() {
        ConversationCursors few = new ConversationCursors(3);
        for (int i = 2; i < 50; i++) {
            few.pushed("si_1_" + i, 1);
            few.leftOut("si_1_" + i, 2);
        }
        assertThat(few.size()).isEqualTo(3);
        assertThat(few.behind()).hasSize(3);
    }

    @Test
    void aChangeIsToldOnceAndKnownOnceAskedFor() {
        trust(5);
        assertThat(cursors.compare(Map.of(CHAT, new Standing(5, 3)))).containsEntry(CHAT, new Standing(5, 3));
        assertThat(cursors.compare(Map.of(CHAT, new Standing(5, 3)))).isEmpty();
        cursors.changesTold(CHAT, 7);
        assertThat(cursors.compare(Map.of(CHAT, new Standing(5, 7)))).isEmpty();
        assertThat(cursors.compare(Map.of(CHAT, new Standing(5, 8)))).containsEntry(CHAT, new Standing(5, 8));
    }

    private void trust(long seq) {
        cursors.pushed(CHAT, seq);
        cursors.verify();
    }

    private static Map<String, Standing> at(long head) {
        return Map.of(CHAT, new Standing(head, 0));
    }

    /** Whatever happened before, one look at a run says what a look at each of its numbers would. */
    @Test
    void aRunIsTakenInOneLookOnlyWhereEachOfItsNumbersWouldBe() {
        Random random = new Random(7);
        int looks = 0;
        for (int round = 0; round < 2_000; round++) {
            ConversationCursors inOne = new ConversationCursors(100);
            ConversationCursors oneByOne = new ConversationCursors(100);
            long at = 1;
            for (int step = 0; step < 8; step++) {
                long first = Math.max(1, at + random.nextInt(4) - 1);
                long last = first + random.nextInt(4);
                switch (random.nextInt(4)) {
                    case 0 -> {
                        inOne.acked(CHAT, last);
                        oneByOne.acked(CHAT, last);
                    }
                    case 1 -> {
                        inOne.pulled(CHAT, 1, last, last);
                        oneByOne.pulled(CHAT, 1, last, last);
                    }
                    default -> {
                        boolean taken = inOne.follows(CHAT, first, last);
                        looks += taken ? 1 : 0;
                        for (long seq = first; seq <= last; seq++) {
                            var push = oneByOne.push(CHAT, seq, -1);
                            assertThat(taken && push != ConversationCursors.Push.TAKEN)
                                    .isFalse();
                            if (!taken) {
                                assertThat(inOne.push(CHAT, seq, -1)).isEqualTo(push);
                            }
                        }
                        at = last + 1;
                    }
                }
                assertThat(inOne.behind()).isEqualTo(oneByOne.behind());
                assertThat(inOne.accepts(CHAT, last)).isEqualTo(oneByOne.accepts(CHAT, last));
            }
        }
        assertThat(looks).isPositive();
    }
}
