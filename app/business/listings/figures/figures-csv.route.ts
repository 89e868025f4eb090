import { CSV_CONTENT_TYPE } from "#app/lib/csv.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/figures-csv.route";
import { parsePeriod } from "./figure-period.ts";
import { figuresCsv, searchesCsv } from "./figures-csv.ts";
import { loadFigures } from "./figures.server.ts";
import { requireOwner } from "../require-owner.server.ts";

export const handle = { audience: "owner", query: ["of", "period"] } as const satisfies RouteHandle;

/** The stats as in the page's charts, or the search terms with `?of=searches`. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const site = siteOf(context);
  const { place } = await requireOwner(site, request, params.slug);
  const query = readQuery(request, handle);
  const isSearches = query.get("of") === "searches";
  const period = parsePeriod(query.get("period"));
  const figures = await loadFigures(site.db, { place, period, now: site.now });
  const parts = figures.period.parts.flatMap((part, index) => {
    const amounts = figures.amounts[index];
    return amounts === undefined ? [] : [{ ...part, amounts }];
  });
  const name = `${place.slug}-${isSearches ? "searches" : "figures"}-${period}.csv`;
  return new Response(isSearches ? searchesCsv(figures.terms) : figuresCsv(parts), {
    headers: {
      "content-type": CSV_CONTENT_TYPE,
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "private, no-store",
    },
  });
}
