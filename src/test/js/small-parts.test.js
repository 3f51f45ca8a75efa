import assert from "node:assert/strict";
import { test } from "node:test";
import { Backoff } from "../../main/resources/web/js/core/backoff.js";
import { afterClose, finalCodeOf } from "../../main/resources/web/js/core/close-codes.js";
import { isBigEmoji, linkParts, newMessageId, pictureName, safeUrl, textOf } from "../../main/resources/web/js/core/content.js";
import { badge, dayName, initials } from "../../main/resources/web/js/core/format.js";
import { Ranges } from "../../main/resources/web/js/core/ranges.js";
import { TransportChoice } from "../../main/resources/web/js/core/transport-choice.js";

test("ranges that touch become one", () => {
  const ranges = new Ranges();
  for (const [a, b] of [[5, 6], [1, 2], [3, 4], [10, 10], [9, 8]]) ranges.add(a, b);
  assert.deepEqual(ranges.toArray(), [[1, 6], [10, 10]]);
  assert.deepEqual(ranges.gaps(0, 12), [[0, 0], [7, 9], [11, 12]]);
  assert.deepEqual(ranges.gaps(2, 5), []);
});

test("four close codes end it, the others lead back with a distance where one is asked for", () => {
  for (const code of [4401, 4403, 4409, 4410]) assert.equal(afterClose(code).reconnect, false);
  for (const code of [1000, 1006, 1012, 1013, 4408, 4429, 4430]) assert.equal(afterClose(code).reconnect, true);
  assert.ok(afterClose(4429).atLeastMs >= 1000);
  assert.equal(finalCodeOf(40101), 4401);
  assert.equal(finalCodeOf(50300), undefined);
});

test("waiting doubles up to its bound and is never less than asked for", () => {
  const backoff = new Backoff({ firstMs: 100, maxMs: 1000, random: () => 0.5 });
  assert.deepEqual([1, 2, 3, 4, 5, 6].map(() => backoff.next()), [75, 150, 300, 600, 750, 750]);
  backoff.reset();
  assert.ok(backoff.next(5000) >= 5000);
});

test("SockJS comes after two WebSockets that never opened, and not after one that had", () => {
  const choice = new TransportChoice();
  const tried = [];
  for (let i = 0; i < 4; i++) {
    tried.push(choice.next());
    choice.failed(choice.next());
  }
  assert.deepEqual(tried, ["websocket", "websocket", "sockjs", "websocket"]);
  const worked = new TransportChoice();
  worked.opened("websocket");
  for (let i = 0; i < 5; i++) worked.failed("websocket");
  assert.equal(worked.next(), "websocket");
  assert.equal(new TransportChoice("sockjs").next(), "sockjs");
});

test("only https is linked as an address, and links in a text keep the text whole", () => {
  assert.equal(safeUrl("javascript:alert(1)"), null);
  assert.equal(safeUrl("http://x.example/"), null);
  const text = "see https://a.example/b?c=1, then <b>that</b>";
  const parts = linkParts(text);
  assert.equal(parts.map((p) => p.text).join(""), text);
  assert.deepEqual(parts.filter((p) => p.href).map((p) => p.href), ["https://a.example/b?c=1"]);
});

test("every kind of content has a text, also one that is not what it should be", () => {
  for (const content of [null, {}, { text: 5 }, "x", []]) {
    for (const content_type of [101, 102, 107, 999, 1003]) assert.equal(typeof textOf({ content_type, content }), "string");
  }
});

test("a picture that cannot be loaded is named", () => {
  const names = [{ name: "beach.jpg" }, { name: " " }, { name: 5 }, {}, null].map((content) => pictureName({ content }));
  assert.deepEqual(names, ["beach.jpg", "Picture", "Picture", "Picture", "Picture"]);
});

test("a message id is a UUID where the browser has no randomUUID", () => {
  const id = newMessageId({ getRandomValues: (bytes) => crypto.getRandomValues(bytes) });
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("names, badges and days read well", () => {
  assert.deepEqual(["alice", "Ann Lee", "", "🐦 bird"].map(initials), ["A", "AL", "?", "🐦B"]);
  assert.deepEqual([1, 99, 100].map(badge), ["1", "99", "99+"]);
  const noon = new Date(2026, 4, 20, 12).getTime();
  assert.equal(dayName(noon - 3_600_000, noon), "Today");
  assert.equal(dayName(noon - 86_400_000, noon), "Yesterday");
  assert.equal(isBigEmoji("🎉"), true);
  assert.equal(isBigEmoji("12"), false);
});
