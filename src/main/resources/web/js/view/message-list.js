import { isLine } from "../core/content.js";
import { dayKey, dayName } from "../core/format.js";
import { keyOf } from "../core/message-log.js";
import { arrange, el, icon, setText } from "./dom.js";
import { MessageView } from "./message-view.js";

const AT_END_PX = 60;
const LOAD_OLDER_PX = 300;
/** Messages of one sender within this time stand together. */
const TOGETHER_MS = 5 * 60_000;

/** The scrolling part of a chat. New messages keep the end in view, older ones keep what is read where it is. */
export class MessageList {
  #views = new Map();
  #days = new Map();
  #conversation = null;
  #stick = true;

  /** @param {{store: object, messenger: object, onMenu: (message: object, anchor: HTMLElement) => void}} parts */
  constructor({ store, messenger, onMenu }) {
    Object.assign(this, { store, messenger, onMenu });
    this.rows = el("div.rows", { role: "log", "aria-live": "polite", "aria-label": "Messages" });
    this.older = el("p.older", { role: "status" });
    this.scroller = el("div.messages", { tabIndex: 0, onscroll: () => this.#scrolled() }, this.older, this.rows);
    this.count = el("span.badge");
    const toEnd = { type: "button", "aria-label": "Go to the newest message", hidden: true, onclick: () => this.#goToEnd() };
    this.jump = el("button.jump", toEnd, icon("down"), this.count);
    this.element = el("div.messages-frame", {}, this.scroller, this.jump);
    new ResizeObserver(() => this.#stick && this.#scrollToEnd()).observe(this.scroller);
    new ResizeObserver(() => this.#stick && this.#scrollToEnd()).observe(this.rows);
  }

  get isAtEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    return scrollHeight - scrollTop - clientHeight < AT_END_PX;
  }

  stickToEnd() {
    this.#stick = true;
  }

  /** @param {boolean} opened it was another conversation before */
  render(conversation, opened) {
    this.#conversation = conversation;
    if (opened) {
      this.#views.clear();
      this.#days.clear();
      this.rows.replaceChildren();
      this.#stick = true;
    }
    const anchor = this.#stick ? null : this.#anchor();
    const items = this.#items(conversation);
    arrange(this.rows, this.#nodes(conversation, items));
    if (anchor) this.scroller.scrollTop += anchor.node.getBoundingClientRect().top - anchor.top;
    else if (this.#stick) this.#scrollToEnd();
    this.#showEdges(conversation, items.length);
  }

  /** Messages, then what is on its way. */
  #items(conversation) {
    const me = this.store.me.uid;
    const held = conversation.log.messages().map((message) => {
      const mine = message.send_uid === me;
      const read = message.seq > 0 && message.seq <= conversation.peerReadSeq;
      return { key: keyOf(message), message, mine, state: read ? "read" : "sent", at: message.send_time, by: message.send_uid };
    });
    const unsent = this.messenger.outbox.entries(conversation.id).map((entry) => {
      const key = keyOf({ send_uid: me, client_msg_id: entry.client_msg_id });
      return { key, message: entry, mine: true, state: entry.state, at: entry.created, by: me };
    });
    const keys = new Set(held.map((item) => item.key));
    return held.concat(unsent.filter((item) => !keys.has(item.key)));
  }

  #nodes(conversation, items) {
    const nodes = [];
    const used = new Set();
    const days = new Set();
    items.forEach((item, i) => {
      const [before, after] = [items[i - 1], items[i + 1]];
      if (!before || dayKey(before.at) !== dayKey(item.at)) {
        const key = `${dayKey(item.at)}.${days.has(dayKey(item.at)) ? item.key : ""}`;
        days.add(dayKey(item.at)).add(key);
        nodes.push(this.#day(key, item.at));
      }
      used.add(item.key);
      const look = { ...item, first: !together(before, item), last: !together(item, after), group: conversation.type === 2 };
      const view = this.#view(item);
      view.show(item.message, look);
      nodes.push(view.element);
    });
    for (const key of this.#views.keys()) if (!used.has(key)) this.#views.delete(key);
    for (const key of this.#days.keys()) if (!days.has(key)) this.#days.delete(key);
    return nodes;
  }

  #view({ key, message }) {
    let view = this.#views.get(key);
    if (!view) {
      const { outbox } = this.messenger;
      const onResend = () => outbox.resend(this.#conversation.id);
      const onDiscard = () => outbox.discard(message.client_msg_id);
      view = new MessageView({ me: this.store.me.uid, onResend, onDiscard, onMenu: this.onMenu });
      this.#views.set(key, view);
    }
    return view;
  }

  #day(key, at) {
    if (!this.#days.has(key)) this.#days.set(key, el("div.day", {}, el("span")));
    const node = this.#days.get(key);
    setText(node.firstElementChild, dayName(at));
    return node;
  }

  #showEdges(conversation, shown) {
    const { log } = conversation;
    let text = "";
    if (!conversation.loaded) text = "Loading…";
    else if (log.hasOlder) text = this.messenger.catchUp.isBusy(conversation) ? "Loading…" : "";
    else if (shown === 0) text = "No messages yet. Say hello.";
    setText(this.older, text);
    this.#showJump();
    // A page shorter than the window cannot be scrolled, so it asks for the next one itself.
    if (conversation.loaded && this.scroller.scrollHeight <= this.scroller.clientHeight + LOAD_OLDER_PX) this.#loadOlder();
  }

  #showJump() {
    this.jump.hidden = this.isAtEnd;
    this.count.hidden = !(this.#conversation?.unread > 0);
    setText(this.count, String(this.#conversation?.unread ?? 0));
  }

  #scrolled() {
    this.#stick = this.isAtEnd;
    this.#showJump();
    if (this.#stick) this.messenger.reader.check();
    if (this.scroller.scrollTop < LOAD_OLDER_PX) this.#loadOlder();
  }

  #loadOlder() {
    const conversation = this.#conversation;
    const { catchUp, connection } = this.messenger;
    if (!conversation?.loaded || !conversation.log.hasOlder || catchUp.isBusy(conversation)) return;
    if (connection.state.name === "online") catchUp.older(conversation);
  }

  /** The first row in view and where it stands. */
  #anchor() {
    const top = this.scroller.getBoundingClientRect().top;
    for (const node of this.rows.children) {
      const box = node.getBoundingClientRect();
      if (box.bottom > top && !node.classList.contains("day")) return { node, top: box.top };
    }
    return null;
  }

  #goToEnd() {
    this.#stick = true;
    this.#scrollToEnd();
    this.messenger.reader.check();
  }

  #scrollToEnd() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }
}

function together(a, b) {
  if (!a || !b || a.by !== b.by || isLine(a.message) || isLine(b.message)) return false;
  return dayKey(a.at) === dayKey(b.at) && b.at - a.at < TOGETHER_MS;
}
