import { CSV_CONTENT_TYPE } from "#app/lib/csv.ts";
import { dcToday } from "#app/lib/dc-time.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/campaign-csv.route";
import { formatReportCsv } from "../campaigns/campaign-report.ts";
import { loadReport } from "../campaigns/load-campaign-report.server.ts";
import { requireCampaign } from "../campaigns/require-campaign.server.ts";

export const handle = { audience: "owner" } satisfies RouteHandle;

/** The daily report of a campaign as CSV. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const site = siteOf(context);
  const { campaign, place } = await requireCampaign(site, request, params);
  const { days } = await loadReport(site.db, { campaign, today: dcToday(site.now) });
  return new Response(formatReportCsv(days), {
    headers: {
      "content-type": CSV_CONTENT_TYPE,
      "content-disposition": `attachment; filename="${place.slug}-campaign-${campaign.startsOn}.csv"`,
      "cache-control": "private, no-store",
    },
  });
}
