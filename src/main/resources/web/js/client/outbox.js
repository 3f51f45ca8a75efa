import { newMessageId } from "../core/content.js";
import { Backoff } from "../core/backoff.js";

const ATTEMPTS = 6;
/** Codes that say "send it again with the same id" whatever the retryable mark says. */
const AGAIN = new Set([40901, 50300]);
/** Codes of a refusal that another attempt may not meet, where nothing but the code is known. */
const PASSING = new Set([...AGAIN, 42900, 50301]);

/**
 * Messages on their way out. A lane is a conversation (or an account not yet resolved); its messages go one after another, so
 * that they get their places in the order they were written. Each keeps its client_msg_id through every attempt and through a
 * reload of the page: the server answers a repeat with the first one's place.
 * Entry states: `waiting`, `queued` (durable, its number follows), `failed` (the user decides). One that failed for good
 * has `isFinal`: the server would refuse it again.
 */
export class Outbox {
  #lanes = new Map();
  #online = false;

  /**
   * @param {object} parts
   * @param {(op: string, data: object) => Promise<object>} parts.request
   * @param {Storage} parts.storage where unsent messages survive a reload
   * @param {string} parts.storageKey
   * @param {(lane: string) => void} parts.onChange
   * @param {(lane: string, entry: object, reply: object) => void} parts.onPlaced the reply names the place
   * @param {number} parts.queuedMs how long a queued message may stay silent before it is asked for again
   * @param {(ms: number) => Promise<void>} parts.sleep
   */
  constructor({ request, storage, storageKey, onChange, onPlaced, queuedMs = 10_000, sleep = pause }) {
    Object.assign(this, { request, storage, storageKey, onChange, onPlaced, queuedMs, sleep });
    for (const [name, entry] of this.#stored()) this.#lane(name).entries.push({ ...entry, state: "waiting", attempts: 0 });
  }

  /** Puts a message on its way. @param {object} target conversation_id or to_account, as `send` takes it */
  add(name, target, contentType, content) {
    const entry = {
      client_msg_id: newMessageId(),
      target,
      content_type: contentType,
      content,
      created: Date.now(),
      state: "waiting",
      attempts: 0,
      reason: "",
    };
    this.#lane(name).entries.push(entry);
    this.#changed(name);
    this.#pump(name);
    return entry;
  }

  entries(name) {
    return this.#lanes.get(name)?.entries ?? [];
  }

  /** Sends everything in this lane again that failed and may still succeed, in order and with the same ids. */
  resend(name) {
    for (const entry of this.entries(name)) {
      if (entry.state === "failed" && !entry.isFinal) Object.assign(entry, { state: "waiting", attempts: 0, reason: "" });
    }
    this.#changed(name);
    this.#pump(name);
  }

  /** Gives up a message that failed. */
  discard(clientMsgId) {
    this.#remove(clientMsgId);
  }

  /** An account turned out to be a conversation: what is left for the one goes on in the lane of the other. */
  move(from, to) {
    const moved = this.#lane(from).entries.splice(0);
    this.#lane(to).entries.unshift(...moved);
    this.#changed(to);
    this.#pump(to);
  }

  online() {
    this.#online = true;
    for (const [name, lane] of this.#lanes) {
      for (const entry of lane.entries) if (entry.state === "queued") entry.state = "waiting";
      this.#pump(name);
    }
  }

  offline() {
    this.#online = false;
  }

  /** A message of one's own came with its number: whatever reply is still due, it is placed. */
  settle(clientMsgId) {
    this.#remove(clientMsgId);
  }

  /** A queued message turned out to be refused. */
  rejected(clientMsgId, { code, reason }) {
    for (const [name, lane] of this.#lanes) {
      const entry = lane.entries.find((e) => e.client_msg_id === clientMsgId);
      if (entry) this.#fail(name, entry, reason, !PASSING.has(code));
    }
  }

  async #pump(name) {
    const lane = this.#lane(name);
    if (lane.busy) return;
    lane.busy = true;
    let entry;
    while (this.#online && (entry = lane.entries.find((e) => e.state === "waiting"))) await this.#attempt(name, lane, entry);
    lane.busy = false;
  }

  async #attempt(name, lane, entry) {
    const { client_msg_id, content_type, content, target } = entry;
    try {
      const reply = await this.request("send", { ...target, client_msg_id, content_type, content });
      lane.backoff.reset();
      if (reply.seq > 0) {
        this.#remove(client_msg_id);
        this.onPlaced(name, entry, reply);
      } else if (lane.entries.includes(entry)) {
        entry.state = "queued";
        setTimeout(() => this.#askAgain(name, entry), this.queuedMs);
        this.#changed(name);
      }
    } catch (failure) {
      if (!this.#online || !lane.entries.includes(entry)) return;
      if (!failure.retryable && !AGAIN.has(failure.code)) {
        this.#fail(name, entry, failure.message, true);
      } else if (++entry.attempts >= ATTEMPTS) {
        // What comes after it must not overtake it.
        for (const later of lane.entries) if (later.state === "waiting") this.#fail(name, later, failure.message, false);
      } else {
        await this.sleep(lane.backoff.next(failure.retryAfterMs));
      }
    }
  }

  #askAgain(name, entry) {
    if (entry.state !== "queued" || !this.entries(name).includes(entry)) return;
    entry.state = "waiting";
    this.#pump(name);
  }

  #fail(name, entry, reason, isFinal) {
    Object.assign(entry, { state: "failed", reason, isFinal });
    this.#changed(name);
  }

  #remove(clientMsgId) {
    for (const [name, lane] of this.#lanes) {
      const at = lane.entries.findIndex((e) => e.client_msg_id === clientMsgId);
      if (at < 0) continue;
      lane.entries.splice(at, 1);
      this.#changed(name);
    }
  }

  #lane(name) {
    if (!this.#lanes.has(name)) {
      this.#lanes.set(name, { entries: [], busy: false, backoff: new Backoff({ firstMs: 400, maxMs: 8_000 }) });
    }
    return this.#lanes.get(name);
  }

  #changed(name) {
    const all = [];
    for (const [lane, { entries }] of this.#lanes) {
      for (const { client_msg_id, target, content_type, content, created } of entries) {
        all.push([lane, { client_msg_id, target, content_type, content, created, reason: "" }]);
      }
    }
    try {
      if (all.length === 0) this.storage.removeItem(this.storageKey);
      else this.storage.setItem(this.storageKey, JSON.stringify(all));
    } catch {
      // A full storage costs only the safety of a reload.
    }
    this.onChange(name);
  }

  #stored() {
    try {
      return JSON.parse(this.storage.getItem(this.storageKey) ?? "[]");
    } catch {
      return [];
    }
  }

  /** Names of the lanes that hold something. */
  names() {
    return [...this.#lanes].filter(([, lane]) => lane.entries.length > 0).map(([name]) => name);
  }
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
