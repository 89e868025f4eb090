/**
 * Runs `start` once the visitor has touched the page in any way, at once if they have. For what is too heavy for a visitor who
 * only reads. Returns a function that cancels it.
 */
export function afterInteraction(start: () => void): () => void {
  if ("interacted" in document.documentElement.dataset) {
    start();
    return () => {};
  }
  document.addEventListener("interacted", start, { once: true });
  return () => document.removeEventListener("interacted", start);
}
