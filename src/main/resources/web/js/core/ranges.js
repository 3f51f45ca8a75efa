/**
 * Whole numbers as sorted, disjoint, closed ranges: which numbers of a conversation are accounted for.
 * Numbers run to millions while ranges stay few, so a sorted array is enough.
 */
export class Ranges {
  #list = [];

  /** Adds a..b; an empty range (b < a) adds nothing. */
  add(a, b = a) {
    if (b < a) return;
    const kept = [];
    let [from, to] = [a, b];
    for (const [x, y] of this.#list) {
      if (y < from - 1 || x > to + 1) {
        kept.push([x, y]);
      } else {
        from = Math.min(from, x);
        to = Math.max(to, y);
      }
    }
    kept.push([from, to]);
    kept.sort((p, q) => p[0] - q[0]);
    this.#list = kept;
  }

  has(n) {
    return this.#list.some(([a, b]) => a <= n && n <= b);
  }

  /** The ranges within from..to that are not covered, ascending. */
  gaps(from, to) {
    const found = [];
    let next = from;
    for (const [a, b] of this.#list) {
      if (b < next) continue;
      if (a > to) break;
      if (a > next) found.push([next, Math.min(a - 1, to)]);
      next = b + 1;
    }
    if (next <= to) found.push([next, to]);
    return found;
  }

  /** The lowest number covered, 0 when empty. */
  get lowest() {
    return this.#list.length === 0 ? 0 : this.#list[0][0];
  }

  /** The highest number covered, 0 when empty. */
  get highest() {
    return this.#list.length === 0 ? 0 : this.#list[this.#list.length - 1][1];
  }

  clear() {
    this.#list = [];
  }

  toArray() {
    return this.#list.map((range) => [...range]);
  }
}
