package dev.curlew.store.mongo;

/** The collections of a tenant's database. */
final class Collections {

    /** Places taken: {@code _id} is the server message id, so one per (conversation, sender, client id) (rule 1). */
    static final String CLAIM = "msg_claim";

    /** Documents of 100 messages (B-167). */
    static final String MSG = "msg";

    /** One per conversation: reserved block end, lowest number, durable head (B-155). */
    static final String SEQ = "seq";

    /** One per (user, conversation): read position and bounds (B-160). */
    static final String SEQ_USER = "seq_user";

    /** One per (owner, conversation): settings (B-134). */
    static final String CONVERSATION = "conversation";

    /** What happened to conversations besides messages, numbered (rule 12). */
    static final String CHANGE = "conversation_change";

    /** What is to burn after it was read. */
    static final String BURN = "burn";

    private Collections() {}
}
