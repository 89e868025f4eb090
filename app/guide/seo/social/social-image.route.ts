import { seasonOn } from "#illustrations/drawing/season.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";

import { publishedCoverJpeg } from "#app/desk/editor/pictures/guide-pictures.server.ts";
import { openStorage } from "#app/platform/storage.server.ts";
import { firstPhotoJpeg } from "#app/guide/photos/place/upload/first-photo.server.ts";
import { dcToday } from "#app/lib/dc-time.ts";
import { findListCard } from "#app/people/members/lists/list-social-card.server.ts";
import type { Route } from "./+types/social-image.route";
import { fileNotFound } from "../files/file-response.ts";
import { rasterize } from "./rasterize.server.ts";
import { findSocialCard } from "./social-card-queries.server.ts";
import { parseSocialImagePath, type SocialKind } from "./social-image-path.ts";
import { type SocialCard, type SocialPhoto, socialImageSvg } from "./social-image.ts";
import { loadTypesetter } from "./typeset.server.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

/** The image of a shared link (1200 x 630) or the square logo. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const address = parseSocialImagePath(params);
  if (address === null) return fileNotFound();
  const site = siteOf(context);
  const card = await findCard(site, address);
  if (card === null) return fileNotFound();
  const png = await rasterize(socialImageSvg(card, await loadTypesetter()));
  if (png === "busy") return serverBusy();
  return new Response(Uint8Array.from(png), {
    headers: {
      "content-type": "image/png",
      "cache-control": site.page.isCacheable ? "public, max-age=86400" : "no-store",
      // Other sites embed the image.
      "cross-origin-resource-policy": "cross-origin",
    },
  });
}

/** A list's image is never cached, so that revoking the share link takes effect at once. */
async function findCard(site: Site, { kind, slug }: { kind: SocialKind; slug: string }): Promise<SocialCard | null> {
  const season = seasonOn(dcToday(site.now));
  if (kind !== "lists") {
    const card = await findSocialCard(site.db, { kind, slug, season }, site);
    const photo = await photoOf(site, { card, slug });
    return photo !== null && card !== null && "art" in card && card.layout !== "street"
      ? { ...card, art: photo }
      : card;
  }
  site.page.isCacheable = false;
  return findListCard(site.db, { shareKey: slug, season });
}

/** The photo in place of the drawing: of a place the first uploaded one, of a guide its cover. */
async function photoOf(
  site: Site,
  { card, slug }: { card: SocialCard | null; slug: string },
): Promise<SocialPhoto | null> {
  if (card?.layout === "beside") return firstPhotoJpeg(site, slug);
  if (card?.layout !== "below" && card?.layout !== "picture") return null;
  return publishedCoverJpeg({ db: site.db, storage: openStorage(site.env) }, slug);
}

/** The queue is empty by then. */
const RETRY_SECONDS = 5;

function serverBusy(): Response {
  return new Response("Too many images are being rendered. Try again in a moment.\n", {
    status: 503,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      "retry-after": String(RETRY_SECONDS),
    },
  });
}
