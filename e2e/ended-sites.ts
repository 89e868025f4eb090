/** Origins of the sites that a test has ended: what a page still asks of them can only fail. */
const ended = new Set<string>();

export function markEnded(url: string): void {
  ended.add(url);
}

/** A port may be a later site's. */
export function markRunning(url: string): void {
  ended.delete(url);
}

export function isOfEndedSite(url: string): boolean {
  return ended.has(URL.parse(url)?.origin ?? "");
}
