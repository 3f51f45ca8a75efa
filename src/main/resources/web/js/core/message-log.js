import { Ranges } from "./ranges.js";

/** What one sender called one message: unique in a conversation, known before the server gave a number. */
export function keyOf(message) {
  return `${message.send_uid}:${message.client_msg_id}`;
}

/**
 * The messages of one conversation as this tab knows them: each once, in the order of `seq`.
 * `covered` says which numbers are accounted for (held, absent or waiting for review), so that a gap can be told
 * from a number that will never come.
 */
export class MessageLog {
  #byKey = new Map();
  #placed = [];
  #live = [];
  #covered = new Ranges();
  minSeq = 1;
  maxSeq = 0;

  /** Takes a message that came live, by a reply or in a page. True when it was not there before or is different now. */
  add(message) {
    const key = keyOf(message);
    const held = this.#byKey.get(key);
    if (held && !isNewer(message, held)) return false;
    if (message.seq > 0) {
      this.#drop(held);
      const at = this.#position(message.seq);
      const same = this.#placed[at];
      if (same && same.seq === message.seq) {
        this.#byKey.delete(keyOf(same));
        this.#placed.splice(at, 1, message);
      } else {
        this.#placed.splice(at, 0, message);
      }
      this.#covered.add(message.seq);
      this.maxSeq = Math.max(this.maxSeq, message.seq);
    } else if (!held) {
      // Live only: it has no number and keeps the place it arrived at.
      this.#live.push({ message, after: this.highest });
    }
    this.#byKey.set(key, message);
    return true;
  }

  /**
   * Takes a page.
   *
   * @param {object} page the reply of `pull`
   * @param {{after_seq?: number, before_seq?: number}} query what was asked; no bound: the newest page
   * @return {{added: number, progress: boolean}} progress is false when the page accounts for nothing new: asking again
   *     at once would only repeat it
   */
  addPage(page, query = {}) {
    const before = JSON.stringify(this.#covered.toArray());
    let added = 0;
    for (const message of page.messages) if (this.add(message)) added++;
    const extra = [...(page.absent ?? []), ...(page.pending ?? [])];
    for (const [a, b] of extra) this.#covered.add(a, b);
    this.minSeq = Math.max(this.minSeq, page.min_seq || 1);
    this.maxSeq = Math.max(this.maxSeq, page.max_seq || 0);
    const numbers = page.messages.map((m) => m.seq).concat(extra.flat());
    if (query.after_seq !== undefined) {
      const end = page.has_more ? Math.max(query.after_seq, ...numbers) : Math.max(page.max_seq, ...numbers);
      this.#covered.add(query.after_seq + 1, end);
    } else {
      const end = query.before_seq === undefined ? Math.max(page.max_seq, ...numbers) : query.before_seq - 1;
      const start = page.has_more ? Math.min(end + 1, ...numbers) : page.min_seq || 1;
      this.#covered.add(start, end);
    }
    return { added, progress: JSON.stringify(this.#covered.toArray()) !== before };
  }

  /** The server says the conversation reaches at least this far. */
  raise(maxSeq) {
    this.maxSeq = Math.max(this.maxSeq, maxSeq);
  }

  /** Numbers between what is held and the end of the conversation that nothing accounts for yet. */
  gaps() {
    if (this.#covered.lowest === 0) return this.maxSeq > 0 ? [[this.minSeq, this.maxSeq]] : [];
    return this.#covered.gaps(Math.max(this.minSeq, this.#covered.lowest), this.maxSeq);
  }

  /** Whether anything was ever loaded or received. */
  get started() {
    return this.#covered.lowest > 0;
  }

  /** Whether scrolling up can bring more. */
  get hasOlder() {
    return this.started && this.#covered.lowest > this.minSeq;
  }

  get lowest() {
    return this.#covered.lowest;
  }

  /** The highest number held, 0 when none. */
  get highest() {
    return this.#placed.length === 0 ? 0 : this.#placed[this.#placed.length - 1].seq;
  }

  /** In the order they are shown. */
  messages() {
    const shown = this.#placed.filter((m) => m.seq >= this.minSeq);
    for (const { message, after } of this.#live) {
      let at = shown.length;
      while (at > 0 && shown[at - 1].seq > after) at--;
      shown.splice(at, 0, message);
    }
    return shown;
  }

  find(seq) {
    const at = this.#position(seq);
    return this.#placed[at]?.seq === seq ? this.#placed[at] : undefined;
  }

  findByKey(key) {
    return this.#byKey.get(key);
  }

  /** Replaces fields of the message at that number; false when it is not held. */
  change(seq, fields) {
    const held = this.find(seq);
    if (!held) return false;
    const changed = { ...held, ...fields };
    this.#placed[this.#position(seq)] = changed;
    this.#byKey.set(keyOf(changed), changed);
    return true;
  }

  /** Takes away numbers the user deleted; they stay accounted for. */
  remove(seqs) {
    for (const seq of seqs) {
      const held = this.find(seq);
      if (held) this.#byKey.delete(keyOf(held));
      this.#drop(held);
    }
  }

  /** Forgets what is held: used when so much was missed that history is better read backwards from the end. */
  reset() {
    this.#byKey.clear();
    this.#placed = [];
    this.#live = [];
    this.#covered.clear();
  }

  #drop(held) {
    if (!held) return;
    this.#live = this.#live.filter((entry) => entry.message !== held);
    this.#placed = this.#placed.filter((message) => message !== held);
  }

  /** Where that number stands or would stand. */
  #position(seq) {
    let low = 0;
    let high = this.#placed.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#placed[middle].seq < seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function isNewer(message, held) {
  if (held.seq === 0) return message.seq > 0;
  if (message.seq !== held.seq) return false;
  const [version, known] = [message.version ?? 0, held.version ?? 0];
  return version > known || (version === known && message.status !== held.status);
}
