/**
 * Whether an error of `fetch` or of reading its body is a network failure: no connection, a broken one or a timeout.
 * Anything else is a bug and must not be treated as one.
 */
export function isNetworkFailure(error: unknown): boolean {
  if (error instanceof DOMException) return error.name === "TimeoutError" || error.name === "AbortError";
  // undici's messages: "fetch failed", "terminated".
  return error instanceof TypeError && (error.message === "fetch failed" || error.message === "terminated");
}
