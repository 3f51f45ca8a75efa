import assert from "node:assert/strict";
import { test } from "node:test";
import { TypingPeers, TypingSender } from "../../main/resources/web/js/core/typing.js";

test("typing is said at most every three seconds, and its end once", () => {
  let now = 0;
  const said = [];
  const sender = new TypingSender({ say: (uid, state) => said.push([now, uid, state]), now: () => now });
  for (const at of [0, 100, 2_999, 3_000, 4_000]) {
    now = at;
    sender.typed(8);
  }
  sender.stopped();
  sender.stopped();
  sender.typed(8);
  assert.deepEqual(said, [[0, 8, "start"], [3_000, 8, "start"], [4_000, 8, "stop"], [4_000, 8, "start"]]);
});

test("who goes on with someone else has stopped here; a draft has nobody to tell", () => {
  const said = [];
  const sender = new TypingSender({ say: (uid, state) => said.push([uid, state]), now: () => 0 });
  sender.typed(8);
  sender.typed(9);
  sender.typed(0);
  sender.typed(undefined);
  assert.deepEqual(said, [[8, "start"], [8, "stop"], [9, "start"], [9, "stop"]]);
});

/** Timers that run when they are told what time it is. */
class Timers {
  #waiting = new Map();
  #next = 1;
  #now = 0;

  setTimeout(run, ms) {
    this.#waiting.set(this.#next, { run, at: this.#now + ms });
    return this.#next++;
  }

  clearTimeout(id) {
    this.#waiting.delete(id);
  }

  tick(ms) {
    this.#now += ms;
    for (const [id, { run, at }] of this.#waiting) if (at <= this.#now && this.#waiting.delete(id)) run();
  }
}

test("someone types until it is said that they stopped, or for six seconds", () => {
  let changes = 0;
  const timers = new Timers();
  const peers = new TypingPeers({ onChange: () => changes++, timers });
  peers.heard("a", "start");
  timers.tick(5_000);
  peers.heard("a", "start");
  timers.tick(5_999);
  assert.deepEqual([peers.is("a"), peers.is("b"), changes], [true, false, 1]);
  timers.tick(1);
  assert.deepEqual([peers.is("a"), changes], [false, 2]);
  peers.heard("a", "start");
  peers.heard("a", "stop");
  peers.ended("a");
  timers.tick(9_000);
  assert.deepEqual([peers.is("a"), changes], [false, 4]);
});
