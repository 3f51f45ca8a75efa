/** Takes an event that needs no answer into the store. Events this client has no use for change nothing. */
export function applyEvent(store, event, data) {
  const handler = HANDLERS[event];
  if (!handler) return;
  handler(store, data);
  store.touch("list", "chat");
}

const HANDLERS = {
  read_receipt(store, { conversation_id, uid, read_seq }) {
    if (uid !== store.me.uid) store.conversation(conversation_id).peerRead(read_seq);
  },

  read_sync(store, data) {
    store.conversation(data.conversation_id).read(data);
  },

  conversation(store, object) {
    store.conversation(object.conversation_id).apply(object);
  },

  presence(store, user) {
    store.setPresence([user]);
  },

  revoked(store, { conversation_id, version, seq, uid, role, nickname, time }) {
    change(store, conversation_id, seq, { status: 5, content: {}, version, revoke: { uid, role, nickname, time } });
  },

  edited(store, { conversation_id, version, seq, content }) {
    change(store, conversation_id, seq, { content, version });
  },

  deleted(store, { conversation_id, seqs }) {
    const conversation = store.conversation(conversation_id);
    conversation.log.remove(seqs);
    if (seqs.includes(conversation.latest?.seq)) conversation.latest = conversation.log.messages().at(-1) ?? null;
  },

  cleared(store, { conversation_id, min_seq }) {
    const conversation = store.conversation(conversation_id);
    conversation.log.minSeq = Math.max(conversation.log.minSeq, min_seq);
    if ((conversation.latest?.seq ?? 0) < min_seq) conversation.latest = null;
  },
};

function change(store, conversationId, seq, fields) {
  const conversation = store.conversation(conversationId);
  conversation.log.change(seq, fields);
  if (conversation.latest?.seq === seq) conversation.latest = { ...conversation.latest, ...fields };
}
