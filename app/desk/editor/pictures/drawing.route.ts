import { requireRole } from "#app/people/accounts/guards.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { COMPOSITION_TITLES } from "#illustrations/compositions.ts";
import { guidePictureInput } from "#illustrations/picture-inputs.ts";
import { drawPicture } from "#illustrations/picture.ts";

import type { Route } from "./+types/drawing.route";

export const handle = { audience: "admin" } satisfies RouteHandle;

/** A drawing by its name, as editors choose from for a post's cover. */
export function loader({ context, params, request }: Route.LoaderArgs): Response {
  requireRole(siteOf(context).viewer, request, ["admin"]);
  const { name } = params;
  if (!Object.hasOwn(COMPOSITION_TITLES, name)) {
    return new Response("There is no such drawing.\n", { status: 404, headers: { "cache-control": "no-store" } });
  }
  const input = guidePictureInput({
    slug: name,
    category: "food",
    neighborhood: null,
    picture: name,
    keywords: [],
    salt: 0,
    crop: "thumb",
  });
  return new Response(drawPicture(input).svg, {
    headers: { "content-type": "image/svg+xml; charset=utf-8", "cache-control": "private, max-age=86400" },
  });
}
