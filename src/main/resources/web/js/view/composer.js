import { el, icon } from "./dom.js";

/** The server's limit for the content of a message, in bytes of JSON. */
const MAX_CONTENT_BYTES = 60_000;
const MAX_HEIGHT_PX = 180;

/** Where a message is written. Enter sends, Shift+Enter makes a line; what was begun stays with its conversation. */
export class Composer {
  #drafts = new Map();
  #id = null;

  /** @param {{onSend: (text: string) => void, onCancel: () => void}} parts */
  constructor({ onSend, onCancel }) {
    Object.assign(this, { onSend, onCancel });
    this.input = el("textarea", {
      rows: 1,
      placeholder: "Message",
      "aria-label": "Message",
      enterKeyHint: "send",
      oninput: () => this.#changed(),
      onkeydown: (event) => this.#key(event),
    });
    this.button = el("button.send", { type: "submit", "aria-label": "Send", title: "Send", disabled: true }, icon("send"));
    this.warning = el("p.warning", { role: "alert", hidden: true, textContent: "This message is too long to be sent." });
    this.element = el(
      "form.composer",
      { onsubmit: (event) => this.#submit(event) },
      this.warning,
      el("div.composer-row", {}, this.input, this.button),
    );
  }

  /** Shows what was begun in that conversation. */
  open(id) {
    if (this.#id === id) return;
    if (this.#id !== null) this.#drafts.set(this.#id, this.input.value);
    this.#id = id;
    this.input.value = this.#drafts.get(id) ?? "";
    this.#changed();
  }

  /** A draft got its conversation: what is being typed stays. */
  rename(from, to) {
    if (this.#id === from) this.#id = to;
  }

  focus() {
    this.input.focus();
  }

  #changed() {
    const text = this.input.value;
    const tooLong = new TextEncoder().encode(JSON.stringify({ text })).length > MAX_CONTENT_BYTES;
    this.warning.hidden = !tooLong;
    this.button.disabled = tooLong || text.trim() === "";
    this.input.style.height = "auto";
    this.input.style.height = `${Math.min(this.input.scrollHeight, MAX_HEIGHT_PX)}px`;
  }

  #key(event) {
    // While an input method composes, Enter belongs to it.
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter" && !event.shiftKey) this.#submit(event);
    else if (event.key === "Escape") this.onCancel();
  }

  #submit(event) {
    event.preventDefault();
    this.#changed();
    if (this.button.disabled) return;
    const text = this.input.value;
    this.input.value = "";
    this.#changed();
    this.input.focus();
    this.onSend(text);
  }
}
