import { detectImageType } from "#app/guide/photos/stock/image-type.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/member-picture.route";
import { findMemberProfile } from "./member-profile.server.ts";
import { findMemberPicture, findMemberPictureBytes } from "./member-pictures.server.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

/** Not in shared caches, so that a removed picture disappears. The URL changes with each new picture. */
const ONE_HOUR = "private, max-age=3600";

/** A member's picture, for viewers who may see their profile. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const site = siteOf(context);
  // Hundreds of pictures would evict pages from the page cache.
  site.page.isCacheable = false;
  const viewerId = site.viewer?.id ?? null;
  const member = await findMemberProfile(site.db, { userId: params.id, viewerId }, site);
  const picture = member === null ? null : await findMemberPicture(site.db, member.id);
  if (member === null || picture === null || String(picture.fetchedAt.getTime()) !== params.version)
    return noSuchPicture();
  const bytes = await findMemberPictureBytes(site.db, member.id);
  const type = bytes === null ? null : detectImageType(bytes);
  if (bytes === null || type === null) return noSuchPicture();
  return new Response(Uint8Array.from(bytes), { headers: { "content-type": type, "cache-control": ONE_HOUR } });
}

function noSuchPicture(): Response {
  return new Response("There is no such picture.\n", {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
