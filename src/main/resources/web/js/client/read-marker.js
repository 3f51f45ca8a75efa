const SETTLE_MS = 150;

/** Tells the server what was read: the chat is selected, its end in view, the tab visible and focused. */
export class ReadMarker {
  #timer = 0;
  #asked = new Map();

  /**
   * @param {object} parts
   * @param {(op: string, data: object) => Promise<object>} parts.request
   * @param {import("./store.js").Store} parts.store
   * @param {() => boolean} parts.isWatched whether the end of the selected chat is in front of the user
   * @param {(conversation: object) => void} parts.recount asks how much is unread by now
   */
  constructor({ request, store, isWatched, recount }) {
    Object.assign(this, { request, store, isWatched, recount });
  }

  /** Looks soon; many messages in one moment make one request. */
  check() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#mark(), SETTLE_MS);
  }

  /** After a reconnect nothing counts as asked. */
  reset() {
    this.#asked.clear();
  }

  async #mark() {
    const conversation = this.store.selected;
    if (!conversation || !this.isWatched()) return;
    const seq = conversation.log.highest;
    if (seq <= conversation.readSeq && conversation.unread === 0) return;
    if (seq === 0 || (this.#asked.get(conversation.id) ?? 0) >= seq) return;
    this.#asked.set(conversation.id, seq);
    const known = conversation.maxSeq;
    try {
      conversation.read(await this.request("read", { conversation_id: conversation.id, read_seq: seq }));
      // What came while the reply was on its way is not in its number.
      if (conversation.maxSeq > known) this.recount(conversation);
      this.store.touch("list", "chat");
    } catch {
      this.#asked.delete(conversation.id);
    }
  }
}
