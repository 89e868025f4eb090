import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "../accounts/guards.ts";
import { suggest } from "../search/suggest.server.ts";
import type { Route } from "./+types/find-places.route";
import { stopPlaces } from "./guide-facts.server.ts";

/** As many as a list under the box shows without scrolling. */
const PLACES_MAX = 8;

/** Guides and categories that begin alike are found too, and left out here. */
const FOUND_MAX = 24;

const QUERY_CHARACTERS_MAX = 80;

/** Places to put into a guide, by how their names begin. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const site = siteOf(context);
  site.page.keep = false;
  requireRole(site.viewer, request, ["admin"]);
  const text = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, QUERY_CHARACTERS_MAX);
  const found = text === "" ? [] : await suggest(site.db, { text, limit: FOUND_MAX }, site);
  const slugs = found.flatMap(({ kind, path }) => (kind === "place" ? [path.slice("/places/".length)] : []));
  const shown = slugs.slice(0, PLACES_MAX);
  const places = await stopPlaces(site.db, shown);
  const bySlug = new Map(places.map((place) => [place.slug, place]));
  return Response.json(
    { places: shown.flatMap((slug) => bySlug.get(slug) ?? []) },
    { headers: { "cache-control": "no-store" } },
  );
}
