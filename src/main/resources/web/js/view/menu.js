import { el, icon } from "./dom.js";

const EDGE_PX = 8;

/** A short list of commands beside the button that opened it. Arrow keys, Home, End, Enter and Escape work as one expects. */
export class Menu {
  #open = null;
  #anchor = null;

  constructor() {
    this.element = el("div.menu", { role: "menu", hidden: true, onkeydown: (event) => this.#key(event) });
  }

  /**
   * @param {HTMLElement} anchor gets the focus back
   * @param {{label: string, icon: string, grave?: boolean, run: () => void}[]} items grave: takes something away for good
   */
  open(anchor, items) {
    this.close();
    this.element.replaceChildren(...items.map((item) => this.#item(item)));
    this.element.hidden = false;
    this.#anchor = anchor;
    anchor.setAttribute("aria-expanded", "true");
    this.#place(anchor.getBoundingClientRect());
    this.element.firstElementChild?.focus();
    this.#open = new AbortController();
    const { signal } = this.#open;
    const outside = ({ target }) => this.element.contains(target) || this.close();
    document.addEventListener("pointerdown", outside, { signal, capture: true });
    document.addEventListener("scroll", outside, { signal, capture: true });
    addEventListener("resize", () => this.close(), { signal });
    addEventListener("blur", () => this.close(), { signal });
  }

  close() {
    this.#open?.abort();
    this.#open = null;
    this.#anchor?.setAttribute("aria-expanded", "false");
    this.element.hidden = true;
  }

  #item({ label, icon: name, grave, run }) {
    const choose = () => {
      this.#leave();
      run();
    };
    const item = el("button.menu-item", { type: "button", role: "menuitem", tabIndex: -1, onclick: choose }, icon(name), label);
    item.classList.toggle("grave", grave === true);
    return item;
  }

  #leave() {
    const anchor = this.#anchor;
    this.close();
    anchor?.focus();
  }

  #key(event) {
    const items = [...this.element.children];
    const at = items.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to !== undefined) items[(to + items.length) % items.length].focus();
    else if (event.key === "Escape" || event.key === "Tab") this.#leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Under the button or above it, wherever it fits; never outside of the window. */
  #place({ left, right, top, bottom }) {
    const { offsetWidth: width, offsetHeight: height, style } = this.element;
    const x = (left + right) / 2 > innerWidth / 2 ? right - width : left;
    const y = bottom + height + EDGE_PX > innerHeight ? top - height - 4 : bottom + 4;
    style.left = `${Math.max(EDGE_PX, Math.min(x, innerWidth - width - EDGE_PX))}px`;
    style.top = `${Math.max(EDGE_PX, y)}px`;
  }
}
