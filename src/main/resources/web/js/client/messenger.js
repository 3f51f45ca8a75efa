import { Backoff } from "../core/backoff.js";
import { TransportChoice } from "../core/transport-choice.js";
import { Connection } from "../net/connection.js";
import { openSocket } from "../net/transport.js";
import { CatchUp } from "./catch-up.js";
import { applyEvent } from "./events.js";
import { Outbox } from "./outbox.js";
import { PresenceWatch } from "./presence-watch.js";
import { ReadMarker } from "./read-marker.js";

const PLATFORM_WEB = 5;
const LIST_RETRY_MS = 2_000;
const LATE_EVENT_MS = 400;

/** A logged-in user's client: wires the connection to the store and to those who send, catch up and mark as read. */
export class Messenger {
  #listTimer = 0;

  /**
   * @param {object} parts
   * @param {{uid: number, token: string, account: string, tenant: string}} parts.login
   * @param {import("../net/api.js").Api} parts.api
   * @param {import("./store.js").Store} parts.store
   * @param {string|null} parts.transport the only transport to use, or null
   * @param {() => boolean} parts.isWatched whether the end of the selected chat is in front of the user
   */
  constructor({ login, api, store, transport, isWatched }) {
    this.api = api;
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
    this.reader = new ReadMarker({ request, store, isWatched });
    this.presence = new PresenceWatch({ request, store });
    this.outbox = new Outbox({
      request,
      storage: sessionStorage,
      storageKey: `curlew.unsent.${login.tenant}.${login.uid}`,
      onChange: (lane) => this.#unsentChanged(lane),
      onPlaced: (lane, entry, reply) => this.#placed(lane, entry, reply),
    });
    for (const name of this.outbox.names()) {
      if (name.startsWith("to:")) store.draft(name.slice(3));
      this.#unsentChanged(name);
    }
  }

  start() {
    this.connection.start();
  }

  stop() {
    clearTimeout(this.#listTimer);
    this.presence.stop();
    this.outbox.offline();
    this.connection.stop();
  }

  /** Shows a conversation and reads its newest page when that was never done. */
  open(id) {
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
    const target = conversation.toAccount ? { to_account: conversation.toAccount } : { conversation_id: conversation.id };
    this.outbox.add(conversation.id, target, 101, { text });
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
      await this.#readList();
      for (const numbers of seqs.conversations) this.store.conversation(numbers.conversation_id).applySeqs(numbers);
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

  /** What an event announces while the list is being read is not in it, and stays. */
  async #readList() {
    const before = new Set(this.store.conversations.keys());
    this.store.replaceList(await this.api.conversations(), before);
  }

  #refreshListSoon() {
    clearTimeout(this.#listTimer);
    this.#listTimer = setTimeout(async () => {
      try {
        await this.#readList();
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
      this.catchUp.hint(data.conversations ?? []);
    } else if (event === "send_rejected") {
      this.outbox.rejected(data.client_msg_id, data.message || data.error);
    } else {
      applyEvent(this.store, event, data);
    }
  }

  #received(message) {
    const known = this.store.conversations.has(message.conversation_id);
    const conversation = this.store.conversation(message.conversation_id);
    conversation.receive(message, this.store.me.uid);
    if (message.send_uid === this.store.me.uid) this.#settle(message);
    else if (!conversation.name) conversation.name = message.sender_nickname ?? "";
    if (!known) this.#refreshListSoon();
    this.#look(conversation);
  }

  #unsentChanged(lane) {
    const conversation = this.store.conversations.get(lane);
    if (conversation) conversation.unsentAt = this.outbox.entries(lane).at(-1)?.created ?? 0;
    this.store.touch("chat", "list");
  }

  /** One's own message came by the stream: from another device, or after a `queued` answer. */
  #settle(message) {
    for (const lane of this.outbox.names()) {
      if (!this.outbox.entries(lane).some((e) => e.client_msg_id === message.client_msg_id)) continue;
      if (lane.startsWith("to:")) this.#bind(lane, message.conversation_id);
      this.outbox.settle(message.client_msg_id);
    }
  }

  #placed(lane, entry, reply) {
    if (lane.startsWith("to:")) this.#bind(lane, reply.conversation_id);
    const conversation = this.store.conversation(reply.conversation_id);
    const { client_msg_id, content_type, content } = entry;
    const { conversation_id, server_msg_id, seq, send_time } = reply;
    const message = {
      ...{ conversation_id, seq, client_msg_id, server_msg_id, send_uid: this.store.me.uid },
      ...{ content_type, content, send_time, status: 2, version: 0 },
    };
    conversation.receive(message, this.store.me.uid);
    this.#look(conversation);
  }

  #bind(lane, conversationId) {
    if (!this.store.conversations.has(lane)) return;
    this.store.bindDraft(lane, conversationId);
    this.outbox.move(lane, conversationId);
    const conversation = this.store.conversation(conversationId);
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
