import { parseLightFileName } from "#app/guide/pictures/picture-file.ts";
import { pictureNotFound, pictureResponse } from "#app/guide/pictures/picture-response.ts";
import { escapeXml } from "#app/guide/seo/feeds/xml.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import type { Route } from "./+types/still-names.route";
import { drawStillNames } from "./draw-still-names.ts";
import { mapNames } from "./map-queries.server.ts";
import { readStillView } from "./still-names.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

/** `/map/names/1200,3400,5000/names-day.svg`: the names of neighborhoods and stations in a view of the drawn map. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const file = parseLightFileName(params.file);
  const view = readStillView(params.view);
  if (view === null || file?.name !== "names") return pictureNotFound();
  const site = siteOf(context);
  return pictureResponse(
    drawStillNames(await mapNames(site.db, view, site), { theme: file.light, escape: escapeXml }),
    { isVersioned: false },
  );
}
