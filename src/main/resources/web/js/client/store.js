import { byPlace, Conversation } from "../core/conversation.js";

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
  listed = false;

  /** @param {{uid: number, account: string, tenant: string}} me */
  constructor(me) {
    super();
    this.me = me;
  }

  get selected() {
    return this.conversations.get(this.selectedId) ?? null;
  }

  /** In the order of the list. A draft shows up there with its first message. */
  ordered() {
    const shown = (c) => !c.toAccount || c.unsentAt > 0 || c.id === this.selectedId;
    return [...this.conversations.values()].filter(shown).sort(byPlace);
  }

  get totalUnread() {
    let total = 0;
    for (const conversation of this.conversations.values()) if (conversation.counts) total += conversation.unread;
    return total;
  }

  /** The conversation of that id, made when a message or a hint is the first to speak of it. */
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
    if (this.selectedId === draftId) this.selectedId = conversationId;
    this.dispatchEvent(new CustomEvent("bound", { detail: { draftId, conversationId } }));
    this.touch("list", "chat");
  }

  /**
   * Takes the whole list of the server; what it no longer holds leaves this one too.
   *
   * @param {object[]} objects
   * @param {Set<string>} before the ids that were here when the list was asked for
   */
  replaceList(objects, before) {
    const listed = new Set(objects.map((object) => object.conversation_id));
    for (const id of before) {
      const gone = !listed.has(id) && id !== this.selectedId && !this.conversations.get(id)?.toAccount;
      if (gone) this.conversations.delete(id);
    }
    for (const object of objects) this.conversation(object.conversation_id).apply(object);
    this.listed = true;
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
