import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import { suggest } from "#app/guide/search/suggest/suggest.server.ts";
import type { Route } from "./+types/find-places.route";
import { findStopPlaces } from "../publish/guide-facts.server.ts";

export const handle = { audience: "admin", query: ["q"] } as const satisfies RouteHandle;

/** As many as the list under the field shows without scrolling. */
const PLACES_MAX = 8;

/** Higher, because suggestions include guides and categories, which are filtered out. */
const FOUND_MAX = 24;

const QUERY_CHARACTERS_MAX = 80;

/** Suggests places for a guide by the beginning of their names. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const site = siteOf(context);
  requireRole(site.viewer, request, ["admin"]);
  const text = (readQuery(request, handle).get("q") ?? "").trim().slice(0, QUERY_CHARACTERS_MAX);
  const found = text === "" ? [] : await suggest(site.db, { text, limit: FOUND_MAX }, site);
  const slugs = found.flatMap(({ kind, path }) => (kind === "place" ? [path.slice("/places/".length)] : []));
  const shown = slugs.slice(0, PLACES_MAX);
  const places = await findStopPlaces(site.db, shown);
  const bySlug = new Map(places.map((place) => [place.slug, place]));
  return Response.json(
    { places: shown.flatMap((slug) => bySlug.get(slug) ?? []) },
    { headers: { "cache-control": "no-store" } },
  );
}
