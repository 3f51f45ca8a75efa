import { applyChange } from "./changes.js";
import { MessageLog } from "./message-log.js";

/** What happens in a group is told there; it is nobody's chat. */
const GROUP_NOTICES = /^n_\d+$/u;

/** A conversation as this tab knows it. Numbers only rise, whatever order replies and events arrive in. */
export class Conversation {
  type = 1;
  peerUid = 0;
  topic = "";
  name = "";
  pinned = false;
  recvMsgOpt = 0;
  maxSeq = 0;
  readSeq = 0;
  peerReadSeq = 0;
  unread = 0;
  /** The change up to which everything that happened to its messages is in the log. */
  version = 0;
  /** The newest change anybody told of. */
  headVersion = 0;
  latest = null;
  /** Whether it belongs into the list: the server lists it, or a message came or went since it was hidden. */
  listed = false;
  /** Set while the first message to an account is on its way and the server has not named the conversation. */
  toAccount = "";
  /** The account it was started with in this tab, where it was. */
  account = "";
  /** When the newest message still on its way was written, 0 when there is none. */
  unsentAt = 0;
  /** Whether its newest page was ever read. */
  loaded = false;
  log = new MessageLog();

  constructor(id) {
    this.id = id;
  }

  /** One nobody has written to yet. */
  static draft(account) {
    const draft = new Conversation(`to:${account}`);
    draft.toAccount = account;
    draft.name = account;
    draft.loaded = true;
    return draft;
  }

  /** One that a message announced before the list did. */
  static of(message, me) {
    const made = new Conversation(message.conversation_id);
    made.type = message.conversation_type ?? 1;
    made.topic = message.topic ?? "";
    made.peerUid = made.type === 1 ? peerOf(message.conversation_id, me) : 0;
    made.name = message.send_uid === me ? "" : (message.sender_nickname ?? "");
    return made;
  }

  /** Takes a conversation object of the server. */
  apply(object) {
    this.type = object.conversation_type ?? this.type;
    this.peerUid = object.peer_uid ?? this.peerUid;
    this.topic = object.topic ?? this.topic;
    this.name = object.show_name || this.name;
    this.applySettings(object);
    // An object as new as this one knows best: what was the newest message may have been deleted.
    const current = (object.max_seq ?? 0) >= this.maxSeq && (object.version ?? 0) >= this.headVersion;
    const latest = object.latest_msg;
    if (current && latest !== undefined) this.latest = latest;
    else if (latest && latest.seq > (this.latest?.seq ?? 0)) this.latest = latest;
    this.applySeqs(object);
  }

  /** Takes what its owner set, all or some of it. */
  applySettings({ is_pinned, recv_msg_opt }) {
    this.pinned = is_pinned ?? this.pinned;
    this.recvMsgOpt = recv_msg_opt ?? this.recvMsgOpt;
  }

  /** Takes the numbers of a conversation object or of a `seqs` reply. */
  applySeqs(numbers) {
    const current = numbers.max_seq >= this.maxSeq && (numbers.read_seq ?? 0) >= this.readSeq;
    if (current && numbers.unread !== undefined) this.unread = numbers.unread;
    this.maxSeq = Math.max(this.maxSeq, numbers.max_seq ?? 0);
    this.readSeq = Math.max(this.readSeq, numbers.read_seq ?? 0);
    this.peerReadSeq = Math.max(this.peerReadSeq, numbers.peer_read_seq ?? 0);
    this.headVersion = Math.max(this.headVersion, numbers.version ?? 0);
    this.log.raise(this.maxSeq);
    this.log.minSeq = Math.max(this.log.minSeq, numbers.min_seq || 1);
  }

  /**
   * Takes a live message, or one's own as a reply placed it. Counts it as unread when it is beyond all that is
   * counted already.
   */
  receive(message, me) {
    const changed = this.log.add(message);
    if (!GROUP_NOTICES.test(this.id)) this.listed = true;
    const fresh = message.seq > this.maxSeq;
    if (message.seq >= (this.latest?.seq ?? 0) || message.seq === 0) this.latest = message;
    if (message.seq === 0) return changed;
    this.maxSeq = Math.max(this.maxSeq, message.seq);
    if (message.send_uid === me) {
      // Sending marks everything before as read, for all devices of the sender.
      this.readSeq = Math.max(this.readSeq, message.seq);
      if (message.seq >= this.maxSeq) this.unread = 0;
    } else if (fresh && message.seq > this.readSeq && message.options?.unread_count !== false) {
      this.unread++;
    }
    return changed;
  }

  /** Takes the reply of `read` or a `read_sync` event. */
  read({ read_seq, unread }) {
    if (read_seq < this.readSeq) return;
    this.readSeq = read_seq;
    this.unread = unread ?? (read_seq >= this.maxSeq ? 0 : this.unread);
  }

  peerRead(readSeq) {
    this.peerReadSeq = Math.max(this.peerReadSeq, readSeq);
  }

  /** Takes a change that came live. True when others before it are not known yet: they have to be asked for. */
  change(kind, change) {
    applyChange(this, kind, change);
    if (change.version === this.version + 1) this.version = change.version;
    this.headVersion = Math.max(this.headVersion, change.version);
    return this.behind;
  }

  /** Whether something happened to its messages that the log does not show. */
  get behind() {
    return this.loaded && this.headVersion > this.version;
  }

  /** Forgets its messages: the server knows another history, whose changes have this number now. */
  startAnew(version) {
    this.log.reset();
    this.loaded = false;
    this.latest = null;
    this.version = version;
    this.headVersion = version;
  }

  get muted() {
    return this.recvMsgOpt !== 0;
  }

  /** Whether its unread messages belong into the total. */
  get counts() {
    return this.type !== 4 && this.recvMsgOpt !== 1;
  }

  /** When it last changed for the eye: what the list is ordered by. */
  get time() {
    return Math.max(this.latest?.send_time ?? 0, this.unsentAt);
  }
}

/** The other user of a single conversation's id. */
export function peerOf(conversationId, me) {
  const match = /^si_(\d+)_(\d+)$/.exec(conversationId);
  if (!match) return 0;
  return Number(match[1]) === me ? Number(match[2]) : Number(match[1]);
}

/** Pinned first, then the newest message. */
export function byPlace(a, b) {
  if (a.pinned !== b.pinned) return a.pinned ? -1 : 1;
  return b.time - a.time || (a.id < b.id ? -1 : 1);
}
