import assert from "node:assert/strict";
import { test } from "node:test";
import { ChangeFeed } from "../../main/resources/web/js/client/change-feed.js";
import { Conversation } from "../../main/resources/web/js/core/conversation.js";
import { isEdited, isLine, textOf } from "../../main/resources/web/js/core/content.js";
import { refusalText } from "../../main/resources/web/js/core/refusals.js";

const message = (seq, fields = {}) => ({
  ...{ seq, send_uid: 3, sender_nickname: "Alice", client_msg_id: `m${seq}`, content_type: 101, content: { text: `t${seq}` } },
  ...{ send_time: seq, status: 2, version: 0, ...fields },
});
const conversation = (version = 0) => {
  const made = new Conversation("si_3_7");
  made.apply({ max_seq: 3, min_seq: 1, read_seq: 1, unread: 2, version, latest_msg: message(3) });
  made.log.addPage({ messages: [1, 2, 3].map((seq) => message(seq)), min_seq: 1, max_seq: 3, has_more: false });
  Object.assign(made, { loaded: true, version });
  return made;
};
const text = (c, seq) => c.log.find(seq)?.content.text;

test("a message that was taken back becomes a line that names who did it", () => {
  const c = conversation();
  assert.equal(c.change("revoked", { version: 1, seq: 3, uid: 3, role: 1, nickname: "Alice", time: 9 }), false);
  const line = c.log.find(3);
  assert.deepEqual([isLine(line), isEdited(line), line.content], [true, false, {}]);
  assert.equal(textOf(line, 7), "Alice took a message back");
  assert.equal(textOf(line, 3), "You took a message back");
  assert.equal(textOf(c.latest, 7), "Alice took a message back");
});

test("an edit shows, also in the list, and an older one does not come back over it", () => {
  const c = conversation();
  c.change("edited", { version: 2, seq: 3, uid: 3, content: { text: "new" } });
  c.change("edited", { version: 1, seq: 3, uid: 3, content: { text: "old" } });
  assert.equal(text(c, 3), "new");
  assert.equal(c.latest.content.text, "new");
  assert.equal(isEdited(c.log.find(3)), true);
  c.change("revoked", { version: 3, seq: 3, uid: 3, nickname: "Alice" });
  c.change("edited", { version: 4, seq: 3, uid: 3, content: { text: "again" } });
  assert.equal(c.log.find(3).status, 5);
});

test("what was deleted leaves, and the message before it stands in the list", () => {
  const c = conversation();
  c.change("deleted", { version: 1, seqs: [3], scope: "self", uid: 7 });
  assert.deepEqual(c.log.messages().map((m) => m.seq), [1, 2]);
  assert.equal(c.latest.seq, 2);
  assert.deepEqual(c.log.gaps(), []);
});

test("what was released after a review takes its place among what came since", () => {
  const c = conversation();
  c.log.addPage({ messages: [message(5)], pending: [[4, 4]], min_seq: 1, max_seq: 5, has_more: false }, { after_seq: 3 });
  assert.deepEqual(c.log.gaps(), []);
  c.change("released", { version: 1, seq: 4, message: message(4) });
  c.change("released", { version: 1, seq: 4, message: message(4) });
  c.change("released", { version: 2, seq: 6, message: null });
  assert.deepEqual(c.log.messages().map((m) => m.seq), [1, 2, 3, 4, 5]);
});

test("a cleared conversation is empty and has nothing unread", () => {
  const c = conversation();
  c.change("cleared", { version: 1, min_seq: 4 });
  assert.deepEqual([c.log.messages().length, c.latest, c.unread], [0, null, 0]);
  c.receive(message(4), 7);
  assert.deepEqual(c.log.messages().map((m) => m.seq), [4]);
});

test("a change whose forerunner is not known leaves a conversation behind", () => {
  const c = conversation(4);
  assert.equal(c.change("edited", { version: 6, seq: 1, uid: 3, content: { text: "six" } }), true);
  assert.deepEqual([c.version, c.headVersion, text(c, 1)], [4, 6, "six"]);
});

test("the feed reads page by page up to the newest change", async () => {
  const c = conversation(4);
  c.headVersion = 7;
  const asked = [];
  const pages = {
    4: { version: 5, has_more: true, full: false, changes: [{ kind: "edited", version: 5, seq: 1, content: { text: "a" } }] },
    5: { version: 7, has_more: false, full: false, changes: [{ kind: "settings", version: 7, is_pinned: true }, { kind: "unheard of", version: 7 }] },
  };
  const request = async (op, { after_version }) => asked.push(after_version) && pages[after_version];
  assert.equal(await new ChangeFeed({ request }).read(c), true);
  assert.deepEqual([asked, c.version, c.behind, text(c, 1), c.pinned], [[4, 5], 7, false, "a", true]);
});

test("a number the server does not know means to read the conversation anew", async () => {
  const c = conversation(9);
  c.headVersion = 10;
  const request = async () => ({ version: 2, has_more: false, full: true, changes: [] });
  assert.equal(await new ChangeFeed({ request }).read(c), false);
  assert.deepEqual([c.loaded, c.version, c.headVersion, c.log.messages().length], [false, 2, 2, 0]);
});

test("an announcement that never becomes readable does not ask for ever", async () => {
  const c = conversation(1);
  c.headVersion = 5;
  let asked = 0;
  const request = async () => ({ version: 1, has_more: false, full: false, changes: [], asked: asked++ });
  assert.equal(await new ChangeFeed({ request, sleep: async () => {} }).read(c), true);
  assert.deepEqual([asked, c.behind], [8, false]);
});

test("a page from before a message was taken back does not bring it back", () => {
  const c = conversation();
  c.change("revoked", { version: 1, seq: 2, uid: 3, nickname: "Alice" });
  c.log.addPage({ messages: [message(2)], min_seq: 1, max_seq: 3, has_more: false }, { after_seq: 1 });
  assert.equal(c.log.find(2).status, 5);
});

test("the server's newest message counts where its object is as new as what is held", () => {
  const c = conversation();
  c.apply({ max_seq: 3, read_seq: 1, version: 1, latest_msg: message(1) });
  assert.equal(c.latest.seq, 1);
  c.apply({ max_seq: 2, read_seq: 1, version: 1, latest_msg: null });
  assert.equal(c.latest.seq, 1);
});

test("refusals are said in words", () => {
  assert.match(refusalText("revoke", { code: 40300 }), /too late to take/);
  assert.match(refusalText("edit", { code: 40300 }), /too late to edit/);
  assert.match(refusalText("edit", { code: 40900 }), /changed meanwhile/);
  assert.equal(refusalText("clear", { code: 40002, message: "no" }), "no");
});
