import assert from "node:assert/strict";
import { test } from "node:test";
import { byPlace, Conversation, peerOf } from "../../main/resources/web/js/core/conversation.js";

const ME = 7;
const from = (uid, seq, fields = {}) => ({
  conversation_id: "si_3_7",
  seq,
  send_uid: uid,
  client_msg_id: `${uid}-${seq}`,
  send_time: seq,
  status: 2,
  version: 0,
  content: {},
  ...fields,
});
const conversation = (numbers = {}) => {
  const made = new Conversation("si_3_7");
  made.apply({ max_seq: 10, min_seq: 1, read_seq: 8, unread: 2, ...numbers });
  return made;
};

test("a new message of someone else counts once", () => {
  const c = conversation();
  c.receive(from(3, 11), ME);
  c.receive(from(3, 11), ME);
  c.receive(from(3, 10), ME);
  assert.equal(c.unread, 3);
});

test("one's own message reads everything before it", () => {
  const c = conversation();
  c.receive(from(ME, 11), ME);
  assert.equal(c.unread, 0);
  assert.equal(c.readSeq, 11);
});

test("a message that does not count leaves the badge alone", () => {
  const c = conversation();
  c.receive(from(3, 11, { options: { unread_count: false } }), ME);
  assert.equal(c.unread, 2);
});

test("reading elsewhere empties the badge, and a late answer does not bring it back", () => {
  const c = conversation();
  c.read({ read_seq: 10, unread: 0 });
  c.applySeqs({ max_seq: 10, min_seq: 1, read_seq: 8, unread: 2 });
  c.read({ read_seq: 9, unread: 1 });
  assert.equal(c.unread, 0);
  assert.equal(c.readSeq, 10);
});

test("a list from before a live message does not lower the count", () => {
  const c = conversation();
  c.receive(from(3, 11), ME);
  c.apply({ max_seq: 10, read_seq: 8, unread: 2, latest_msg: from(3, 10) });
  assert.equal(c.unread, 3);
  assert.equal(c.latest.seq, 11);
});

test("pinned first, then by the newest message", () => {
  const at = (id, time, pinned = false) => Object.assign(new Conversation(id), { pinned, latest: { send_time: time } });
  const list = [at("a", 1), at("b", 3), at("c", 2, true)].sort(byPlace);
  assert.deepEqual(list.map((c) => c.id), ["c", "b", "a"]);
});

test("the peer is the other one of the pair", () => {
  assert.equal(peerOf("si_3_7", 7), 3);
  assert.equal(peerOf("si_3_7", 3), 7);
  assert.equal(peerOf("sg_3", 3), 0);
});

test("what happens in a group is told, and is no chat in the list", () => {
  const notices = new Conversation("n_10001");
  notices.receive({ seq: 1, send_uid: 1, client_msg_id: "n1", conversation_type: 4, content_type: 1005, content: {} }, 99);
  assert.equal(notices.listed, false);
  const pair = new Conversation("n_1_99");
  pair.receive({ seq: 1, send_uid: 1, client_msg_id: "n1", conversation_type: 4, content_type: 1001, content: {} }, 99);
  assert.equal(pair.listed, true);
});
