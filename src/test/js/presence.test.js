import assert from "node:assert/strict";
import { test } from "node:test";
import { applyEvent } from "../../main/resources/web/js/client/events.js";
import { Store } from "../../main/resources/web/js/client/store.js";

test("somebody who types is there, whatever was known of them; oneself is not looked at", () => {
  const store = new Store({ uid: 99 });
  store.setPresence([{ uid: 1, state: "offline", last_seen_at: 5 }]);
  applyEvent(store, "typing", { conversation_id: "si_1_99", uid: 1, state: "start" });
  applyEvent(store, "typing", { conversation_id: "si_1_99", uid: 99, state: "start" });
  assert.equal(store.presence.get(1).state, "online");
  assert.equal(store.presence.has(99), false);
  applyEvent(store, "presence", { uid: 1, state: "offline", last_seen_at: 9 });
  assert.equal(store.presence.get(1).state, "offline");
});
