/**
 * Whether an error of `fetch` or of reading its body is the network's: no connection, a broken one, time up. Anything
 * else is a bug of ours and must not pass for one.
 */
export function isNetworkFailure(error: unknown): boolean {
  if (error instanceof DOMException) return error.name === "TimeoutError" || error.name === "AbortError";
  // undici says so: "fetch failed", "terminated".
  return error instanceof TypeError && (error.message === "fetch failed" || error.message === "terminated");
}
