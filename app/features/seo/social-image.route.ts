import { seasonOn } from "#app/features/illustrations/season.ts";
import { dcToday } from "#app/features/places/dc-calendar.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/social-image.route";
import { noSuchFile } from "./file-response.ts";
import { rasterize } from "./rasterize.server.ts";
import { findSocialCard } from "./social-card-queries.server.ts";
import { readSocialImageAddress } from "./social-image-path.ts";
import { socialImageSvg } from "./social-image.ts";
import { loadTypesetter } from "./typeset.server.ts";

/** The picture of a shared link: 1200 x 630, or the square logo. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const address = readSocialImageAddress(params);
  if (address === null) return noSuchFile();
  const site = siteOf(context);
  const card = await findSocialCard(site.db, { ...address, season: seasonOn(dcToday(site.now)) }, site);
  if (card === null) return noSuchFile();
  const png = await rasterize(socialImageSvg(card, await loadTypesetter()));
  if (png === "busy") return tooManyAtOnce();
  return new Response(Uint8Array.from(png), {
    headers: {
      "content-type": "image/png",
      "cache-control": "public, max-age=86400",
      // Others show it beside a link to us.
      "cross-origin-resource-policy": "cross-origin",
    },
  });
}

/** By then the queue has been worked off. */
const RETRY_SECONDS = 5;

function tooManyAtOnce(): Response {
  return new Response("Too many pictures are being drawn. Try again in a moment.\n", {
    status: 503,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      "retry-after": String(RETRY_SECONDS),
    },
  });
}
