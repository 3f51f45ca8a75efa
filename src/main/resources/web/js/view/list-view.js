import { isLine, textOf } from "../core/content.js";
import { badge, shortTime } from "../core/format.js";
import { Avatar } from "./avatar.js";
import { arrange, el, icon, setText } from "./dom.js";

/** The conversations, in their order, each row kept as long as its conversation. */
export class ListView {
  #rows = new Map();

  /**
   * @param {object} parts
   * @param {import("../client/store.js").Store} parts.store
   * @param {import("../client/outbox.js").Outbox} parts.outbox
   * @param {(id: string) => void} parts.onSelect
   */
  constructor({ store, outbox, onSelect }) {
    Object.assign(this, { store, outbox, onSelect });
    this.list = el("ul.conversations", { "aria-label": "Conversations", onkeydown: (event) => this.#arrows(event) });
    this.empty = el("p.empty-list", { hidden: true });
    this.element = el("nav.list", { "aria-label": "Conversations" }, this.list, this.empty);
    for (const kind of ["list", "presence"]) store.addEventListener(kind, () => this.render());
    // Times such as "Yesterday" age without an event.
    setInterval(() => this.render(), 60_000);
    this.render();
  }

  render() {
    const conversations = this.store.ordered();
    const shown = new Set(conversations.map((c) => c.id));
    for (const id of this.#rows.keys()) if (!shown.has(id)) this.#rows.delete(id);
    arrange(this.list, conversations.map((c) => this.#row(c).element));
    this.empty.hidden = conversations.length > 0;
    setText(this.empty, this.store.listRead ? "No conversations yet. Start one with the + above." : "Loading…");
  }

  #row(conversation) {
    let row = this.#rows.get(conversation.id);
    if (!row) {
      row = new Row(conversation.id, this.onSelect);
      this.#rows.set(conversation.id, row);
    }
    row.show(conversation, this.store, this.outbox.entries(conversation.id));
    return row;
  }

  #arrows(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const buttons = [...this.list.querySelectorAll("button.conversation")];
    const next = buttons[buttons.indexOf(document.activeElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
}

class Row {
  constructor(id, onSelect) {
    this.avatar = new Avatar();
    this.name = el("span.name");
    this.time = el("time.time");
    this.preview = el("span.preview");
    this.pin = el("span.pin", { title: "Pinned", role: "img", "aria-label": "Pinned" }, icon("pin"));
    this.mute = el("span.pin.mute", { title: "Muted", role: "img", "aria-label": "Muted" }, icon("mute"));
    this.badge = el("span.badge");
    const button = el(
      "button.conversation",
      { type: "button", onclick: () => onSelect(id), "data-conversation": id },
      this.avatar.element,
      el("span.lines", {}, el("span.line", {}, this.name, this.time), el("span.line", {}, this.preview, this.mute, this.pin, this.badge)),
    );
    this.button = button;
    this.element = el("li", {}, button);
  }

  show(conversation, store, unsent) {
    const name = conversation.name || "…";
    this.avatar.show(conversation.peerUid || conversation.id, name, store.presence.get(conversation.peerUid));
    setText(this.name, name);
    setText(this.time, shortTime(conversation.time));
    const typing = store.typing.is(conversation.id);
    setText(this.preview, typing ? "typing…" : previewOf(conversation, store.me.uid, unsent));
    this.preview.classList.toggle("typing", typing);
    this.preview.classList.toggle("failed", unsent.some((entry) => entry.state === "failed"));
    this.pin.hidden = !conversation.pinned;
    this.mute.hidden = !conversation.muted;
    this.badge.hidden = conversation.unread === 0;
    setText(this.badge, badge(conversation.unread));
    this.badge.classList.toggle("quiet", conversation.muted);
    this.badge.setAttribute("aria-label", `${conversation.unread} unread`);
    this.button.classList.toggle("unread", conversation.unread > 0);
    this.button.setAttribute("aria-current", String(store.selectedId === conversation.id));
  }
}

function previewOf(conversation, me, unsent) {
  if (unsent.some((entry) => entry.state === "failed")) return "Not sent";
  const last = unsent.at(-1) ?? conversation.latest;
  if (!last) return conversation.toAccount ? "New chat" : "";
  const text = textOf(last, me).replace(/\s+/gu, " ").slice(0, 160);
  const mine = last === unsent.at(-1) || last.send_uid === me;
  return mine && !isLine(last) ? `You: ${text}` : text;
}
