/** Says that one types, at most every so often; says that one stopped once. */
export class TypingSender {
  #uid = 0;
  #said = 0;

  /**
   * @param {object} parts
   * @param {(uid: number, state: string) => void} parts.say
   * @param {number} parts.everyMs
   * @param {() => number} parts.now milliseconds of any clock that only rises
   */
  constructor({ say, everyMs = 3_000, now = () => performance.now() }) {
    Object.assign(this, { say, everyMs, now });
  }

  /** Something was typed to that user. */
  typed(uid) {
    if (this.#uid !== uid) this.stopped();
    if (!uid || (this.#uid === uid && this.now() - this.#said < this.everyMs)) return;
    this.#uid = uid;
    this.#said = this.now();
    this.say(uid, "start");
  }

  /** It was sent, given up or left. */
  stopped() {
    if (this.#uid) this.say(this.#uid, "stop");
    this.#uid = 0;
  }
}

/** Who is typing where. The end is not always said, so each ends by itself. */
export class TypingPeers {
  #timers = new Map();

  /** @param {{onChange: () => void, endsMs: number, timers: {setTimeout: Function, clearTimeout: Function}}} parts */
  constructor({ onChange, endsMs = 6_000, timers = globalThis }) {
    Object.assign(this, { onChange, endsMs, timers });
  }

  is(conversationId) {
    return this.#timers.has(conversationId);
  }

  /** Takes a `typing` event. */
  heard(conversationId, state) {
    if (state !== "start") {
      this.ended(conversationId);
      return;
    }
    this.timers.clearTimeout(this.#timers.get(conversationId));
    const fresh = !this.is(conversationId);
    this.#timers.set(conversationId, this.timers.setTimeout(() => this.ended(conversationId), this.endsMs));
    if (fresh) this.onChange();
  }

  ended(conversationId) {
    if (!this.is(conversationId)) return;
    this.timers.clearTimeout(this.#timers.get(conversationId));
    this.#timers.delete(conversationId);
    this.onChange();
  }
}
