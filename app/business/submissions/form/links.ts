/** Web addresses as people write them, with or without "https://". Doesn't match "St. Mary's" or "e.g.". */
const LINK =
  /\b(?:https?:\/\/|www\.)\S+|\b[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.(?:com|net|org|info|biz|shop|store|online|site|xyz|top|io|co|us|ru|cn|dc|app|dev|link|click)\b|<\s*a\b|\[url/i;
/** Email addresses don't belong in public texts either. */
const EMAIL_ADDRESS = /[^\s@]+@[^\s@]+\.[a-z]{2,}/i;

/** A message when a public text has a web or email address; null when it has none. */
export function findLinkProblem(text: string): string | null {
  if (EMAIL_ADDRESS.test(text)) return "Remove the email address. We don’t publish email addresses.";
  return LINK.test(text) ? "Remove web addresses. The website has its own field." : null;
}

/** The number of web addresses in a text. */
export function countLinks(text: string): number {
  return text.match(new RegExp(LINK, "gi"))?.length ?? 0;
}
