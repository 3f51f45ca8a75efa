import { Outbox } from "./outbox.js";

/** One's own messages: on their way out, and back with their place. */
export class Posting {
  /**
   * @param {object} parts
   * @param {(op: string, data: object) => Promise<object>} parts.request
   * @param {import("./store.js").Store} parts.store
   * @param {string} parts.storageKey where unsent messages survive a reload
   * @param {(conversation: object) => void} parts.onPlaced
   * @param {(conversation: object) => void} parts.onBound a first message found its conversation
   */
  constructor({ request, store, storageKey, onPlaced, onBound }) {
    Object.assign(this, { store, onPlaced, onBound });
    this.outbox = new Outbox({
      request,
      storage: sessionStorage,
      storageKey,
      onChange: (lane) => this.#unsentChanged(lane),
      onPlaced: (lane, entry, reply) => this.#placed(lane, entry, reply),
    });
    for (const name of this.outbox.names()) {
      if (name.startsWith("to:")) store.draft(name.slice(3));
      this.#unsentChanged(name);
    }
  }

  sendText(conversation, text) {
    const target = conversation.toAccount ? { to_account: conversation.toAccount } : { conversation_id: conversation.id };
    this.outbox.add(conversation.id, target, 101, { text });
  }

  /** One's own message came by the stream: from another device, or after a `queued` answer. */
  settle(message) {
    for (const lane of this.outbox.names()) {
      if (!this.outbox.entries(lane).some((e) => e.client_msg_id === message.client_msg_id)) continue;
      if (lane.startsWith("to:")) this.#bind(lane, message.conversation_id);
      this.outbox.settle(message.client_msg_id);
    }
  }

  #unsentChanged(lane) {
    const conversation = this.store.conversations.get(lane);
    if (conversation) conversation.unsentAt = this.outbox.entries(lane).at(-1)?.created ?? 0;
    this.store.touch("chat", "list");
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
    this.onPlaced(conversation);
  }

  #bind(lane, conversationId) {
    if (!this.store.conversations.has(lane)) return;
    this.store.bindDraft(lane, conversationId);
    this.outbox.move(lane, conversationId);
    this.onBound(this.store.conversation(conversationId));
  }
}
