/** One after the other, so that each is made from the one before it. */
let last: Promise<unknown> = Promise.resolve();

/** @returns Why the order isn't kept, in words; null when it is. */
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
  if (response === null) return "Not moved: the site can’t be reached.";
  if (response.ok) return null;
  const signIn = response.status === 401 ? response.headers.get("location") : null;
  // The session has ended meanwhile.
  if (signIn !== null) location.assign(signIn);
  if (response.status === 409) return "Not moved: the photos have changed meanwhile. Load the page again.";
  return "Not moved. Please try again.";
}
