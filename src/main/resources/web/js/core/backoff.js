/** Waiting times that double with each failure; the random half keeps many clients from coming back in one instant. */
export class Backoff {
  #failures = 0;

  constructor({ firstMs = 500, maxMs = 30_000, random = Math.random } = {}) {
    this.firstMs = firstMs;
    this.maxMs = maxMs;
    this.random = random;
  }

  /** Milliseconds to wait before the next attempt. */
  next(atLeastMs = 0) {
    const full = Math.min(this.maxMs, this.firstMs * 2 ** Math.min(this.#failures, 20));
    this.#failures++;
    return Math.round(Math.max(atLeastMs, full / 2) + (this.random() * full) / 2);
  }

  get failures() {
    return this.#failures;
  }

  reset() {
    this.#failures = 0;
  }
}
