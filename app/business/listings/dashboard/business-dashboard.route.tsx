import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { requireRole } from "#app/people/accounts/guards.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/business-dashboard.route";
import { acceptOwnInvitation } from "./accept-own-invitation.server.ts";
import { DashboardPage } from "./dashboard-page.tsx";
import { loadBusinessDashboard } from "./load-dashboard.server.ts";
import { BUSINESS_DASHBOARD_PATH } from "./owner-page.tsx";

export const handle = { audience: "business", query: ["page"] } as const satisfies RouteHandle;

/** Only for the role business, as the specification says. `/business` is the same page for everybody else. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const viewer = requireRole(site.viewer, request, ["business"]);
  const page = parsePageNumber(readQuery(request, handle).get("page"));
  return loadBusinessDashboard(site, { viewer, page, path: BUSINESS_DASHBOARD_PATH });
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  return acceptOwnInvitation(site, request, requireRole(site.viewer, request, ["business"]));
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Business dashboard",
    description: "The places you manage, and what to do next.",
    path: BUSINESS_DASHBOARD_PATH,
  });

export default function BusinessDashboard({ loaderData, actionData }: Route.ComponentProps) {
  return <DashboardPage dashboard={loaderData} refused={actionData?.why ?? null} />;
}
