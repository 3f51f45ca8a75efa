import { el, icon } from "./dom.js";

/** The server's limit for the content of a message, in bytes of JSON. */
const MAX_CONTENT_BYTES = 60_000;
const MAX_HEIGHT_PX = 180;

/**
 * Where a message is written, or one that was sent is written anew. Enter sends, Shift+Enter makes a line; what was begun stays with its
 * conversation.
 */
export class Composer {
  #drafts = new Map();
  #id = null;
  /** The number of the message that is being edited, 0 when none is. */
  #editing = 0;

  /**
   * @param {object} parts
   * @param {(text: string) => void} parts.onSend
   * @param {(seq: number, text: string) => Promise<void>} parts.onEdit a rejection keeps what was written
   * @param {() => void} parts.onTyping
   * @param {() => void} parts.onPause
   * @param {() => void} parts.onCancel
   */
  constructor({ onSend, onEdit, onTyping, onPause, onCancel }) {
    Object.assign(this, { onSend, onEdit, onTyping, onPause, onCancel });
    this.input = el("textarea", {
      rows: 1,
      placeholder: "Message",
      "aria-label": "Message",
      enterKeyHint: "send",
      oninput: () => this.#typed(),
      onblur: () => this.onPause(),
      onkeydown: (event) => this.#key(event),
    });
    this.button = el("button.send", { type: "submit", "aria-label": "Send", title: "Send", disabled: true }, icon("send"));
    this.warning = el("p.warning", { role: "alert", hidden: true, textContent: "This message is too long to be sent." });
    const stop = { type: "button", "aria-label": "Stop editing", title: "Stop editing", onclick: () => this.endEdit() };
    this.bar = el(
      "div.editing",
      { hidden: true },
      icon("edit"),
      el("span", { textContent: "Edit message" }),
      el("button.icon-button.stop-editing", stop, icon("close")),
    );
    this.element = el(
      "form.composer",
      { onsubmit: (event) => this.#submit(event) },
      this.warning,
      this.bar,
      el("div.composer-row", {}, this.input, this.button),
    );
  }

  /** Shows what was begun in that conversation. */
  open(id) {
    if (this.#id === id) return;
    this.endEdit();
    if (this.#id !== null) this.#drafts.set(this.#id, this.input.value);
    this.#id = id;
    this.#write(this.#drafts.get(id) ?? "");
  }

  /** A draft got its conversation: what is being typed stays. */
  rename(from, to) {
    if (this.#id === from) this.#id = to;
  }

  /** Puts a text that was sent under the cursor; what was begun comes back afterwards. */
  edit(seq, text) {
    if (!this.#editing) this.#drafts.set(this.#id, this.input.value);
    this.#editing = seq;
    this.bar.hidden = false;
    this.#write(text);
    this.focus();
  }

  endEdit() {
    if (!this.#editing) return;
    this.#editing = 0;
    this.bar.hidden = true;
    this.#write(this.#drafts.get(this.#id) ?? "");
    this.focus();
  }

  focus() {
    this.input.focus();
  }

  #write(text) {
    this.input.value = text;
    this.#changed();
  }

  #typed() {
    this.#changed();
    if (this.#editing) return;
    if (this.input.value === "") this.onPause();
    else this.onTyping();
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
    else if (event.key === "Escape" && this.#editing) this.endEdit();
    else if (event.key === "Escape") this.onCancel();
  }

  #submit(event) {
    event.preventDefault();
    this.#changed();
    if (this.button.disabled) return;
    const text = this.input.value;
    if (this.#editing) {
      this.#save(this.#editing, text);
      return;
    }
    this.#write("");
    this.input.focus();
    this.onSend(text);
  }

  async #save(seq, text) {
    this.button.disabled = true;
    try {
      await this.onEdit(seq, text);
      if (this.#editing === seq) this.endEdit();
    } catch {
      if (this.#editing === seq) this.#changed();
    }
  }
}
