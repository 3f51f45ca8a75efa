/** Keeps the list as the server has it: all of it once, later only what changed since. */
export class ListSync {
  #version = 0;
  #hash = "";
  /** Of a list that begins anew: what no page of it has named so far. */
  #unnamed = null;
  #running = null;

  /**
   * @param {object} parts
   * @param {(op: string, data: object) => Promise<object>} parts.request
   * @param {import("./store.js").Store} parts.store
   */
  constructor({ request, store }) {
    Object.assign(this, { request, store });
  }

  /** Reads what changed; who asks while it is being read gets a reading that begins afterwards. */
  run() {
    const begin = () => this.#read();
    const run = this.#running ? this.#running.then(begin, begin) : begin();
    this.#running = run;
    const done = () => {
      if (this.#running === run) this.#running = null;
    };
    run.then(done, done);
    return run;
  }

  async #read() {
    let page;
    do {
      // What an event announces while the reply is on its way is newer than the reply.
      const heads = new Map([...this.store.conversations].map(([id, c]) => [id, c.maxSeq]));
      page = await this.request("sync_conversations", { version: this.#version, ids_hash: this.#hash });
      this.#take(page, heads);
    } while (page.has_more);
    this.store.unlist(this.#unnamed ?? new Map());
    this.#unnamed = null;
    this.store.listRead = true;
    this.store.touch("list", "chat");
  }

  #take({ full, version, ids_hash, changed, removed }, heads) {
    if (full) this.#unnamed = heads;
    for (const object of changed) {
      this.#unnamed?.delete(object.conversation_id);
      this.store.list(object);
    }
    this.store.unlist(new Map(removed.map((id) => [id, heads.get(id) ?? 0])));
    this.#version = version;
    this.#hash = ids_hash;
  }
}
