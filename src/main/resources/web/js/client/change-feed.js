const PAGE = 200;
const RETRY_MS = 1_000;
const RETRIES = 8;

/** Reads what happened to the messages of a conversation while this client did not hear of it. */
export class ChangeFeed {
  /**
   * @param {object} parts
   * @param {(op: string, data: object) => Promise<object>} parts.request
   * @param {(ms: number) => Promise<void>} parts.sleep
   */
  constructor({ request, sleep = pause }) {
    Object.assign(this, { request, sleep });
  }

  /** Brings a log to the newest change. False when its number means nothing to the server: the conversation is to be read anew. */
  async read(conversation) {
    for (let idle = 0; conversation.behind && idle < RETRIES; ) {
      const asked = { conversation_id: conversation.id, after_version: conversation.version, limit: PAGE };
      const { full, version, has_more, changes } = await this.request("changes", asked);
      if (full) {
        conversation.startAnew(version);
        return false;
      }
      for (const change of changes) conversation.change(change.kind, change);
      const moved = version > conversation.version || changes.length > 0;
      conversation.version = Math.max(conversation.version, version);
      // An announcement may be ahead of what can be read for a moment.
      idle = moved ? 0 : idle + 1;
      if (!moved && !has_more) await this.sleep(RETRY_MS);
    }
    // What cannot be read after all this is not there; the next announcement asks again.
    if (conversation.behind) conversation.headVersion = conversation.version;
    return true;
  }
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
