/** What our own page cache doesn't spare: a reader or crawler may keep a feed or a sitemap this long without asking. */
const FILE_SECONDS_MAX = 300;

/** A text that is no page: a feed, a sitemap, robots.txt. Anyone may read it from their own site. */
export function fileResponse(body: string, contentType: string): Response {
  return new Response(body, {
    headers: {
      "content-type": contentType,
      "cache-control": `public, max-age=${FILE_SECONDS_MAX}`,
      "access-control-allow-origin": "*",
    },
  });
}

export function noSuchFile(): Response {
  return new Response("There is no such file.\n", {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
