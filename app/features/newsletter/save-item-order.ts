import { editIssuePath } from "./newsletter-paths.ts";

/** One after the other, so that each is made from the one before it. */
let last: Promise<unknown> = Promise.resolve();

/** @returns Why the order isn't kept, in words; null when it is. */
export function saveItemOrder(
  issueId: string,
  { was, order }: { was: string[]; order: string[] },
): Promise<string | null> {
  const sent = last.then(() => send(issueId, new URLSearchParams({ was: was.join(), order: order.join() })));
  last = sent;
  return sent;
}

async function send(issueId: string, body: URLSearchParams): Promise<string | null> {
  const response = await fetch(`${editIssuePath(issueId)}/order`, { method: "POST", body }).catch(() => null);
  if (response === null) return "Not moved: the site can’t be reached.";
  if (response.status === 204) return null;
  if (response.status === 409) return "Not moved: the issue has changed meanwhile. Load the page again.";
  return "Not moved. Load the page again.";
}
