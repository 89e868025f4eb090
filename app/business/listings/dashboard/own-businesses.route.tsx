import { redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { requireViewer } from "#app/people/accounts/guards.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/own-businesses.route";
import { OWN_BUSINESSES_PATH } from "../claims/claim.ts";
import { acceptOwnInvitation } from "./accept-own-invitation.server.ts";
import { DashboardPage } from "./dashboard-page.tsx";
import { loadBusinessDashboard } from "./load-dashboard.server.ts";
import { BUSINESS_DASHBOARD_PATH } from "./owner-page.tsx";

export const handle = { audience: "signed-in", query: ["page"] } as const satisfies RouteHandle;

/** The dashboard of members and editors, who can manage places too. The role business has it at its own address. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const viewer = requireViewer(site.viewer, request);
  if (viewer.role === "business") throw redirect(BUSINESS_DASHBOARD_PATH, 303);
  const page = parsePageNumber(readQuery(request, handle).get("page"));
  return loadBusinessDashboard(site, { viewer, page, path: OWN_BUSINESSES_PATH });
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  return acceptOwnInvitation(site, request, requireViewer(site.viewer, request));
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Your businesses",
    description: "The places you manage, and your claims.",
    path: OWN_BUSINESSES_PATH,
  });

export default function OwnBusinesses({ loaderData, actionData }: Route.ComponentProps) {
  return <DashboardPage dashboard={loaderData} refused={actionData?.why ?? null} />;
}
