import { ChangeFeed } from "./change-feed.js";

/** Pages: history as the user scrolls, and what was missed. */
const PAGE = 50;
const MISSED_PAGE = 200;
/** Beyond this many missed numbers the chat starts anew at its end; the rest is history to scroll to. */
const MISSED_MAX = 400;
const RETRY_MS = 1_000;
const RETRIES = 8;

/** Brings the logs up to what the server has: newest page, gaps, older history. One request a conversation at a time. */
export class CatchUp {
  #running = new Map();
  #timers = new Map();
  #feed;

  /**
   * @param {object} parts
   * @param {(op: string, data: object) => Promise<object>} parts.request
   * @param {import("./store.js").Store} parts.store
   */
  constructor({ request, store }) {
    Object.assign(this, { request, store });
    this.#feed = new ChangeFeed({ request });
  }

  /** The server says conversations moved without their bodies: `sync`, or the reply of `ping`. */
  hint(conversations) {
    for (const { conversation_id, max_seq, version } of conversations) {
      const conversation = this.store.conversations.get(conversation_id);
      if (!conversation) continue;
      conversation.log.raise(max_seq);
      conversation.headVersion = Math.max(conversation.headVersion, version ?? 0);
      this.#once(conversation, async () => {
        // Nothing is missing here, but the server does not know: reading the end tells it.
        const complete = conversation.loaded && conversation.log.gaps().length === 0 && !conversation.behind;
        if (complete) await this.#page(conversation, { after_seq: max_seq - 1 }, PAGE);
        await this.#fill(conversation);
        await this.#numbers(conversation);
      });
    }
  }

  /** Reads the newest page of a conversation that is opened for the first time. */
  open(conversation) {
    if (conversation.loaded || conversation.toAccount) return;
    this.#once(conversation, () => this.#fill(conversation));
  }

  /** Fills what is missing, now or after a moment in which a late event may still fill it. */
  check(conversation, delayMs = 0) {
    const missing = () => conversation.loaded && (conversation.log.gaps().length > 0 || conversation.behind);
    if (!missing() || this.#timers.has(conversation.id)) return;
    const run = () => {
      this.#timers.delete(conversation.id);
      if (!missing()) return;
      this.#once(conversation, async () => {
        await this.#fill(conversation);
        await this.#numbers(conversation);
      });
    };
    this.#timers.set(conversation.id, setTimeout(run, delayMs));
  }

  /** A message is not what it was taken for: whatever happened is read, announced or not. */
  moved(conversation) {
    conversation.headVersion = Math.max(conversation.headVersion, conversation.version + 1);
    this.check(conversation);
  }

  /** After a reconnect: every log that was read is brought to its end. */
  all() {
    for (const conversation of this.store.conversations.values()) this.#again(conversation);
  }

  /** One more page upwards. */
  older(conversation) {
    if (!conversation.log.hasOlder) return Promise.resolve();
    return this.#once(conversation, async () => {
      await this.#page(conversation, { before_seq: conversation.log.lowest }, PAGE);
      await this.#fill(conversation);
    });
  }

  isBusy(conversation) {
    return this.#running.has(conversation.id);
  }

  async #fill(conversation) {
    const log = conversation.log;
    for (let idle = 0; idle < RETRIES; ) {
      const gaps = log.gaps();
      const missing = gaps.reduce((sum, [a, b]) => sum + b - a + 1, 0);
      if (!conversation.loaded || missing > MISSED_MAX) {
        if (conversation.loaded) log.reset();
        await this.#page(conversation, {}, PAGE);
        conversation.loaded = true;
        this.store.touch("chat");
      } else if (missing === 0) {
        // Read anew is read from its end, and what happens meanwhile is asked for again.
        if (await this.#feed.read(conversation)) return;
        idle++;
      } else {
        const { progress } = await this.#page(conversation, { after_seq: gaps[0][0] - 1 }, MISSED_PAGE);
        // A number whose body is still being written: it comes or is filled within seconds.
        idle = progress ? 0 : idle + 1;
        if (!progress) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  async #page(conversation, bound, limit) {
    // A page holds what happened before it was asked for. What comes while it is on its way is asked for again.
    const version = conversation.loaded ? conversation.version : conversation.headVersion;
    const page = await this.request("pull", { conversation_id: conversation.id, ...bound, limit });
    const result = conversation.log.addPage(page, bound);
    conversation.version = version;
    for (const message of page.messages) {
      if (message.seq >= (conversation.latest?.seq ?? 0)) conversation.latest = message;
    }
    this.store.touch("list", "chat");
    return result;
  }

  async #numbers(conversation) {
    const reply = await this.request("seqs", { conversation_ids: [conversation.id] });
    for (const numbers of reply.conversations) conversation.applySeqs(numbers);
    this.store.touch("list", "chat");
  }

  /** Work on one conversation does not overlap: what comes meanwhile is looked at when it is done. */
  #once(conversation, work) {
    const running = this.#running.get(conversation.id);
    if (running) {
      running.again = true;
      return running.done;
    }
    const run = { again: false };
    this.#running.set(conversation.id, run);
    run.done = work()
      .catch((failure) => {
        // Without an answer the reconnect starts over; other passing troubles are tried again here.
        if (failure.retryable && failure.code !== 0) setTimeout(() => this.#again(conversation), 2 * RETRY_MS);
      })
      .finally(() => {
        this.#running.delete(conversation.id);
        this.store.touch("chat");
        if (run.again) this.#again(conversation);
      });
    return run.done;
  }

  #again(conversation) {
    if (conversation.loaded) this.check(conversation);
    else if (conversation.id === this.store.selectedId) this.open(conversation);
  }
}
