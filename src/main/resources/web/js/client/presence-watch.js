const EVERY_MS = 15_000;
const MOST = 100;

/** Keeps the presence of the people in the list fresh: asks again regularly, and takes events where the server sends them. */
export class PresenceWatch {
  #timer = 0;

  constructor({ request, store }) {
    Object.assign(this, { request, store });
  }

  start() {
    this.stop();
    this.refresh();
    this.#timer = setInterval(() => document.hidden || this.refresh(), EVERY_MS);
  }

  stop() {
    clearInterval(this.#timer);
  }

  async refresh() {
    const chats = [this.store.selected, ...this.store.ordered()];
    const uids = [...new Set(chats.map((c) => c?.peerUid).filter(Boolean))].slice(0, MOST);
    if (uids.length === 0) return;
    try {
      const reply = await this.request("presence", { uids, subscribe: true });
      this.store.setPresence(reply.users ?? []);
    } catch {
      // Unknown presence shows no dot; the next round asks again.
    }
  }
}
