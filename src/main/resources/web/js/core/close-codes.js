/** Codes after which a client must not come back by itself, with what the user is told. */
const FINAL = {
  4401: { reason: "Your session has ended. Please log in again.", login: true },
  4403: { reason: "This account has been disabled.", login: true },
  4409: { reason: "You logged in somewhere else, so this window was disconnected.", login: false },
  4410: { reason: "You have been logged out.", login: true },
};

/** Error codes of `login` and of HTTP that mean the same as a final close. */
const FINAL_ERRORS = { 40100: 4401, 40101: 4401, 40102: 4410, 40304: 4403, 40306: 4403 };

/** Codes by which the server asks for some distance, in milliseconds. */
const DISTANCE = { 4429: 5_000, 1013: 3_000, 4430: 1_000 };

/**
 * What to do after the socket closed.
 *
 * @return {{reconnect: boolean, reason: string, login: boolean, atLeastMs: number}} login: the token is of no more use
 */
export function afterClose(code) {
  const final = FINAL[code];
  if (final) return { reconnect: false, atLeastMs: 0, ...final };
  return { reconnect: true, reason: "", login: false, atLeastMs: DISTANCE[code] ?? 0 };
}

/** The close code that an error code amounts to, or undefined when it is not about the session as a whole. */
export function finalCodeOf(errorCode) {
  return FINAL_ERRORS[errorCode];
}
