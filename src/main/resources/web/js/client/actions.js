/** What a user does to messages and conversations that are there already. Each call rejects with what the server refused. */
export class Actions {
  /**
   * @param {object} parts
   * @param {(op: string, data: object) => Promise<object>} parts.request
   * @param {import("./store.js").Store} parts.store
   * @param {import("./catch-up.js").CatchUp} parts.catchUp
   * @param {(conversation: object, kind: string, change: object) => void} parts.onChange takes a change as its event would be taken
   */
  constructor({ request, store, catchUp, onChange }) {
    Object.assign(this, { request, store, catchUp, onChange });
  }

  async takeBack(conversation, message) {
    const reply = await this.request("revoke", { conversation_id: conversation.id, seq: message.seq });
    this.onChange(conversation, "revoked", { ...reply, uid: this.store.me.uid, role: 1, nickname: "" });
  }

  /** Gives a text another wording, if it still is the one that is shown here. */
  async edit(conversation, seq, text) {
    const { content, version } = conversation.log.find(seq) ?? { content: {}, version: 0 };
    const changed = { ...content, text };
    try {
      const reply = await this.request("edit", { conversation_id: conversation.id, seq, version, content: changed });
      this.onChange(conversation, "edited", { ...reply, uid: this.store.me.uid, content: changed });
    } catch (failure) {
      if (failure.code === 40900) this.catchUp.moved(conversation);
      throw failure;
    }
  }

  async deleteForMe(conversation, message) {
    const seqs = [message.seq];
    const reply = await this.request("delete", { conversation_id: conversation.id, seqs, scope: "self" });
    this.onChange(conversation, "deleted", { ...reply, seqs, uid: this.store.me.uid });
  }

  async clear(conversation) {
    this.onChange(conversation, "cleared", await this.request("clear", { conversation_id: conversation.id }));
  }

  /** @param {{is_pinned?: boolean, recv_msg_opt?: number}} settings */
  async set(conversation, settings) {
    conversation.apply(await this.request("set_conversation", { conversation_id: conversation.id, ...settings }));
    this.catchUp.check(conversation);
    this.store.touch("list", "chat");
  }

  /** Takes it out of the list until its next message. */
  async hide(conversation) {
    const head = conversation.maxSeq;
    await this.request("hide_conversation", { conversation_id: conversation.id });
    this.store.unlist(new Map([[conversation.id, head]]));
  }
}
