import { el, setText } from "./dom.js";

const SHOWN_MS = 6_000;

/** One line about what did not work, for a while. */
export class Notice {
  #timer = 0;

  constructor() {
    this.element = el("p.notice-line", { role: "alert", hidden: true });
  }

  show(text) {
    clearTimeout(this.#timer);
    setText(this.element, text);
    this.element.hidden = false;
    this.#timer = setTimeout(() => this.hide(), SHOWN_MS);
  }

  hide() {
    this.element.hidden = true;
    setText(this.element, "");
  }
}
