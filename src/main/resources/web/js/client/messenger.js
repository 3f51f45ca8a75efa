import { Backoff } from "../core/backoff.js";
import { TypingSender } from "../core/typing.js";
import { TransportChoice } from "../core/transport-choice.js";
import { Connection } from "../net/connection.js";
import { openSocket } from "../net/transport.js";
import { Actions } from "./actions.js";
import { CatchUp } from "./catch-up.js";
import { applyEvent, CHANGES, UNCOUNTS } from "./events.js";
import { ListSync } from "./list-sync.js";
import { Posting } from "./posting.js";
import { PresenceWatch } from "./presence-watch.js";
import { ReadMarker } from "./read-marker.js";
import { UnreadCheck } from "./unread-check.js";

const PLATFORM_WEB = 5;
const FROM_USER = 100;
const LIST_RETRY_MS = 2_000;
const LATE_EVENT_MS = 400;

/** A logged-in user's client: wires the connection to the store and to those who send, catch up and mark as read. */
export class Messenger {
  #listTimer = 0;

  /**
   * @param {object} parts
   * @param {{uid: number, token: string, account: string, tenant: string}} parts.login
   * @param {import("./store.js").Store} parts.store
   * @param {string|null} parts.transport the only transport to use, or null
   * @param {() => boolean} parts.isWatched whether the end of the selected chat is in front of the user
   */
  constructor({ login, store, transport, isWatched }) {
    this.store = store;
    this.connection = new Connection({
      token: login.token,
      platform: PLATFORM_WEB,
      open: openSocket,
      choice: new TransportChoice(transport),
      backoff: new Backoff(),
      onState: (state) => this.#stateChanged(state),
      onEvent: (event, data) => this.#event(event, data),
    });
    const request = (op, data) => this.connection.request(op, data);
    this.catchUp = new CatchUp({ request, store });
    this.unread = new UnreadCheck({ request, store });
    this.reader = new ReadMarker({ request, store, isWatched, recount: (conversation) => this.unread.ask(conversation) });
    this.presence = new PresenceWatch({ request, store });
    this.list = new ListSync({ request, store });
    this.typing = new TypingSender({ say: (to_uid, state) => request("typing", { to_uid, state }).catch(() => {}) });
    this.actions = new Actions({
      request,
      store,
      catchUp: this.catchUp,
      onChange: (conversation, kind, change) => this.#changed(conversation, kind, change),
    });
    this.posting = new Posting({
      request,
      store,
      storageKey: `curlew.unsent.${login.tenant}.${login.uid}`,
      onPlaced: (conversation) => this.#look(conversation),
      onBound: (conversation) => this.#bound(conversation),
    });
    this.outbox = this.posting.outbox;
  }

  start() {
    this.connection.start();
  }

  stop() {
    clearTimeout(this.#listTimer);
    this.typing.stopped();
    this.presence.stop();
    this.outbox.offline();
    this.connection.stop();
  }

  /** Shows a conversation and reads its newest page when that was never done. */
  open(id) {
    if (id !== this.store.selectedId) this.typing.stopped();
    this.store.select(id);
    const conversation = this.store.selected;
    if (!conversation) return;
    if (this.connection.state.name === "online") {
      this.catchUp.open(conversation);
      if (conversation.peerUid && !this.store.presence.has(conversation.peerUid)) this.presence.refresh();
    }
    this.reader.check();
  }

  sendText(conversation, text) {
    this.typing.stopped();
    this.posting.sendText(conversation, text);
  }

  /** The user or the network came back. */
  wake() {
    if (this.connection.state.name === "waiting") this.connection.hurry();
    else if (this.connection.state.name === "online") this.connection.ping();
    this.reader.check();
  }

  async #stateChanged(state) {
    this.store.setConnection(state);
    if (state.name !== "online") {
      this.outbox.offline();
      this.presence.stop();
      return;
    }
    this.reader.reset();
    this.outbox.online();
    await this.#refresh();
  }

  /** The numbers, which are also the baseline of the heartbeat's hints; then the list; then what was missed. */
  async #refresh() {
    clearTimeout(this.#listTimer);
    try {
      const seqs = await this.connection.request("seqs", {});
      await this.list.run();
      for (const numbers of seqs.conversations) this.store.conversations.get(numbers.conversation_id)?.applySeqs(numbers);
      this.store.touch("list");
    } catch (failure) {
      if (this.connection.state.name !== "online") return;
      if (failure.retryable) this.#listTimer = setTimeout(() => this.#refresh(), LIST_RETRY_MS);
      return;
    }
    this.catchUp.all();
    this.presence.start();
    this.reader.check();
  }

  #refreshListSoon() {
    clearTimeout(this.#listTimer);
    this.#listTimer = setTimeout(async () => {
      try {
        await this.list.run();
        this.catchUp.all();
        this.presence.refresh();
      } catch {
        // The next reconnect or event reads it again.
      }
    }, 200);
  }

  #event(event, data) {
    if (event === "message") {
      this.#received(data);
    } else if (event === "sync") {
      this.#hinted(data.conversations ?? []);
    } else if (event === "send_rejected") {
      this.outbox.rejected(data.client_msg_id, { code: data.code, reason: data.message || data.error });
    } else if (CHANGES.has(event)) {
      this.#changed(this.store.conversations.get(data.conversation_id), event, data);
    } else {
      applyEvent(this.store, event, data);
      const conversation = this.store.conversations.get(data.conversation_id);
      if (conversation) this.catchUp.check(conversation, LATE_EVENT_MS);
    }
  }

  #received(message) {
    const known = this.store.conversations.has(message.conversation_id);
    const conversation = this.store.conversation(message.conversation_id);
    conversation.receive(message, this.store.me.uid);
    if (message.send_uid === this.store.me.uid) this.posting.settle(message);
    else if (!conversation.name) conversation.name = message.sender_nickname ?? "";
    if (message.send_uid !== this.store.me.uid) this.store.typing.ended(conversation.id);
    if (message.msg_from === FROM_USER) this.store.alive(message.send_uid);
    if (!known) this.#refreshListSoon();
    this.#look(conversation);
  }

  /** Bodies were left out. Of a conversation that is not known here the list tells first. */
  #hinted(conversations) {
    this.catchUp.hint(conversations);
    if (conversations.some(({ conversation_id: id }) => !this.store.conversations.has(id))) this.#refreshListSoon();
  }

  #changed(conversation, kind, change) {
    if (!conversation) return;
    conversation.change(kind, change);
    if (UNCOUNTS.has(kind)) this.unread.ask(conversation);
    // What stands in the list now is known here only where the messages before it are.
    if (!conversation.latest && conversation.listed) this.#refreshListSoon();
    this.#look(conversation);
  }

  #bound(conversation) {
    this.catchUp.open(conversation);
    this.#refreshListSoon();
  }

  /** After a change: a gap may still be filled by an event that is on its way. */
  #look(conversation) {
    if (conversation.loaded) this.catchUp.check(conversation, LATE_EVENT_MS);
    this.store.touch("list", "chat");
    this.reader.check();
  }
}
