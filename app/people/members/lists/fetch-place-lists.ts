import { type PlaceLists } from "./list.ts";
import { placeListsPath } from "./list-paths.ts";

/** Requests are sent one after another, so that the answer of the last change is the last one. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Asks for the member's lists or, with fields, changes them.
 *
 * @returns The lists as they are then, or an error message.
 */
export function fetchPlaceLists(slug: string, fields: Record<string, string> | null): Promise<PlaceLists | string> {
  const sent = last.then(() => send(slug, fields));
  last = sent;
  return sent;
}

async function send(slug: string, fields: Record<string, string> | null): Promise<PlaceLists | string> {
  const request = fields === null ? {} : { method: "POST", body: new URLSearchParams(fields) };
  const response = await fetch(placeListsPath(slug), request).catch(() => null);
  if (response === null) return "We can’t reach the site. Check your connection and try again.";
  const signIn = response.status === 401 ? response.headers.get("location") : null;
  if (signIn !== null) {
    location.assign(signIn);
    return "You’re signed out.";
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && isPlaceLists(answer)) return answer;
  if (typeof answer === "object" && answer !== null && "detail" in answer && typeof answer.detail === "string") {
    return answer.detail;
  }
  return "That didn’t work. Please try again.";
}

/** Our own server wrote it, so its shape is as far as this needs to look. */
function isPlaceLists(answer: unknown): answer is PlaceLists {
  return typeof answer === "object" && answer !== null && "lists" in answer && "isFull" in answer;
}
