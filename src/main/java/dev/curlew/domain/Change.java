package dev.curlew.domain;

import java.util.List;
import java.util.Map;

/**
 * Something that happened to a conversation besides a new message (rule 12). Changes of a conversation are numbered from one counter;
 * a device that was away asks for those above the number it knows.
 *
 * @param version number in the conversation; 0 until the log gave it one
 * @param owner the only member it concerns, 0 when it concerns all
 * @param uid who did it, 0 for the server itself
 * @param time server clock, milliseconds
 */
public record Change(String conversationId, long version, long owner, long uid, long time, What what) {

    /** What happened. */
    public sealed interface What {
        /** The kind, as {@code changes} names it. */
        String kind();

        /** The messages concerned. */
        default List<Long> seqs() {
            return List.of();
        }
    }

    /**
     * A message was taken back.
     *
     * @param role 1 member, 2 group admin, 3 group owner, 100 system admin (B-175)
     */
    public record Revoked(long seq, int role, String nickname) implements What {
        @Override
        public String kind() {
            return "revoked";
        }

        @Override
        public List<Long> seqs() {
            return List.of(seq);
        }
    }

    /**
     * A message got another content.
     *
     * @param content JSON text
     * @param expected the version of the message that was edited
     */
    public record Edited(long seq, String content, long expected) implements What {
        @Override
        public String kind() {
            return "edited";
        }

        @Override
        public List<Long> seqs() {
            return List.of(seq);
        }
    }

    /**
     * A review ended. Passed, the message is there for all from now on; else for nobody, its sender included.
     *
     * @param reviewer as whoever decided named them, may be empty
     * @param reason may be empty; neither is told to clients
     */
    public record Reviewed(long seq, boolean passed, String reviewer, String reason) implements What {
        @Override
        public String kind() {
            return passed ? "released" : "rejected";
        }

        @Override
        public List<Long> seqs() {
            return List.of(seq);
        }
    }

    /** Messages were deleted: for the change's owner, or, without one, for all. */
    public record Deleted(List<Long> seqs) implements What {
        @Override
        public String kind() {
            return "deleted";
        }
    }

    /** The owner sees nothing below this number any more. */
    public record Cleared(long minSeq) implements What {
        @Override
        public String kind() {
            return "cleared";
        }
    }

    /** Settings got these values; names and values as the contract has them. */
    public record Settings(Map<String, Object> values) implements What {
        @Override
        public String kind() {
            return "settings";
        }
    }

    public boolean concernsAll() {
        return owner == 0;
    }

    /** The members it concerns, of a conversation between two. */
    public List<Long> concerned(ConversationId conversation) {
        return concernsAll() ? List.of(conversation.lowUid(), conversation.highUid()) : List.of(owner);
    }

    public Change numbered(long number) {
        return new Change(conversationId, number, owner, uid, time, what);
    }
}
