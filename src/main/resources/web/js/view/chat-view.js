import { presenceText } from "../core/format.js";
import { Avatar } from "./avatar.js";
import { Composer } from "./composer.js";
import { el, icon, setText } from "./dom.js";
import { MessageList } from "./message-list.js";

/** The selected conversation: who it is with, its messages, and where one writes. */
export class ChatView {
  #id = null;

  /**
   * @param {object} parts
   * @param {import("../client/store.js").Store} parts.store
   * @param {import("../client/messenger.js").Messenger} parts.messenger
   * @param {() => void} parts.onBack
   */
  constructor({ store, messenger, onBack }) {
    Object.assign(this, { store, messenger });
    this.avatar = new Avatar();
    this.name = el("h2");
    this.presence = el("p.presence-text");
    const back = el("button.icon-button.back", { type: "button", "aria-label": "Back to the list", onclick: onBack }, icon("back"));
    const header = el("header.chat-header", {}, back, this.avatar.element, el("div.who", {}, this.name, this.presence));
    this.messages = new MessageList({ store, messenger });
    this.composer = new Composer({ onSend: (text) => this.#send(text), onCancel: onBack });
    this.chat = el("section.chat", { "aria-label": "Chat", hidden: true }, header, this.messages.element, this.composer.element);
    this.nothing = el(
      "section.nothing",
      {},
      el("img", { src: "/web/logo.svg", alt: "", width: 120, height: 120 }),
      el("p", { textContent: "Choose a conversation, or start a new one." }),
    );
    this.element = el("main.main", {}, this.chat, this.nothing);
    for (const kind of ["chat", "presence"]) store.addEventListener(kind, () => this.render());
    store.addEventListener("bound", ({ detail }) => this.#bound(detail));
    this.render();
  }

  /** Whether the end of the conversation is in front of the user. */
  get isWatched() {
    return !document.hidden && document.hasFocus() && !this.chat.hidden && this.messages.isAtEnd;
  }

  render() {
    const conversation = this.store.selected;
    this.chat.hidden = !conversation;
    this.nothing.hidden = Boolean(conversation);
    if (!conversation) {
      this.#id = null;
      return;
    }
    const presence = this.store.presence.get(conversation.peerUid);
    this.avatar.show(conversation.peerUid || conversation.id, conversation.name || "…", presence);
    setText(this.name, conversation.name || "…");
    setText(this.presence, presenceText(presence));
    const opened = this.#id !== conversation.id;
    this.#id = conversation.id;
    this.composer.open(conversation.id);
    this.messages.render(conversation, opened);
  }

  #send(text) {
    const conversation = this.store.selected;
    if (!conversation) return;
    this.messages.stickToEnd();
    this.messenger.sendText(conversation, text);
  }

  #bound({ draftId, conversationId }) {
    this.composer.rename(draftId, conversationId);
  }
}
