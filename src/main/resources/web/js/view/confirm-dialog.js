import { el, setText } from "./dom.js";

/** Asks before something is taken away for good. */
export class ConfirmDialog {
  #run = () => {};

  constructor() {
    this.title = el("h2");
    this.text = el("p");
    this.yes = el("button.primary.grave", { type: "button", onclick: () => this.#confirm() });
    const no = el("button.secondary", { type: "button", textContent: "Cancel", onclick: () => this.element.close() });
    this.element = el("dialog.confirm", {}, this.title, this.text, el("div.buttons", {}, no, this.yes));
  }

  /** @param {{title: string, text: string, button: string, run: () => void}} question */
  ask({ title, text, button, run }) {
    setText(this.title, title);
    setText(this.text, text);
    setText(this.yes, button);
    this.element.setAttribute("aria-label", title);
    this.#run = run;
    this.element.showModal();
  }

  #confirm() {
    this.element.close();
    this.#run();
  }
}
