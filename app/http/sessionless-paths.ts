/** One-click unsubscribe from a mail program: only the key in the URL counts, not the session. See RFC 8058. */
export function isOneClickUnsubscribe(path: string): boolean {
  return path.startsWith("/newsletter/unsubscribe/");
}
