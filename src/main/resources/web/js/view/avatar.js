import { hueOf, initials } from "../core/format.js";
import { el } from "./dom.js";

/** A round sign with the initials of a name and, for people, a dot for their presence. */
export class Avatar {
  constructor() {
    this.letters = el("span.avatar-letters");
    this.dot = el("span.presence", { hidden: true });
    this.element = el("span.avatar", { "aria-hidden": "true" }, this.letters, this.dot);
  }

  /** @param {string|number} id what the colour depends on */
  show(id, name, presence) {
    this.letters.textContent = initials(name);
    this.element.dataset.hue = hueOf(id);
    this.dot.hidden = presence?.state !== "online";
    return this;
  }
}
