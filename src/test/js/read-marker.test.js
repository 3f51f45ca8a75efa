import assert from "node:assert/strict";
import { test } from "node:test";
import { ReadMarker } from "../../main/resources/web/js/client/read-marker.js";
import { Store } from "../../main/resources/web/js/client/store.js";

const ID = "si_1_99";
const settled = () => new Promise((resolve) => setTimeout(resolve, 200));

/** A marker whose server does something before it answers. */
function marker(meanwhile) {
  const store = new Store({ uid: 99 });
  const conversation = store.conversation(ID);
  conversation.receive({ seq: 1, send_uid: 1, client_msg_id: "m1", content: {} }, 99);
  store.selectedId = ID;
  const recounted = [];
  const request = async (op, data) => {
    meanwhile(conversation);
    return { read_seq: data.read_seq, unread: 0 };
  };
  const reader = new ReadMarker({ request, store, isWatched: () => true, recount: (one) => recounted.push(one.id) });
  return { conversation, recounted, reader };
}

test("what was read is not unread any more", async () => {
  const { conversation, recounted, reader } = marker(() => {});
  reader.check();
  await settled();
  assert.equal(conversation.readSeq, 1);
  assert.equal(conversation.unread, 0);
  assert.deepEqual(recounted, []);
});

test("a message that came while the reply was on its way is counted", async () => {
  const { recounted, reader } = marker((conversation) => {
    conversation.receive({ seq: 2, send_uid: 1, client_msg_id: "m2", content: {} }, 99);
  });
  reader.check();
  await settled();
  assert.deepEqual(recounted, [ID]);
});
