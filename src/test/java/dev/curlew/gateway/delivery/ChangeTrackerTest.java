package dev.curlew.gateway.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChangeTrackerTest {

    private final ChangeTracker tracker = new ChangeTracker();

    @Test
    void theFloorRisesOverWhatCameInAnyOrder() {
        tracker.begin(10);
        tracker.delivered(12);
        assertThat(tracker.floor()).isEqualTo(10);
        assertThat(tracker.whole()).isFalse();
        tracker.delivered(11);
        assertThat(tracker.floor()).isEqualTo(12);
        assertThat(tracker.whole()).isTrue();
    }

    @Test
    void whatCameBeforeCountingBeganIsKept() {
        tracker.delivered(11);
        tracker.delivered(12);
        assertThat(tracker.begun()).isFalse();
        tracker.begin(10);
        assertThat(tracker.floor()).isEqualTo(12);
    }

    @Test
    void whatCameAndCouldNotBeHandedOnIsMissing() {
        tracker.begin(10);
        tracker.delivered(11);
        tracker.delivered(12);
        tracker.delivered(14);
        tracker.lost(12);
        assertThat(tracker.floor()).isEqualTo(11);
        tracker.lost(14);
        tracker.raise(13);
        assertThat(tracker.floor()).isEqualTo(13);
        tracker.delivered(14);
        assertThat(tracker.floor()).isEqualTo(14);
        tracker.lost(0);
        assertThat(tracker.floor()).isEqualTo(14);
    }

    @Test
    void whatIsLostBeforeCountingBeganChangesNothing() {
        tracker.lost(5);
        assertThat(tracker.begun()).isFalse();
    }

    @Test
    void countingBeginsOnce() {
        tracker.begin(10);
        tracker.begin(20);
        assertThat(tracker.floor()).isEqualTo(10);
    }

    @Test
    void aLostNumberKeepsTheFloorUntilItIsDealtWith() {
        tracker.begin(10);
        tracker.delivered(12);
        tracker.raise(11);
        assertThat(tracker.floor()).isEqualTo(12);
    }

    @Test
    void countingStartsAgainAfterALostCounter() {
        tracker.begin(1000);
        tracker.reset(3);
        tracker.delivered(4);
        assertThat(tracker.floor()).isEqualTo(4);
    }
}
