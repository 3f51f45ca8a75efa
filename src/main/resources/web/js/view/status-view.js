import { el, setText } from "./dom.js";

/** Tells how the connection is: nothing while it is well, a line while it is not, a dialog when it will not come back. */
export class StatusView {
  #tick = 0;

  /** @param {{store: object, onRetry: () => void, onReturn: () => void}} parts */
  constructor({ store, onRetry, onReturn }) {
    this.store = store;
    this.text = el("span");
    this.retry = el("button.link", { type: "button", textContent: "Try now", onclick: onRetry });
    this.element = el("div.status", { role: "status", hidden: true }, this.text, this.retry);
    this.reason = el("p");
    this.dialog = el(
      "dialog.ended",
      { "aria-label": "Disconnected", oncancel: (event) => event.preventDefault() },
      el("h2", { textContent: "Disconnected" }),
      this.reason,
      el("button.primary", { type: "button", textContent: "Use Curlew here", onclick: onReturn }),
    );
    store.addEventListener("connection", () => this.render());
    this.render();
  }

  render() {
    const { connection } = this.store;
    clearTimeout(this.#tick);
    this.element.hidden = connection.name === "online" || connection.name === "ended";
    this.retry.hidden = connection.name !== "waiting";
    if (connection.name === "connecting") setText(this.text, "Connecting…");
    if (connection.name === "waiting") {
      const seconds = Math.max(1, Math.ceil((connection.until - Date.now()) / 1000));
      setText(this.text, `No connection. Trying again in ${seconds} s`);
      this.#tick = setTimeout(() => this.render(), 1000);
    }
    if (connection.name === "ended" && !connection.login) {
      setText(this.reason, connection.reason);
      if (!this.dialog.open) this.dialog.showModal();
    }
  }
}
