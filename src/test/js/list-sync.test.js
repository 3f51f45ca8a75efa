import assert from "node:assert/strict";
import { test } from "node:test";
import { ListSync } from "../../main/resources/web/js/client/list-sync.js";
import { Store } from "../../main/resources/web/js/client/store.js";

const object = (n, fields = {}) => ({
  ...{ conversation_id: `si_${n}_99`, conversation_type: 1, peer_uid: n, show_name: `u${n}`, max_seq: 1, min_seq: 1 },
  ...{ read_seq: 1, unread: 0, version: 0, latest_msg: { seq: 1, send_time: n, content: {} }, ...fields },
});
const page = (version, changed, fields = {}) => ({ version, full: false, ids_hash: `h${version}`, changed, removed: [], has_more: false, ...fields });

/** A list whose server is a row of answers; an answer may be a function that does something while the request is on its way. */
function list(answers) {
  const store = new Store({ uid: 99 });
  const asked = [];
  const request = async (op, data) => {
    asked.push(data.version);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return typeof answer === "function" ? answer(store) : answer;
  };
  const names = () => store.ordered().map((c) => c.name);
  return { store, asked, names, sync: new ListSync({ request, store }) };
}

test("the list is read whole once and by what changed afterwards", async () => {
  const first = page(4, [object(1), object(2)], { full: true, has_more: true });
  const pinned = page(9, [object(1, { is_pinned: true })], { removed: ["si_3_99"] });
  const { sync, asked, names, store } = list([first, page(7, [object(3)]), pinned]);
  await sync.run();
  assert.deepEqual(names(), ["u3", "u2", "u1"]);
  assert.equal(store.listRead, true);
  await sync.run();
  assert.deepEqual(asked, [0, 4, 7]);
  assert.deepEqual(names(), ["u1", "u2"]);
});

test("a list that begins anew drops what none of its pages names, also when it was interrupted", async () => {
  const anew = page(2, [object(2)], { full: true, has_more: true });
  const { sync, names } = list([page(5, [object(1), object(2), object(3)], { full: true }), anew, new Error("gone"), page(3, [object(3)])]);
  await sync.run();
  await assert.rejects(sync.run());
  assert.deepEqual(names(), ["u3", "u2", "u1"]);
  await sync.run();
  assert.deepEqual(names(), ["u3", "u2"]);
});

test("a message that comes while its conversation is being removed keeps it", async () => {
  const removing = (store) => {
    store.conversation("si_1_99").receive({ seq: 2, send_uid: 1, client_msg_id: "x", send_time: 5, content: {} }, 99);
    return page(6, [], { removed: ["si_1_99", "si_2_99"] });
  };
  const { sync, names } = list([page(5, [object(1), object(2)], { full: true }), removing]);
  await sync.run();
  await sync.run();
  assert.deepEqual(names(), ["u1"]);
});

test("what was hidden comes back with its next message", async () => {
  const { sync, names, store } = list([page(5, [object(1)], { full: true })]);
  await sync.run();
  store.unlist(new Map([["si_1_99", 1]]));
  assert.deepEqual([names(), store.totalUnread], [[], 0]);
  store.conversation("si_1_99").receive({ seq: 2, send_uid: 1, client_msg_id: "x", send_time: 5, content: {} }, 99);
  assert.deepEqual([names(), store.totalUnread], [["u1"], 1]);
});
