import { byPlace, Conversation } from "../core/conversation.js";
import { TypingPeers } from "../core/typing.js";

/**
 * What the views show. Changes are announced once per turn, however many there were:
 * `list` (any conversation), `chat` (the selected one), `connection`, `presence`.
 */
export class Store extends EventTarget {
  #changed = new Set();
  conversations = new Map();
  presence = new Map();
  selectedId = null;
  connection = { name: "connecting", transport: "" };
  /** Whether the list was read from the server at least once. */
  listRead = false;

  /** @param {{uid: number, account: string, tenant: string}} me */
  constructor(me) {
    super();
    this.me = me;
    this.typing = new TypingPeers({ onChange: () => this.touch("presence") });
  }

  get selected() {
    return this.conversations.get(this.selectedId) ?? null;
  }

  /** In the order of the list. What is not in the server's shows up with its first message, a draft also while it is selected. */
  ordered() {
    const shown = (c) => c.listed || c.unsentAt > 0 || (c.toAccount !== "" && c.id === this.selectedId);
    return [...this.conversations.values()].filter(shown).sort(byPlace);
  }

  get totalUnread() {
    let total = 0;
    for (const conversation of this.conversations.values()) if (conversation.listed && conversation.counts) total += conversation.unread;
    return total;
  }

  /** The conversation of that id, made when a message or an address is the first to speak of it. */
  conversation(id) {
    let found = this.conversations.get(id);
    if (!found) {
      found = Conversation.of({ conversation_id: id, conversation_type: typeOf(id) }, this.me.uid);
      this.conversations.set(id, found);
    }
    return found;
  }

  select(id) {
    this.selectedId = id;
    this.touch("list", "chat");
  }

  draft(account) {
    const draft = Conversation.draft(account);
    if (!this.conversations.has(draft.id)) this.conversations.set(draft.id, draft);
    return this.conversations.get(draft.id);
  }

  /** The first message of a draft found its conversation: the draft goes, what was selected stays selected. */
  bindDraft(draftId, conversationId) {
    const draft = this.conversations.get(draftId);
    if (!draft) return;
    this.conversations.delete(draftId);
    const real = this.conversation(conversationId);
    if (!real.name) real.name = draft.name;
    real.account = draft.toAccount;
    if (this.selectedId === draftId) this.selectedId = conversationId;
    this.dispatchEvent(new CustomEvent("bound", { detail: { draftId, conversationId } }));
    this.touch("list", "chat");
  }

  /** Takes a conversation the server lists. */
  list(object) {
    const conversation = this.conversation(object.conversation_id);
    conversation.apply(object);
    conversation.listed = true;
  }

  /**
   * Takes conversations out of the list; what is known of them stays until they are back.
   *
   * @param {Map<string, number>} heads their ids, and the newest numbers they were known to have: one that has a newer one by now stays
   */
  unlist(heads) {
    for (const [id, head] of heads) {
      const conversation = this.conversations.get(id);
      if (conversation && conversation.maxSeq <= head) conversation.listed = false;
    }
    this.touch("list", "chat");
  }

  setConnection(state) {
    this.connection = state;
    this.touch("connection");
  }

  setPresence(users) {
    for (const user of users) this.presence.set(user.uid, { ...this.presence.get(user.uid), ...user });
    this.touch("presence");
  }

  /** Somebody just did something; presence is sampled and says so only later. */
  alive(uid) {
    if (uid !== this.me.uid && this.presence.get(uid)?.state !== "online") this.setPresence([{ uid, state: "online" }]);
  }

  /** Announces changes at the end of this turn. Not by animation frame: a hidden tab gets none and still shows a title. */
  touch(...kinds) {
    if (this.#changed.size === 0) queueMicrotask(() => this.#announce());
    for (const kind of kinds) this.#changed.add(kind);
  }

  #announce() {
    const kinds = [...this.#changed];
    this.#changed.clear();
    for (const kind of kinds) this.dispatchEvent(new Event(kind));
  }
}

function typeOf(id) {
  if (id.startsWith("sg_")) return 2;
  return id.startsWith("n_") ? 4 : 1;
}
