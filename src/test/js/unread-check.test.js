import assert from "node:assert/strict";
import { test } from "node:test";
import { UnreadCheck } from "../../main/resources/web/js/client/unread-check.js";
import { Store } from "../../main/resources/web/js/client/store.js";

const ID = "si_1_99";
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

/** A check whose server is a row of answers; an answer may be a function that does something while the request is on its way. */
function check(answers) {
  const store = new Store({ uid: 99 });
  const conversation = store.conversation(ID);
  conversation.apply({ max_seq: 3, read_seq: 1, unread: 2, version: 0 });
  const asked = [];
  const request = async (op, data) => {
    asked.push([op, data.conversation_ids]);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return { conversations: [{ conversation_id: ID, read_seq: 1, ...(typeof answer === "function" ? answer(conversation) : answer) }] };
  };
  return { conversation, asked, unread: new UnreadCheck({ request, store, settleMs: 1 }) };
}

test("several changes in one moment ask once, and the answer is what the badge shows", async () => {
  const { conversation, asked, unread } = check([{ max_seq: 3, unread: 1 }]);
  unread.ask(conversation);
  unread.ask(conversation);
  await settled();
  assert.deepEqual(asked, [["seqs", [ID]]]);
  assert.equal(conversation.unread, 1);
});

test("an answer that was overtaken by a message is asked for again", async () => {
  const overtaken = (conversation) => {
    conversation.receive({ seq: 4, send_uid: 1, client_msg_id: "m4", content: {} }, 99);
    return { max_seq: 3, unread: 1 };
  };
  const { conversation, asked, unread } = check([overtaken, { max_seq: 4, unread: 2 }]);
  unread.ask(conversation);
  await settled();
  assert.equal(asked.length, 2);
  assert.equal(conversation.unread, 2);
});

test("without an answer the badge stays, and the next change asks again", async () => {
  const { conversation, unread } = check([new Error("gone"), { max_seq: 3, unread: 0 }]);
  unread.ask(conversation);
  await settled();
  assert.equal(conversation.unread, 2);
  unread.ask(conversation);
  await settled();
  assert.equal(conversation.unread, 0);
});
