import assert from "node:assert/strict";
import { test } from "node:test";
import { MessageLog } from "../../main/resources/web/js/core/message-log.js";

const message = (seq, fields = {}) => ({ seq, send_uid: 1, client_msg_id: `m${seq}`, status: 2, version: 0, content: {}, ...fields });
const page = (from, to, fields = {}) => ({
  messages: Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => message(from + i)),
  min_seq: 1,
  max_seq: to,
  absent: [],
  pending: [],
  has_more: false,
  ...fields,
});
const seqs = (log) => log.messages().map((m) => m.seq);

test("messages stand in the order of their numbers, whatever order they came in", () => {
  const log = new MessageLog();
  for (const seq of [3, 1, 2]) assert.equal(log.add(message(seq)), true);
  assert.deepEqual(seqs(log), [1, 2, 3]);
});

test("a number or a client id that came twice is one message", () => {
  const log = new MessageLog();
  log.add(message(1));
  assert.equal(log.add(message(1)), false);
  assert.equal(log.add(message(0, { client_msg_id: "m1" })), false);
  assert.deepEqual(seqs(log), [1]);
});

test("two senders may use the same client id", () => {
  const log = new MessageLog();
  log.add(message(1, { client_msg_id: "x" }));
  log.add(message(2, { client_msg_id: "x", send_uid: 2 }));
  assert.deepEqual(seqs(log), [1, 2]);
});

test("a newer version replaces, an older one does not", () => {
  const log = new MessageLog();
  log.add(message(1, { version: 2, content: { text: "new" } }));
  assert.equal(log.add(message(1, { version: 1, content: { text: "old" } })), false);
  assert.equal(log.add(message(1, { version: 3, content: { text: "newest" } })), true);
  assert.equal(log.find(1).content.text, "newest");
});

test("a hole between two numbers is a gap until something accounts for it", () => {
  const log = new MessageLog();
  log.addPage(page(1, 5));
  log.add(message(8));
  assert.deepEqual(log.gaps(), [[6, 7]]);
  log.addPage(page(6, 6, { absent: [[7, 7]], max_seq: 8 }), { after_seq: 5 });
  assert.deepEqual(log.gaps(), []);
  assert.deepEqual(seqs(log), [1, 2, 3, 4, 5, 6, 8]);
});

test("a raised end is a gap at the end", () => {
  const log = new MessageLog();
  log.addPage(page(1, 5));
  log.raise(9);
  assert.deepEqual(log.gaps(), [[6, 9]]);
});

test("a page that ends early covers only what it returned", () => {
  const log = new MessageLog();
  log.addPage(page(1, 5));
  log.raise(12);
  const result = log.addPage(page(6, 8, { max_seq: 12, has_more: true }), { after_seq: 5 });
  assert.deepEqual(log.gaps(), [[9, 12]]);
  assert.deepEqual(result, { added: 3, progress: true });
});

test("an empty page with more to come is no progress", () => {
  const log = new MessageLog();
  log.addPage(page(1, 5));
  log.raise(6);
  const result = log.addPage(page(1, 0, { max_seq: 6, has_more: true }), { after_seq: 5 });
  assert.equal(result.progress, false);
  assert.deepEqual(log.gaps(), [[6, 6]]);
});

test("history goes down to the lowest number the user may see", () => {
  const log = new MessageLog();
  log.addPage(page(51, 100, { min_seq: 20, has_more: true }));
  assert.equal(log.hasOlder, true);
  log.addPage(page(20, 50, { min_seq: 20, max_seq: 100 }), { before_seq: 51 });
  assert.equal(log.hasOlder, false);
  assert.equal(seqs(log).length, 81);
});

test("numbers deleted below the first message of the last page are not asked for for ever", () => {
  const log = new MessageLog();
  log.addPage(page(5, 9, { absent: [[1, 4]] }));
  assert.equal(log.hasOlder, false);
});

test("a live-only message keeps the place it arrived at", () => {
  const log = new MessageLog();
  log.addPage(page(1, 2));
  log.add(message(0, { client_msg_id: "a" }));
  log.add(message(0, { client_msg_id: "b" }));
  log.add(message(3));
  assert.deepEqual(log.messages().map((m) => m.client_msg_id), ["m1", "m2", "a", "b", "m3"]);
  assert.equal(log.highest, 3);
});

test("revoked, deleted and cleared numbers stay accounted for", () => {
  const log = new MessageLog();
  log.addPage(page(1, 4));
  log.change(2, { status: 5, content: {} });
  log.remove([3]);
  log.minSeq = 2;
  assert.deepEqual(seqs(log), [2, 4]);
  assert.equal(log.find(2).status, 5);
  assert.deepEqual(log.gaps(), []);
});
