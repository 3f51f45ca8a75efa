import { isBigEmoji, isEdited, isLine, linkParts, pictureName, safeUrl, textOf } from "../core/content.js";
import { clock, hueOf } from "../core/format.js";
import { el, icon, setText } from "./dom.js";

const STATES = {
  waiting: { icon: "clock", label: "Sending" },
  queued: { icon: "clock", label: "Accepted, waiting for its place" },
  sent: { icon: "tick", label: "Sent" },
  read: { icon: "ticks", label: "Read" },
  failed: { icon: "alert", label: "Not sent" },
};

/** One bubble. It stays the same node from the first attempt to send until it was read. */
export class MessageView {
  #shown = "";
  #state = "";
  #failure = null;

  constructor({ me, onResend, onDiscard, onMenu }) {
    Object.assign(this, { me, onResend, onDiscard, onMenu });
    this.sender = el("span.sender", { hidden: true });
    this.body = el("div.body");
    this.time = el("time");
    this.ticks = el("span.ticks");
    this.edited = el("span.edited", { textContent: "edited", hidden: true });
    this.meta = el("span.meta", {}, this.edited, this.time, this.ticks);
    const more = { type: "button", "aria-label": "Message options", "aria-haspopup": "menu", onclick: () => this.#openMenu() };
    this.more = el("button.more", more, icon("more"));
    this.bubble = el("div.bubble", { oncontextmenu: (event) => this.#pressed(event) }, this.sender, this.body, this.meta, this.more);
    this.element = el("div.message", {}, this.bubble);
  }

  /**
   * @param {object} message as the contract has it, or an entry of the outbox
   * @param {{mine: boolean, state: string, first: boolean, last: boolean, group: boolean}} look first and last: of a row of
   *     messages by one sender
   */
  show(message, look) {
    const notice = isLine(message);
    this.message = message;
    this.element.classList.toggle("mine", look.mine && !notice);
    this.element.classList.toggle("notice", notice);
    this.element.classList.toggle("first", look.first);
    this.element.classList.toggle("last", look.last);
    this.element.dataset.seq = message.seq ?? 0;
    this.element.dataset.state = look.state;
    this.sender.hidden = !(look.group && look.first && !look.mine && !notice);
    setText(this.sender, message.sender_nickname ?? "");
    this.sender.dataset.hue = hueOf(message.send_uid ?? 0);
    this.edited.hidden = !isEdited(message);
    this.more.hidden = !(message.seq > 0);
    const at = message.send_time ?? message.created;
    setText(this.time, clock(at));
    this.time.dateTime = new Date(at).toISOString();
    this.time.title = new Date(at).toLocaleString();
    this.#showBody(message);
    this.#showState(look.mine && !notice ? look.state : "", message);
  }

  #openMenu() {
    this.onMenu(this.message, this.more);
  }

  /** A long press on a screen without a pointer; the menu of a mouse stays the browser's. */
  #pressed(event) {
    if (event.pointerType !== "touch" || this.more.hidden) return;
    event.preventDefault();
    this.#openMenu();
  }

  #showBody(message) {
    const version = `${message.status ?? 2}.${JSON.stringify(message.content)}`;
    if (version === this.#shown) return;
    this.#shown = version;
    this.body.replaceChildren(...bodyOf(message, this.me));
    const text = textOf(message, this.me);
    this.body.classList.toggle("removed", message.status === 5);
    this.body.classList.toggle("emoji", message.content_type === 101 && isBigEmoji(text));
  }

  #showState(state, { reason, isFinal }) {
    if (state === this.#state) return;
    this.#state = state;
    this.#failure?.remove();
    if (state === "failed") {
      this.#failure = this.#failureLine(reason ? `Not sent: ${reason}` : "Not sent", isFinal);
      this.element.append(this.#failure);
    }
    this.ticks.hidden = state === "";
    if (state === "") return;
    this.ticks.className = `ticks ${state}`;
    this.ticks.title = STATES[state].label;
    this.ticks.replaceChildren(icon(STATES[state].icon), el("span.hidden-text", { textContent: STATES[state].label }));
  }

  #failureLine(reason, isFinal) {
    const again = () => el("button.link.resend", { type: "button", textContent: "Try again", onclick: this.onResend });
    return el(
      "div.failure",
      { role: "alert" },
      el("span", { textContent: reason }),
      isFinal ? null : again(),
      el("button.link.discard", { type: "button", textContent: "Delete", onclick: this.onDiscard }),
    );
  }
}

function bodyOf(message, me) {
  const url = message.status === 5 ? null : safeUrl(message.content?.url);
  if (url && message.content_type === 102) {
    const shown = link(url, null);
    const onerror = () => shown.replaceChildren(pictureName(message));
    shown.append(el("img.picture", { src: url, alt: "Photo", loading: "lazy", referrerPolicy: "no-referrer", onerror }));
    return [shown];
  }
  if (url) return [link(url, textOf(message))];
  return linkParts(textOf(message, me)).map((part) => (part.href ? link(part.href, part.text) : part.text));
}

function link(href, child) {
  return el("a", { href, target: "_blank", rel: "noopener noreferrer nofollow" }, child);
}
