/** Requests are sent one after another, so that each starts from the order before it. */
let last: Promise<unknown> = Promise.resolve();

/** @returns An error message; null if the order was saved. */
export function saveOrder(listId: string, { was, order }: { was: string[]; order: string[] }): Promise<string | null> {
  const sent = last.then(() => send(listId, new URLSearchParams({ was: was.join(), order: order.join() })));
  last = sent;
  return sent;
}

async function send(listId: string, body: URLSearchParams): Promise<string | null> {
  const response = await fetch(`/lists/${listId}/order`, { method: "POST", body }).catch(() => null);
  if (response === null) return "Not moved: we can’t reach the site.";
  if (response.ok) return null;
  const signIn = response.status === 401 ? response.headers.get("location") : null;
  if (signIn !== null) {
    location.assign(signIn);
    return "Not moved: you’re signed out.";
  }
  if (response.status === 409) return "Not moved: the list has changed. Reload the page.";
  if (response.status === 404) return "Not moved: the list was deleted.";
  return "Not moved. Please try again.";
}
