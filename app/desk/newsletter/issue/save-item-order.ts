import { editIssuePath } from "../newsletter-paths.ts";

/** Saves run one after the other, since each is based on the previous order. */
let last: Promise<unknown> = Promise.resolve();

/** @returns An error message; null on success. */
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
  if (response === null) return "Not moved: we can’t reach the site.";
  if (response.status === 204) return null;
  if (response.status === 409) return "Not moved: the issue has changed. Reload the page.";
  return "Not moved. Reload the page.";
}
