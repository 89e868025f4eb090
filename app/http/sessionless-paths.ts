/**
 * Whether a path is a click or impression beacon. Beacons use no session: see `place-click.route.ts` and
 * `sponsored-view.route.ts`.
 */
export function isClick(path: string): boolean {
  return /^\/(?:places\/[^/]+\/clicks|sponsored\/(?:views|clicks))\//.test(path);
}

/** One-click unsubscribe from a mail program: only the key in the URL counts, not the session. See RFC 8058. */
export function isOneClickUnsubscribe(path: string): boolean {
  return path.startsWith("/newsletter/unsubscribe/");
}
