/** Origins of sites that a test has ended. Requests that pages still send to them can only fail. */
const ended = new Set<string>();

export function markEnded(url: string): void {
  ended.add(url);
}

/** A later site may get the same port. */
export function markRunning(url: string): void {
  ended.delete(url);
}

export function belongsToEndedSite(url: string): boolean {
  return ended.has(URL.parse(url)?.origin ?? "");
}
