const SETTLE_MS = 150;

/** Asks how much is unread where it cannot be worked out here: whether a message that went had been counted only the server knows. */
export class UnreadCheck {
  #due = new Set();
  #timer = 0;

  /**
   * @param {object} parts
   * @param {(op: string, data: object) => Promise<object>} parts.request
   * @param {import("./store.js").Store} parts.store
   * @param {number} parts.settleMs many changes within this time make one request
   */
  constructor({ request, store, settleMs = SETTLE_MS }) {
    Object.assign(this, { request, store, settleMs });
  }

  ask(conversation) {
    this.#due.add(conversation);
    this.#timer ||= setTimeout(() => this.#run(), this.settleMs);
  }

  async #run() {
    this.#timer = 0;
    const asked = new Map([...this.#due].map((conversation) => [conversation.id, conversation]));
    this.#due.clear();
    try {
      const reply = await this.request("seqs", { conversation_ids: [...asked.keys()] });
      for (const numbers of reply.conversations) this.#take(asked.get(numbers.conversation_id), numbers);
      this.store.touch("list", "chat");
    } catch {
      // After a reconnect the numbers of all conversations are asked for.
    }
  }

  #take(conversation, numbers) {
    // A message that came while the reply was on its way is not in its numbers.
    if (numbers.max_seq < conversation.maxSeq) this.ask(conversation);
    conversation.applySeqs(numbers);
  }
}
