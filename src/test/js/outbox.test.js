import assert from "node:assert/strict";
import { test } from "node:test";
import { Outbox } from "../../main/resources/web/js/client/outbox.js";
import { noAnswer, RequestError } from "../../main/resources/web/js/net/api.js";

class MemoryStorage extends Map {
  getItem(key) {
    return this.get(key) ?? null;
  }
  setItem(key, value) {
    this.set(key, value);
  }
  removeItem(key) {
    this.delete(key);
  }
}

const LANE = "si_1_2";
const TARGET = { conversation_id: LANE };

/** An outbox whose server is a list of answers; the last one repeats. */
function outbox(answers, storage = new MemoryStorage(), queuedMs = 10_000) {
  const sent = [];
  const placed = [];
  const request = async (op, data) => {
    sent.push(data);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return { conversation_id: LANE, client_msg_id: data.client_msg_id, ...answer };
  };
  const onPlaced = (lane, entry) => placed.push(entry.content.text);
  const box = new Outbox({ request, storage, storageKey: "k", onChange: () => {}, onPlaced, queuedMs, sleep: async () => {} });
  const write = (text) => box.add(LANE, TARGET, 101, { text });
  return { box, sent, placed, storage, write };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

test("messages go one after another, in the order they were written", async () => {
  const { box, sent, placed, write } = outbox([{ seq: 1 }]);
  ["a", "b", "c"].forEach(write);
  assert.equal(sent.length, 0);
  box.online();
  await settled();
  assert.deepEqual(placed, ["a", "b", "c"]);
  assert.equal(box.entries(LANE).length, 0);
});

test("a passing trouble is tried again with the same id, and nothing overtakes it", async () => {
  const trouble = new RequestError({ code: 50300, retryable: true });
  const { box, sent, placed, write } = outbox([trouble, noAnswer("late"), { seq: 1 }]);
  write("a");
  write("b");
  box.online();
  await settled();
  assert.deepEqual(sent.map((d) => d.content.text), ["a", "a", "a", "b"]);
  assert.equal(new Set(sent.slice(0, 3).map((d) => d.client_msg_id)).size, 1);
  assert.deepEqual(placed, ["a", "b"]);
});

test("a trouble that stays fails what waits behind it too; sending again keeps ids and order", async () => {
  const trouble = new RequestError({ code: 50300, retryable: true, message: "unavailable" });
  const answers = [trouble];
  const { box, sent, placed, write } = outbox(answers);
  const ids = [write("a"), write("b")].map((e) => e.client_msg_id);
  box.online();
  await settled();
  assert.deepEqual(box.entries(LANE).map((e) => e.state), ["failed", "failed"]);
  answers[0] = { seq: 1 };
  box.resend(LANE);
  await settled();
  assert.deepEqual(placed, ["a", "b"]);
  assert.deepEqual(sent.slice(-2).map((d) => d.client_msg_id), ids);
});

test("a refusal fails that message only", async () => {
  const { box, placed, write } = outbox([new RequestError({ code: 40302, message: "muted" }), { seq: 1 }]);
  write("a");
  write("b");
  box.online();
  await settled();
  assert.deepEqual(placed, ["b"]);
  assert.deepEqual(box.entries(LANE).map((e) => [e.content.text, e.state, e.reason]), [["a", "failed", "muted"]]);
});

test("what was refused for good is not sent again; what only met a trouble is", async () => {
  const trouble = new RequestError({ code: 50301, retryable: true });
  const { box, sent, write } = outbox([new RequestError({ code: 40303, message: "blocked" }), trouble]);
  write("a");
  write("b");
  box.online();
  await settled();
  assert.deepEqual(box.entries(LANE).map((e) => [e.state, e.isFinal]), [["failed", true], ["failed", false]]);
  const before = sent.length;
  box.resend(LANE);
  await settled();
  assert.deepEqual([...new Set(sent.slice(before).map((d) => d.content.text))], ["b"]);
});

test("a queued message waits for its event, is asked for again, and can still be refused", async () => {
  const { box, sent, write } = outbox([{ seq: 0, queued: true }], new MemoryStorage(), 3);
  const entry = write("a");
  box.online();
  await settled();
  assert.ok(sent.length >= 2);
  assert.equal(new Set(sent.map((d) => d.client_msg_id)).size, 1);
  box.rejected(entry.client_msg_id, { code: 40303, reason: "blocked" });
  assert.deepEqual(box.entries(LANE).map((e) => [e.state, e.isFinal]), [["failed", true]]);
  box.settle(entry.client_msg_id);
  assert.equal(box.entries(LANE).length, 0);
});

test("a reload of the page loses nothing and changes no id", async () => {
  const first = outbox([{ seq: 1 }]);
  const entry = first.write("a");
  const second = outbox([{ seq: 1 }], first.storage);
  assert.deepEqual(second.box.names(), [LANE]);
  second.box.online();
  await settled();
  assert.deepEqual(second.sent.map((d) => d.client_msg_id), [entry.client_msg_id]);
  assert.equal(second.storage.size, 0);
});

test("what is left for an account follows into its conversation", async () => {
  const { box, placed } = outbox([{ seq: 1 }]);
  box.add("to:bob", { to_account: "bob" }, 101, { text: "a" });
  box.move("to:bob", LANE);
  box.online();
  await settled();
  assert.deepEqual(placed, ["a"]);
  assert.deepEqual(box.names(), []);
});
