/** Sends a photo file with headers that keep it from running as a page or being embedded by another site. */
export function photoResponse({ bytes, type }: { bytes: Uint8Array; type: string }, cacheControl: string): Response {
  return new Response(Uint8Array.from(bytes), {
    headers: {
      "content-type": type,
      "cache-control": cacheControl,
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
    },
  });
}

/** For files that aren't public. */
export const NO_STORE = "private, no-store";

export function photoNotFound(): Response {
  return new Response("Photo not found.\n", {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
