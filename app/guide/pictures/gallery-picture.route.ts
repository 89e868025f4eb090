import type { Route } from "./+types/gallery-picture.route";
import { parseGalleryPicturePath } from "#illustrations/picture-gallery.ts";
import { pictureNotFound } from "./picture-response.ts";
import { drawPicture } from "#illustrations/picture.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

/** A picture of the development gallery. Never cached, because the generator may have changed. */
export function loader({ params }: Route.LoaderArgs): Response {
  const input = parseGalleryPicturePath(params);
  if (input === null) return pictureNotFound();
  return new Response(drawPicture(input).svg, {
    headers: { "content-type": "image/svg+xml; charset=utf-8", "cache-control": "no-store" },
  });
}
