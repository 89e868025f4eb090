import { imageTypeOf } from "#app/features/photos/image-type.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/member-picture.route";
import { findMemberProfile } from "./member-profile.server.ts";
import { findPicture, pictureBytes } from "./pictures.server.ts";

/** Not in caches that others share: a picture that is taken back must be gone. Its address changes with it. */
const ONE_HOUR = "private, max-age=3600";

/** A member's picture, for whoever may see their profile. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const site = siteOf(context);
  // Pictures by the hundred would push the pages out of the page cache.
  site.page.keep = false;
  const viewerId = site.viewer?.id ?? null;
  const member = await findMemberProfile(site.db, { userId: params.id, viewerId }, site);
  const kept = member === null ? null : await findPicture(site.db, member.id);
  if (member === null || kept === null || String(kept.fetchedAt.getTime()) !== params.version) return noSuchPicture();
  const bytes = await pictureBytes(site.db, member.id);
  const type = bytes === null ? null : imageTypeOf(bytes);
  if (bytes === null || type === null) return noSuchPicture();
  return new Response(Uint8Array.from(bytes), { headers: { "content-type": type, "cache-control": ONE_HOUR } });
}

function noSuchPicture(): Response {
  return new Response("There is no such picture.\n", {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
