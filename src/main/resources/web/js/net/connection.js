import { afterClose, finalCodeOf } from "../core/close-codes.js";
import { noAnswer, RequestError } from "./api.js";

const OPEN_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 10_000;

/**
 * A logged-in socket that comes back by itself: requests and their replies, events, heartbeats, reconnecting.
 * States: `connecting`, `online`, `waiting` (until the next attempt), `ended` (will not come back).
 */
export class Connection {
  #socket = null;
  #nextId = 1;
  #waiting = new Map();
  #heartbeat = 0;
  #retry = 0;
  #stopped = false;
  #kickReason = "";
  state = { name: "connecting", transport: "" };

  /**
   * @param {object} parts
   * @param {string} parts.token
   * @param {number} parts.platform
   * @param {(kind: string) => Promise<WebSocket>} parts.open
   * @param {import("../core/transport-choice.js").TransportChoice} parts.choice
   * @param {import("../core/backoff.js").Backoff} parts.backoff
   * @param {(state: object) => void} parts.onState
   * @param {(event: string, data: object) => void} parts.onEvent
   */
  constructor({ token, platform, open, choice, backoff, onState, onEvent }) {
    Object.assign(this, { token, platform, open, choice, backoff, onState, onEvent });
  }

  start() {
    this.#stopped = false;
    this.#connect();
  }

  /** Closes for good. */
  stop() {
    this.#stopped = true;
    clearTimeout(this.#retry);
    this.#socket?.close(1000);
  }

  /** Tries at once instead of at the end of the waiting time: the network or the user came back. */
  hurry() {
    if (this.state.name !== "waiting") return;
    clearTimeout(this.#retry);
    this.#connect();
  }

  /** Sends a request; rejects with a RequestError. Without an answer the outcome is not known. */
  request(op, data, timeoutMs = REQUEST_TIMEOUT_MS) {
    if (this.state.name !== "online") return Promise.reject(noAnswer("Not connected"));
    return this.#request(op, data, timeoutMs);
  }

  #request(op, data, timeoutMs) {
    return new Promise((resolve, reject) => {
      const id = String(this.#nextId++);
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(noAnswer("The server did not answer in time"));
      }, timeoutMs);
      this.#waiting.set(id, { resolve, reject, timer });
      this.#socket.send(JSON.stringify({ op, id, data }));
    });
  }

  async #connect() {
    const kind = this.choice.next();
    this.#become({ name: "connecting", transport: kind });
    let socket;
    try {
      socket = await this.open(kind);
    } catch {
      this.choice.failed(kind);
      this.#wait(0);
      return;
    }
    if (this.#stopped) {
      socket.close();
      return;
    }
    this.#socket = socket;
    let opened = false;
    const timer = setTimeout(() => socket.close(), OPEN_TIMEOUT_MS);
    socket.onopen = () => {
      opened = true;
      clearTimeout(timer);
      this.choice.opened(kind);
      this.#login(socket, kind);
    };
    socket.onmessage = ({ data }) => this.#received(data);
    socket.onclose = ({ code }) => {
      clearTimeout(timer);
      if (!opened) this.choice.failed(kind);
      this.#closed(socket, code);
    };
  }

  async #login(socket, transport) {
    const { token, platform } = this;
    try {
      const me = await this.#request("login", { token, platform, batch: true }, REQUEST_TIMEOUT_MS);
      if (socket !== this.#socket) return;
      this.#become({ name: "online", transport, me });
      this.#beat(me.heartbeat_ms);
      setTimeout(() => this.state.name === "online" && this.backoff.reset(), 5_000);
    } catch (failure) {
      if (socket !== this.#socket) return;
      const final = finalCodeOf(failure.code);
      if (final) this.#end(final);
      socket.close();
    }
  }

  /** A heartbeat without an answer means that the line is dead although nobody closed it. */
  #beat(everyMs) {
    clearInterval(this.#heartbeat);
    const socket = this.#socket;
    const ping = async () => {
      try {
        const reply = await this.request("ping", {});
        if (reply.conversations?.length) this.onEvent("sync", reply);
      } catch (failure) {
        if (failure.code === 0 && socket === this.#socket) this.#lost(socket);
      }
    };
    this.ping = ping;
    this.#heartbeat = setInterval(ping, Math.max(1_000, everyMs || 30_000));
  }

  /** Asks at once whether the line still holds; a new one is opened when it does not. */
  ping = () => {};

  #received(text) {
    for (const line of String(text).split("\n")) {
      if (line.trim() === "") continue;
      const frame = JSON.parse(line);
      if (frame.event) {
        if (frame.event === "kick") this.#kickReason = frame.data?.reason ?? "";
        this.onEvent(frame.event, frame.data ?? {});
      } else {
        this.#answered(frame);
      }
    }
  }

  #answered(frame) {
    const waiting = this.#waiting.get(frame.id);
    if (!waiting) return;
    this.#waiting.delete(frame.id);
    clearTimeout(waiting.timer);
    if (frame.code === 0) waiting.resolve(frame.data ?? {});
    else waiting.reject(new RequestError(frame));
  }

  /** Does not wait for a closing handshake that a dead line would never finish. */
  #lost(socket) {
    socket.onclose = null;
    socket.close();
    this.#closed(socket, 1006);
  }

  #closed(socket, code) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    clearInterval(this.#heartbeat);
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(noAnswer("The connection was lost"));
    }
    this.#waiting.clear();
    if (this.#stopped || this.state.name === "ended") return;
    const next = afterClose(code);
    if (next.reconnect) this.#wait(next.atLeastMs);
    else this.#end(code);
  }

  #wait(atLeastMs) {
    if (this.#stopped) return;
    const delay = this.backoff.next(atLeastMs);
    this.#become({ name: "waiting", transport: "", until: Date.now() + delay });
    this.#retry = setTimeout(() => this.#connect(), delay);
  }

  #end(code) {
    clearInterval(this.#heartbeat);
    const { reason, login } = afterClose(code);
    this.#become({ name: "ended", transport: "", code, reason, login, detail: this.#kickReason });
  }

  #become(state) {
    this.state = state;
    this.onState(state);
  }
}
