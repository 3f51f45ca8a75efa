import { Avatar } from "./avatar.js";
import { ChatView } from "./chat-view.js";
import { el, icon } from "./dom.js";
import { ListView } from "./list-view.js";
import { NewChatDialog } from "./new-chat-dialog.js";
import { StatusView } from "./status-view.js";

/** The client of someone who is logged in: the list at the side, the chat beside it (on a phone: one of them). */
export class AppView {
  /**
   * @param {object} parts
   * @param {import("../client/store.js").Store} parts.store
   * @param {import("../client/messenger.js").Messenger} parts.messenger
   * @param {() => void} parts.onLogout
   */
  constructor({ store, messenger, onLogout }) {
    Object.assign(this, { store, messenger });
    this.chat = new ChatView({ store, messenger, onBack: () => this.#show("") });
    const list = new ListView({ store, outbox: messenger.outbox, onSelect: (id) => this.#show(id) });
    const status = new StatusView({ store, onRetry: () => messenger.wake(), onReturn: () => messenger.start() });
    store.addEventListener("connection", () => store.connection.name === "online" && status.dialog.close());
    const dialog = new NewChatDialog({ onStart: (account) => this.#start(account) });
    this.line = el("span.line-dot");
    const side = el("aside.side", {}, this.#header(dialog, onLogout), status.element, list.element);
    this.element = el("div.app", {}, side, this.chat.element, dialog.element, status.dialog);
    store.addEventListener("connection", () => this.#connectionChanged());
    store.addEventListener("list", () => this.#title());
    store.addEventListener("bound", ({ detail }) => this.#bound(detail));
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    addEventListener("hashchange", () => this.#follow(), { signal });
    addEventListener("focus", () => messenger.reader.check(), { signal });
    addEventListener("online", () => messenger.wake(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden || messenger.wake(), { signal });
    this.#connectionChanged();
    this.#follow();
  }

  /** Stops listening to the window. */
  close() {
    this.listeners.abort();
    document.title = "Curlew";
  }

  /** What the others see as one's own name. */
  nameMe(nickname) {
    if (!nickname) return;
    this.name.textContent = nickname;
    this.avatar.show(this.store.me.uid, nickname);
  }

  #header(dialog, onLogout) {
    const { me } = this.store;
    this.avatar = new Avatar();
    this.name = el("h1", { textContent: me.account, title: me.account });
    const start = { type: "button", "aria-label": "New chat", title: "New chat", onclick: () => dialog.open() };
    const leave = { type: "button", "aria-label": "Log out", title: "Log out", onclick: onLogout };
    return el(
      "header.side-header",
      {},
      this.avatar.show(me.uid, me.account).element,
      el("div.who", {}, this.name, el("p.line-state", {}, this.line, (this.lineText = el("span")))),
      el("button.icon-button.new-chat-button", start, icon("plus")),
      el("button.icon-button.logout", leave, icon("logout")),
    );
  }

  /** The address names the conversation, so that a reload and the back button do what one expects. */
  #show(id) {
    const hash = id === "" ? "" : `#${encodeURIComponent(id)}`;
    if (location.hash === hash) this.#follow();
    else if (hash === "") history.pushState(null, "", location.pathname + location.search), this.#follow();
    else location.hash = hash;
    if (id !== "" && matchMedia("(hover: hover)").matches) this.chat.composer.focus();
  }

  #follow() {
    const id = decodeURIComponent(location.hash.slice(1));
    if (id.startsWith("to:")) this.store.draft(id.slice(3));
    else if (/^(?:si|sg|n)_[\d_]+$/u.test(id)) this.store.conversation(id);
    const known = this.store.conversations.has(id);
    this.element.classList.toggle("chatting", known);
    this.messenger.open(known ? id : null);
  }

  #start(account) {
    const singles = [...this.store.conversations.values()].filter((c) => c.type === 1 && c.toAccount === "");
    const existing = singles.find((c) => (c.account || c.name) === account);
    this.#show(existing ? existing.id : this.store.draft(account).id);
  }

  #bound({ draftId, conversationId }) {
    if (decodeURIComponent(location.hash.slice(1)) !== draftId) return;
    history.replaceState(null, "", `#${encodeURIComponent(conversationId)}`);
  }

  #connectionChanged() {
    const { name, transport } = this.store.connection;
    this.element.dataset.connection = name;
    this.element.dataset.transport = transport;
    this.line.title = transport === "sockjs" ? "Connected by SockJS" : "";
    this.lineText.textContent = { online: "Connected", connecting: "Connecting…", waiting: "Offline", ended: "Disconnected" }[name];
  }

  #title() {
    const total = this.store.totalUnread;
    document.title = total > 0 ? `(${total}) Curlew` : "Curlew";
  }
}
