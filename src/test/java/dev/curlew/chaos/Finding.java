package dev.curlew.chaos;

/** One way in which the product fell short. */
public record Finding(Kind kind, String detail) {

    /** What was broken; the text names the invariant. */
    public enum Kind {
        LOST_ACKED("I1: acknowledged, not in a member's history"),
        ACK_SEQ_DIFFERS("I1: acknowledged with another number than the history has"),
        ACK_ID_DIFFERS("I1: acknowledged with another id than the history has"),
        REFUSED_BUT_STORED("I1: answered as refused, yet stored"),
        STORED_TWICE("I2: one client id stored twice"),
        ACKS_DIVERGE("I2: the same client id acknowledged with different places"),
        DUPLICATE_UNMARKED("I2: more than one answer claims to be the first"),
        TWO_CONTENTS("I3: one number, two messages"),
        CONTENT_CHANGED("I3: not the content that was sent"),
        EVENT_ORDER("I3: events of a conversation did not rise on a socket"),
        HISTORY_ORDER("I3: a page is not ascending"),
        SEND_ORDER("I3: pipelined sends changed their order"),
        HISTORIES_DIFFER("I4: the members' histories differ"),
        HISTORY_INCOMPLETE("I4: numbers below the head never resolved"),
        MISSED("I4: a following client misses a message"),
        SEEN_NOT_STORED("I4: seen, but not in the history"),
        PAGE_GAP("I4: a page skips numbers without a reason"),
        ABOVE_HEAD("I4: a page shows numbers above its head"),
        ABSENT_RETURNED("I4: a number once absent became present"),
        HEAD_FELL("I4: a head fell"),
        READ_POSITION_FELL("I9: a read position fell"),
        FOREIGN_DATA("I5: another conversation's data"),
        BEYOND_BOUND("I5: saw what was said before they came or after they went"),
        SPOKE_AFTER_REMOVAL("I5: acknowledged to somebody who was out of the group"),
        HEARD_AFTER_REMOVAL("I5: told of a group more than 5 s after being out of it"),
        UNKNOWN_MESSAGE("I5: a message nobody sent"),
        UNANSWERED("I6: neither answered nor closed in 15 s"),
        CLOSED_WITHOUT_WORD("I6: a socket of a stopping node did not end with 1012"),
        REVOKE_LOST("I10: a revoke was acknowledged, and a member's history shows the message as it was"),
        EDIT_LOST("I10: an edit was acknowledged, and a member's history has neither it nor a later one"),
        SEEN_AFTER_REVOKE("I10: pulled as it was after its revoke was acknowledged"),
        CHANGE_REFUSED("I10: a change was refused without a reason"),
        CHANGE_UNASKED("I10: changed though nobody asked for it, or only somebody who was refused"),
        TWO_VERSIONS("I10: one version of a message, two contents"),
        VERSION_FELL("I10: the version of a message fell"),
        CHANGE_NUMBERS("I10: changes have no number of their own, or do not rise"),
        FOLLOWER_DIFFERS("I10: a client that followed events and changes does not have what the history has"),
        OTHERS_SLOWED("I6: a request that needs nothing of what was broken was late"),
        MEMBERS_SLOWED("I6: members who read waited for those who do not"),
        SLOW_NOT_TOLD("I6: a client that did not read was neither told to pull nor closed"),
        INTERNAL_ERROR("I6: 50000 where a typed error is owed"),
        ANSWERED_TWICE("I6: more than one answer"),
        SERVED_AFTER_REVOKE("I5: told something more than 5 s after the right to it ended"),
        PRESENCE_WRONG("I8: presence not true in time"),
        UNREAD_WRONG("I9: unread is not what is visible above the read position"),
        UNREAD_DIFFERS("I9: two devices were told different counts or read positions"),
        NOT_LIVE("recovery: no live delivery between two nodes after healing"),
        LAG("recovery: consumers did not catch up"),
        NOT_RECOVERED("recovery: did not come back to work in time");

        private final String meaning;

        Kind(String meaning) {
            this.meaning = meaning;
        }

        public String meaning() {
            return meaning;
        }
    }

    @Override
    public String toString() {
        return kind + " (" + kind.meaning() + "): " + detail;
    }
}
