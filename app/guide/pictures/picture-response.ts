/** For versioned URLs, whose picture never changes. */
const FOREVER = "public, max-age=31536000, immutable";

/** For pictures that only change with the generator. */
const ONE_WEEK = "public, max-age=604800, stale-while-revalidate=2592000";

/** An SVG response. `isVersioned`: the URL changes whenever the picture does. */
export function pictureResponse(svg: string, { isVersioned }: { isVersioned: boolean }): Response {
  return new Response(svg, {
    headers: {
      "content-type": "image/svg+xml; charset=utf-8",
      "cache-control": isVersioned ? FOREVER : ONE_WEEK,
      "cross-origin-resource-policy": "cross-origin",
    },
  });
}

export function pictureNotFound(): Response {
  return new Response("There is no such picture.\n", {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
