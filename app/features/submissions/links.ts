/** Web addresses as people write them, with or without "https://"; "St. Mary's" and "e.g." are none. */
const LINK =
  /\b(?:https?:\/\/|www\.)\S+|\b[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.(?:com|net|org|info|biz|shop|store|online|site|xyz|top|io|co|us|ru|cn|dc|app|dev|link|click)\b|<\s*a\b|\[url/i;
/** A mailbox is one too: it belongs in no text that everybody reads. */
const MAILBOX = /[^\s@]+@[^\s@]+\.[a-z]{2,}/i;

/** Why a text that everybody will read can't have what it has; null when it is fine. */
export function linkProblem(text: string): string | null {
  if (MAILBOX.test(text)) return "Leave out addresses of e-mail: there is no field where everybody reads them.";
  return LINK.test(text) ? "Leave out web addresses: the website has a field of its own." : null;
}

/** How many web addresses a text has. */
export function linkCount(text: string): number {
  return text.match(new RegExp(LINK, "gi"))?.length ?? 0;
}
