const FORBIDDEN = {
  revoke: "It is too late to take this message back.",
  edit: "It is too late to edit this message.",
};

/** What to say when the server did not do what one asked. @param {string} op */
export function refusalText(op, failure) {
  if (failure.code === 40300 && FORBIDDEN[op]) return FORBIDDEN[op];
  if (failure.code === 40900) return "This message was changed meanwhile. Have a look, then save again.";
  if (failure.code === 40400) return "This is no longer there.";
  if (failure.code === 40004) return "This text is too long.";
  if (failure.code === 0 || failure.retryable) return "The server could not be reached. Please try again.";
  return failure.message;
}
