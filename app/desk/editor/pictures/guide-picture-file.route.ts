import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { openStorage } from "#app/platform/storage.server.ts";

import type { Route } from "./+types/guide-picture-file.route";
import { findGuidePicture } from "./guide-pictures.server.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

/** The content of a picture's URL never changes. */
const IMMUTABLE = "public, max-age=31536000, immutable";

/** One file of a picture in a guide's text. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const { db, env, page } = siteOf(context);
  // Hundreds of pictures would evict the pages from the page cache.
  page.isCacheable = false;
  const found = await findGuidePicture({ db, storage: openStorage(env) }, { id: params.id, file: params.file });
  if (found === null) {
    return new Response("Picture not found.\n", {
      status: 404,
      headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
    });
  }
  return new Response(Uint8Array.from(found.bytes), {
    headers: {
      "content-type": found.type,
      "cache-control": IMMUTABLE,
      "content-security-policy": "default-src 'none'; sandbox",
      // Feed readers of other sites show the pictures too.
      "cross-origin-resource-policy": "cross-origin",
    },
  });
}
