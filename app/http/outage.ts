/** Retry-After of an outage. Most are over by then. */
export const RETRY_AFTER_SECONDS = 5;

/**
 * Why an answer failed. `reason`: the database is unavailable, slow or full ("away"), or the answer took too long ("late").
 * `saved`: whether submitted data was saved; null for a read.
 */
export type Outage = { reason: "away" | "late"; saved: "no" | "unknown" | null };

/** @property hint For people who sent a form; null where nothing was sent. */
export type OutageText = { title: string; text: string; hint: string | null };

/** The text of an outage, for people and programs. */
export function outageText({ reason, saved }: Outage): OutageText {
  const why = reason === "away" ? "Our database isn’t responding right now" : "The site took too long to respond";
  if (saved === null) return { title: "This page didn’t load", text: `${why}. Try again in a moment.`, hint: null };
  if (saved === "no") {
    return { title: "That wasn’t saved", text: `${why}. Nothing was saved. Try again in a moment.`, hint: GO_BACK };
  }
  return {
    title: "That may not be saved",
    text: `${why}, so your changes may or may not be saved. Check before you send them again.`,
    hint: GO_BACK,
  };
}

const GO_BACK = "Go back in your browser. What you typed is still there.";

/** An outage as shown by a page in the browser. */
export type OutageNotice = { title: string; detail: string; hint: string | null; requestId: string };

/** Only problem details of an outage begin with this; see `renderPlainAnswer`. */
const OUTAGE_START = '{"type":"about:blank","reason"';

/** Parses the problem details of an outage; null for any other failure. Part of every page's script. */
export function parseOutage(body: unknown): OutageNotice | null {
  return typeof body === "string" && body.startsWith(OUTAGE_START) ? JSON.parse(body) : null;
}
