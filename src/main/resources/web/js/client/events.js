/** Takes an event that needs no answer into the store. Events this client has no use for change nothing. */
export function applyEvent(store, event, data) {
  const conversation = store.conversations.get(data.conversation_id);
  HANDLERS[event]?.(data, conversation, store);
  store.touch("list", "chat");
}

const HANDLERS = {
  read_receipt({ uid, read_seq }, conversation, store) {
    if (uid !== store.me.uid) conversation?.peerRead(read_seq);
  },

  read_sync(data, conversation) {
    conversation?.read(data);
  },

  conversation(object, conversation, store) {
    store.conversation(object.conversation_id).apply(object);
  },

  conversation_removed({ conversation_id }, conversation, store) {
    if (conversation) store.unlist(new Map([[conversation_id, conversation.maxSeq]]));
  },

  typing({ conversation_id, uid, state }, conversation, store) {
    store.alive(uid);
    if (conversation && uid !== store.me.uid) store.typing.heard(conversation_id, state);
  },

  presence(user, conversation, store) {
    store.setPresence([user]);
  },
};

/** The events that are changes of a conversation: each has a number there, and `changes` tells of it again. */
export const CHANGES = new Set(["revoked", "edited", "deleted", "cleared"]);

/** Those after which messages no longer count as unread. */
export const UNCOUNTS = new Set(["revoked", "deleted", "cleared"]);
