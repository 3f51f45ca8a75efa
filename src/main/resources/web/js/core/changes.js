/**
 * What can happen to a conversation besides new messages, as events, as replies of one's own requests and as entries of `changes`.
 * Each may come twice, late or before others: one that is older than what it would change changes nothing. An unknown kind is ignored.
 *
 * @param {import("./conversation.js").Conversation} conversation
 * @param {string} kind
 * @param {object} change
 */
export function applyChange(conversation, kind, change) {
  KINDS[kind]?.(conversation, change);
}

const KINDS = {
  revoked(conversation, { seq, version, uid, role, nickname, time }) {
    rewrite(conversation, seq, version, { status: 5, content: {}, revoke: { uid, role, nickname, time } });
  },

  edited(conversation, { seq, version, content }) {
    rewrite(conversation, seq, version, { content });
  },

  deleted(conversation, { seqs }) {
    conversation.log.remove(seqs);
    const { latest } = conversation;
    if (latest?.seq > 0 && seqs.includes(latest.seq)) conversation.latest = conversation.log.messages().at(-1) ?? null;
  },

  released(conversation, { seq, message }) {
    if (message) conversation.log.add(message);
    if (message && seq > (conversation.latest?.seq ?? 0)) conversation.latest = message;
  },

  cleared(conversation, { min_seq }) {
    const { log } = conversation;
    log.minSeq = Math.max(log.minSeq, min_seq);
    if ((conversation.latest?.seq ?? 0) < min_seq) conversation.latest = null;
    conversation.read({ read_seq: min_seq - 1 });
  },

  settings(conversation, settings) {
    conversation.applySettings(settings);
  },
};

/** A message that was taken back stays so, and an older text does not come back over a newer one. */
function rewrite(conversation, seq, version, fields) {
  const newer = (message) => message && message.status !== 5 && version > (message.version ?? 0);
  if (newer(conversation.log.find(seq))) conversation.log.change(seq, { ...fields, version });
  const { latest } = conversation;
  if (latest?.seq === seq && newer(latest)) conversation.latest = { ...latest, ...fields, version };
}
