import { el } from "./dom.js";

/** Asks for the account to write to. */
export class NewChatDialog {
  /** @param {{onStart: (account: string) => void}} parts */
  constructor({ onStart }) {
    this.onStart = onStart;
    const typing = { id: "new-account", type: "text", required: true, maxLength: 128, autocomplete: "off" };
    this.input = el("input", { ...typing, autocapitalize: "none", spellcheck: false });
    const cancel = el("button.secondary", { type: "button", textContent: "Cancel", onclick: () => this.element.close() });
    const form = el(
      "form",
      { onsubmit: (event) => this.#submit(event) },
      el("h2", { textContent: "New chat" }),
      el("div.field", {}, el("label", { for: "new-account", textContent: "Account name" }), this.input),
      el("div.buttons", {}, cancel, el("button.primary", { type: "submit", textContent: "Start" })),
    );
    this.element = el("dialog.new-chat", { "aria-label": "New chat" }, form);
  }

  open() {
    this.input.value = "";
    this.element.showModal();
    this.input.focus();
  }

  #submit(event) {
    event.preventDefault();
    const account = this.input.value.trim();
    if (account === "") return;
    this.element.close();
    this.onStart(account);
  }
}
