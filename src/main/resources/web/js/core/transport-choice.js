/**
 * Which transport to try next. WebSocket first; where it never opened twice in a row (a proxy in between refuses it),
 * SockJS; where that cannot open either, the server is more likely away, so WebSocket has its turn again.
 */
export class TransportChoice {
  #failures = 0;
  #webSocketWorks = false;

  /** @param {"websocket"|"sockjs"|null} forced the only one to use */
  constructor(forced = null) {
    this.forced = forced;
  }

  next() {
    if (this.forced) return this.forced;
    return this.#webSocketWorks || this.#failures < 2 ? "websocket" : "sockjs";
  }

  opened(kind) {
    this.#failures = kind === "websocket" ? 0 : 2;
    if (kind === "websocket") this.#webSocketWorks = true;
  }

  /** It closed before it opened. */
  failed(kind) {
    this.#failures = kind === "websocket" ? this.#failures + 1 : 0;
  }
}
