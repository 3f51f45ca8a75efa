/** A refusal of the server, on the socket or over HTTP, or a reply that did not come. */
export class RequestError extends Error {
  /** @param {{code?: number, error?: string, message?: string, retryable?: boolean, retry_after_ms?: number}} failure */
  constructor(failure) {
    super(failure.message || failure.error || "The request failed");
    this.code = failure.code ?? 0;
    this.error = failure.error ?? "";
    this.retryable = failure.retryable === true;
    this.retryAfterMs = failure.retry_after_ms ?? 0;
  }
}

/** No answer: the outcome is not known, so only a request that may be repeated can follow. */
export function noAnswer(message) {
  return new RequestError({ code: 0, error: "no_answer", message, retryable: true });
}

const TIMEOUT_MS = 15_000;

/** The HTTP side of the contract. */
export class Api {
  #token = "";

  set token(token) {
    this.#token = token;
  }

  /** @return {Promise<{uid: number, token: string, expires_at: number}>} */
  login({ tenant, account, password, platform }) {
    const headers = tenant ? { "X-Tenant": tenant } : {};
    return this.#call("POST", "/v1/im/auth/login", { account, password, platform }, headers);
  }

  /** @return {Promise<{uid: number}>} */
  register({ tenant, account, password }) {
    const headers = tenant ? { "X-Tenant": tenant } : {};
    return this.#call("POST", "/v1/im/auth/register", { account, password }, headers);
  }

  logout() {
    return this.#call("POST", "/v1/im/auth/logout");
  }

  /** @return {Promise<{uid: number, nickname: string}>} */
  user(uid) {
    return this.#call("GET", `/v1/im/users/${uid}`);
  }

  async #call(method, path, body, extraHeaders = {}) {
    const headers = { Accept: "application/json", ...extraHeaders };
    if (this.#token) headers.Authorization = `Bearer ${this.#token}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    let response;
    let text;
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const encoded = body === undefined ? undefined : JSON.stringify(body);
      response = await fetch(path, { method, headers, body: encoded, signal, cache: "no-store", credentials: "omit" });
      text = await response.text();
    } catch {
      throw noAnswer("The server cannot be reached");
    }
    const answer = parse(text);
    if (!response.ok) throw new RequestError({ message: `The server answered ${response.status}`, ...answer });
    return answer;
  }
}

function parse(text) {
  try {
    return text === "" ? {} : JSON.parse(text);
  } catch {
    return {};
  }
}
