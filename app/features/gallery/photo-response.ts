/** A file of a photo as it is sent: it can't be taken for a page, nor shown by another site. */
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

/** For what not everybody may see. */
export const FOR_NO_CACHE = "private, no-store";

export function noSuchPhoto(): Response {
  return new Response("There is no such photo.\n", {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
