import { presenceText } from "../core/format.js";
import { refusalText } from "../core/refusals.js";
import { Avatar } from "./avatar.js";
import { Composer } from "./composer.js";
import { ConfirmDialog } from "./confirm-dialog.js";
import { el, icon, setText } from "./dom.js";
import { conversationItems, messageItems } from "./menu-items.js";
import { Menu } from "./menu.js";
import { MessageList } from "./message-list.js";
import { Notice } from "./notice.js";

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
    Object.assign(this, { store, messenger, onBack });
    this.menu = new Menu();
    this.notice = new Notice();
    this.confirm = new ConfirmDialog();
    this.messages = new MessageList({ store, messenger, onMenu: (message, anchor) => this.#messageMenu(message, anchor) });
    this.composer = new Composer({
      onSend: (text) => this.#send(text),
      onEdit: (seq, text) => this.#try("edit", (actions, conversation) => actions.edit(conversation, seq, text)),
      onTyping: () => messenger.typing.typed(store.selected?.peerUid),
      onPause: () => messenger.typing.stopped(),
      onCancel: onBack,
    });
    this.chat = el(
      "section.chat",
      { "aria-label": "Chat", hidden: true },
      this.#header(),
      this.messages.element,
      this.notice.element,
      this.composer.element,
    );
    this.nothing = el(
      "section.nothing",
      {},
      el("img", { src: "/web/logo.svg", alt: "", width: 120, height: 120 }),
      el("p", { textContent: "Choose a conversation, or start a new one." }),
    );
    this.element = el("main.main", {}, this.chat, this.nothing, this.menu.element, this.confirm.element);
    for (const kind of ["chat", "presence"]) store.addEventListener(kind, () => this.render());
    store.addEventListener("bound", ({ detail }) => this.composer.rename(detail.draftId, detail.conversationId));
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
    const opened = this.#id !== (conversation?.id ?? null);
    if (opened) {
      this.notice.hide();
      this.menu.close();
    }
    this.#id = conversation?.id ?? null;
    if (!conversation) return;
    const presence = this.store.presence.get(conversation.peerUid);
    const name = conversation.name || "…";
    const typing = this.store.typing.is(conversation.id);
    this.avatar.show(conversation.peerUid || conversation.id, name, presence);
    setText(this.name, name);
    setText(this.presence, typing ? `${name} is typing…` : presenceText(presence));
    this.presence.classList.toggle("typing", typing);
    this.more.hidden = conversation.toAccount !== "";
    this.composer.open(conversation.id);
    this.messages.render(conversation, opened);
  }

  #header() {
    this.avatar = new Avatar();
    this.name = el("h2");
    this.presence = el("p.presence-text", { "aria-live": "polite" });
    const more = { type: "button", "aria-label": "Chat options", title: "Chat options", "aria-haspopup": "menu" };
    this.more = el("button.icon-button.chat-menu", { ...more, onclick: () => this.#chatMenu() }, icon("more"));
    return el(
      "header.chat-header",
      {},
      el("button.icon-button.back", { type: "button", "aria-label": "Back to the list", onclick: this.onBack }, icon("back")),
      this.avatar.element,
      el("div.who", {}, this.name, this.presence),
      this.more,
    );
  }

  #messageMenu(message, anchor) {
    const doIt = (op, call) => () => this.#try(op, call).catch(() => {});
    const items = messageItems(message, this.store.me.uid, {
      onEdit: () => this.composer.edit(message.seq, message.content.text),
      onTakeBack: doIt("revoke", (actions, conversation) => actions.takeBack(conversation, message)),
      onDelete: doIt("delete", (actions, conversation) => actions.deleteForMe(conversation, message)),
    });
    this.menu.open(anchor, items);
  }

  #chatMenu() {
    const doIt = (op, call) => this.#try(op, call).catch(() => {});
    const clear = () => doIt("clear", (actions, conversation) => actions.clear(conversation));
    const hide = async (actions, conversation) => {
      await actions.hide(conversation);
      this.onBack();
    };
    const items = conversationItems(this.store.selected, {
      onSet: (settings) => doIt("set", (actions, conversation) => actions.set(conversation, settings)),
      onHide: () => doIt("hide", hide),
      onClear: () =>
        this.confirm.ask({
          title: "Clear history?",
          text: "All messages here disappear for you, on all your devices. The other side keeps theirs.",
          button: "Clear",
          run: clear,
        }),
    });
    this.menu.open(this.more, items);
  }

  /** Does something to the selected conversation and tells when it was refused. */
  async #try(op, call) {
    try {
      await call(this.messenger.actions, this.store.selected);
      this.notice.hide();
    } catch (failure) {
      this.notice.show(refusalText(op, failure));
      throw failure;
    }
  }

  #send(text) {
    const conversation = this.store.selected;
    if (!conversation) return;
    this.messages.stickToEnd();
    this.messenger.sendText(conversation, text);
  }
}
