import { Link } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { formatFullCount, pluralize } from "#app/ui/format-count.ts";
import { DemoMark } from "#app/ui/demo-mark.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import { getBillingProvider } from "#app/people/membership/get-billing-provider.server.ts";
import type { Chart } from "#app/business/listings/figures/chart.ts";
import { FigureChart } from "#app/business/listings/figures/figure-chart.tsx";
import type { Route } from "./+types/dashboard.route";
import { AdminPage } from "../admin-page.tsx";
import type { Overview, Revenue } from "./overview.ts";
import { loadOverview } from "./load-overview.server.ts";
import { OpenTasks } from "./open-tasks.tsx";
import { OverviewCards } from "./overview-cards.tsx";
import { RecentBusinesses, RecentPosts } from "./recent-content.tsx";

export const handle = { audience: "admin" } satisfies RouteHandle;

/** The admin dashboard: totals, open work, recent content and charts. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  requireRole(site.viewer, request, ["admin"]);
  return { overview: await loadOverview(site.db, { provider: getBillingProvider(site), now: site.now }) };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Admin dashboard",
    description: "Site totals, open tasks and recent content.",
    path: "/admin/dashboard",
  });

export default function Dashboard({ loaderData: { overview } }: Route.ComponentProps) {
  return (
    <AdminPage
      section="overview"
      title="Dashboard"
      lead={overview.todayLabel}
      actions={
        <>
          {overview.isDemo && <DemoMark />}
          <Link className="button button-outline" to="/" reloadDocument>
            View site
          </Link>
        </>
      }
    >
      <OverviewCards overview={overview} />
      <HoursNote overview={overview} />
      <OpenTasks overview={overview} />
      <div className="admin-recent">
        <RecentPosts overview={overview} />
        <RecentBusinesses overview={overview} />
      </div>
      <Charts overview={overview} />
    </AdminPage>
  );
}

function HoursNote({ overview: { hoursKnown, businesses } }: { overview: Overview }) {
  if (hoursKnown === null) return null;
  return (
    <p>
      Hours are known for {formatFullCount(hoursKnown)} of {pluralize(businesses.listed, "place")}.{" "}
      <Link className="link" to="/admin/sources">
        Fill them from OpenStreetMap
      </Link>
    </p>
  );
}

function Charts({ overview: { days, revenue, views } }: { overview: Overview }) {
  const bars = (label: string, tone: Chart["series"][number]["tone"], amounts: number[]) =>
    ({ kind: "bars", parts: days.parts, series: [{ label, tone, amounts }] }) satisfies Chart;
  const span = `${views.span} and today`;
  return (
    <div className="admin-charts">
      <ChartOrWords title="Views per day" none={`No views, ${span}.`} chart={bars("Views", "river", days.views)} />
      <ChartOrWords
        title="Searches per day"
        none={`No searches, ${span}.`}
        chart={bars("Searches", "brass", days.searches)}
      />
      <ChartOrWords
        title="Sign-ups per day"
        none={`No sign-ups, ${span}.`}
        chart={bars("Sign-ups", "ivy", days.signUps)}
      />
      {revenue !== null && <RevenueChart revenue={revenue} />}
    </div>
  );
}

/** Axes without a bar would look like a chart that failed. */
function ChartOrWords({ title, none, chart }: { title: string; none: string; chart: Chart }) {
  if (chart.series.some(({ amounts }) => amounts.some((amount) => amount > 0))) {
    return <FigureChart title={title} chart={chart} />;
  }
  return (
    <section>
      <h2 className="h4">{title}</h2>
      <p className="text-muted">{none}</p>
    </section>
  );
}

function RevenueChart({ revenue: { parts, memberships, campaigns, isTest } }: { revenue: Revenue }) {
  const chart: Chart = {
    kind: "bars",
    parts,
    series: [
      { label: "Memberships (estimated)", tone: "brick", amounts: memberships },
      { label: "Campaigns (paid)", tone: "brass", amounts: campaigns },
    ],
  };
  return (
    <div>
      <ChartOrWords title="Revenue per month, in US dollars" none="No payments in these months." chart={chart} />
      <p className="text-muted text-meta">
        {isTest && "Test mode: no money moves. "}
        Memberships are estimated: each active membership at its plan’s price, minus that month’s refunds. The payment
        provider has the exact payments. Campaigns are that month’s payments minus refunds.
      </p>
    </div>
  );
}
