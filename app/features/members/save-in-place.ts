/** One after the other, so that the last click is what stays. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Saves or takes back without leaving the page.
 *
 * @returns Why it didn't happen, in words; null when it did.
 */
export function saveInPlace(item: string, isSaved: boolean): Promise<string | null> {
  const sent = last.then(() => send(item, isSaved));
  last = sent;
  return sent;
}

async function send(item: string, isSaved: boolean): Promise<string | null> {
  const response = await fetch("/saves", {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams({ item, do: isSaved ? "save" : "unsave" }),
  }).catch(() => null);
  if (response === null) return "Not saved: the site can’t be reached.";
  if (response.ok) return null;
  const signIn = response.status === 401 ? response.headers.get("location") : null;
  // The session has ended meanwhile.
  if (signIn !== null) location.assign(signIn);
  const refusal: unknown = await response.json().catch(() => null);
  if (typeof refusal !== "object" || refusal === null || !("detail" in refusal)) return "Not saved. Please try again.";
  return typeof refusal.detail === "string" ? refusal.detail : "Not saved. Please try again.";
}
