/** Requests run one after the other, so that each is based on the previous order. */
let last: Promise<unknown> = Promise.resolve();

/** @returns The error message, or null when the order is saved. */
export function savePhotoOrder(
  slug: string,
  { was, order }: { was: string[]; order: string[] },
): Promise<string | null> {
  const sent = last.then(() => send(slug, new URLSearchParams({ was: was.join(), order: order.join() })));
  last = sent;
  return sent;
}

async function send(slug: string, body: URLSearchParams): Promise<string | null> {
  const response = await fetch(`/business/${slug}/photos/order`, { method: "POST", body }).catch(() => null);
  if (response === null) return "Not moved. Check your connection and try again.";
  if (response.ok) return null;
  const signIn = response.status === 401 ? response.headers.get("location") : null;
  // The session has expired.
  if (signIn !== null) location.assign(signIn);
  if (response.status === 409) return "Not moved. The photos have changed in the meantime. Reload the page.";
  return "Not moved. Please try again.";
}
