/** How long feed readers and crawlers may cache a feed or sitemap. */
const FILE_SECONDS_MAX = 300;

/** A text file such as a feed, a sitemap or robots.txt. Readable from other origins. */
export function fileResponse(body: string, contentType: string): Response {
  return new Response(body, {
    headers: {
      "content-type": contentType,
      "cache-control": `public, max-age=${FILE_SECONDS_MAX}`,
      "access-control-allow-origin": "*",
    },
  });
}

export function fileNotFound(): Response {
  return new Response("File not found.\n", {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
