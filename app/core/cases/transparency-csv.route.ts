import { CSV_CONTENT_TYPE, formatCsv } from "#app/lib/csv.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/transparency-csv.route";
import { reasonCodeLabel } from "./decision-reasons.ts";
import { countDecisions } from "./count-decisions.server.ts";
import { TRANSPARENCY_TAG } from "./transparency.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

/** The public moderation figures as CSV, one line per count. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { db, now, page } = siteOf(context);
  page.tags.add(TRANSPARENCY_TAG);
  const counts = await countDecisions(db, now);
  const rows = counts.map(({ month, kind, outcome, code, count }) => [
    month,
    kind,
    outcome,
    code,
    reasonCodeLabel(code),
    count,
  ]);
  return new Response(formatCsv([["month", "kind", "outcome", "reason", "reason_words", "count"], ...rows]), {
    headers: {
      "content-type": CSV_CONTENT_TYPE,
      "content-disposition": 'attachment; filename="rowhouse-moderation.csv"',
    },
  });
}
