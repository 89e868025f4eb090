/** Requests are sent one after another, so that the last click wins. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Saves or unsaves an item without leaving the page.
 *
 * @returns An error message; null on success.
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
  if (response === null) return "Not saved: we can’t reach the site.";
  if (response.ok) return null;
  const signIn = response.status === 401 ? response.headers.get("location") : null;
  if (signIn !== null) {
    location.assign(signIn);
    return "Not saved: you’re signed out.";
  }
  const problem: unknown = await response.json().catch(() => null);
  if (typeof problem !== "object" || problem === null || !("detail" in problem)) return "Not saved. Please try again.";
  return typeof problem.detail === "string" ? problem.detail : "Not saved. Please try again.";
}
