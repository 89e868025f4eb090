import type { ReactNode } from "react";
import { Link } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { formatDollars } from "#app/lib/money.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { pluralize, formatFullCount } from "#app/ui/format-count.ts";
import { DemoMark } from "#app/ui/demo-mark.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import { getBillingProvider } from "#app/people/membership/get-billing-provider.server.ts";
import type { Chart } from "#app/business/listings/figures/chart.ts";
import { FigureChart } from "#app/business/listings/figures/figure-chart.tsx";
import { CASE_KIND_LABELS } from "#app/core/cases/decision-reasons.ts";
import type { Route } from "./+types/dashboard.route";
import { AdminPage } from "../admin-page.tsx";
import { BUSINESSES_PATH, CONTENT_PATH, editPlacePath, editPostPath } from "../content/content.ts";
import { type Overview, type Revenue, POST_STATUS_LABELS, POST_STATUS_BADGES } from "./overview.ts";
import { loadOverview } from "./load-overview.server.ts";

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
      <Cards overview={overview} />
      <OpenTasks overview={overview} />
      <div className="admin-recent">
        <RecentPosts overview={overview} />
        <RecentBusinesses overview={overview} />
      </div>
      <Charts overview={overview} />
    </AdminPage>
  );
}

function Cards({
  overview: { posts, businesses, users, views, growth, comparisonLabel: compared },
}: {
  overview: Overview;
}) {
  const cards = [
    {
      label: "Total Posts",
      value: formatFullCount(posts.published + posts.scheduled + posts.drafts),
      note: `${formatFullCount(posts.published)} published, ${posts.scheduled === 0 ? "" : `${formatFullCount(posts.scheduled)} scheduled, `}${pluralize(posts.drafts, "draft")}`,
    },
    {
      label: "Businesses",
      value: formatFullCount(businesses.listed),
      note:
        businesses.submitted === 0
          ? "No new submissions"
          : `${formatFullCount(businesses.submitted)} waiting for approval`,
    },
    {
      label: "Total Users",
      value: formatFullCount(users.count),
      note:
        users.joinedThisWeek === 0
          ? "No sign-ups this week"
          : `${formatFullCount(users.joinedThisWeek)} joined this week`,
    },
    {
      label: "Total Views",
      value: formatFullCount(views.total),
      note: `${formatFullCount(views.last30Days)} in the last 30 days`,
    },
    {
      label: "Growth",
      value: growth ?? "–",
      note: growth === null ? "No views last month to compare with" : `Views ${compared}`,
    },
  ];
  return (
    <dl className="admin-cards">
      {cards.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <b>{value}</b>
            <small>{note}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

type OpenTask = { label: string; count: number; to: string; more: string };

function OpenTasks({
  overview: { openCases: waiting, questions, messages, importedEntries, refunds },
}: {
  overview: Overview;
}) {
  const item = (count: number, [one, many]: [string, string], to: string, more = ""): OpenTask[] =>
    count === 0 ? [] : [{ label: count === 1 ? one : many, count, to, more }];
  const items = [
    ...waiting.map(({ kind, count }) => ({
      label: (count === 1 ? CASE_KIND_LABELS[kind].one : CASE_KIND_LABELS[kind].many).toLowerCase(),
      count,
      to: `/admin/moderation?kind=${kind}`,
      more: "",
    })),
    ...item(questions, ["question for the editors", "questions for the editors"], "/admin/questions"),
    ...item(messages, ["message", "messages"], "/admin/inbox"),
    ...item(importedEntries, ["imported entry", "imported entries"], "/admin/imports"),
    ...item(
      refunds.count,
      ["pending refund", "pending refunds"],
      "/admin/refunds",
      ` (${formatDollars(refunds.cents)})`,
    ),
  ];
  return (
    <section aria-labelledby="waiting">
      <h2 className="h2" id="waiting">
        To do
      </h2>
      {items.length === 0 ? (
        <p className="text-muted">
          All done. Reports, questions, messages, imports and refunds that need you will show up here.
        </p>
      ) : (
        <ul className="admin-waiting">
          {items.map(({ label, count, to, more }) => (
            <li key={label}>
              <Link to={to}>
                <b>{formatFullCount(count)}</b> {label}
                {more}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function RecentPosts({ overview: { recentPosts } }: { overview: Overview }) {
  return (
    <Recent
      id="recent-posts"
      title="Recent posts"
      all={
        <Link className="link" to={CONTENT_PATH}>
          All posts
        </Link>
      }
      none="No posts yet."
      columns={{ name: "Title", wide: "Category", third: "Status", number: "Views" }}
      rows={recentPosts.map(({ id, title, category, status, views }) => ({
        id,
        name: (
          <a className="admin-name" href={editPostPath(id)}>
            {title}
          </a>
        ),
        wide: category,
        third: <span className={`badge ${POST_STATUS_BADGES[status]}`}>{POST_STATUS_LABELS[status]}</span>,
        number: formatFullCount(views),
      }))}
    />
  );
}

function RecentBusinesses({ overview: { recentBusinesses } }: { overview: Overview }) {
  return (
    <Recent
      id="recent-businesses"
      title="Recent businesses"
      all={
        <Link className="link" to={BUSINESSES_PATH}>
          All businesses
        </Link>
      }
      none="No businesses yet."
      columns={{ name: "Business", wide: "Neighborhood", third: "Price", number: "Rating" }}
      rows={recentBusinesses.map(({ id, name, neighborhood, priceRange, rating }) => ({
        id,
        name: (
          <Link className="admin-name" to={editPlacePath(id)}>
            {name}
          </Link>
        ),
        wide: neighborhood,
        third: priceRange ?? "–",
        number: rating === null ? "–" : rating.toFixed(1),
      }))}
    />
  );
}

type RecentProps = {
  id: string;
  title: string;
  all: ReactNode;
  none: string;
  /** `name` is the row header; `wide` is shown on wide screens only. */
  columns: { name: string; wide: string; third: string; number: string };
  rows: { id: number; name: ReactNode; wide: string; third: ReactNode; number: string }[];
};

function Recent({ id, title, all, none, columns, rows }: RecentProps) {
  return (
    <section aria-labelledby={id}>
      <div className="admin-section-head">
        <h2 className="h2" id={id}>
          {title}
        </h2>
        {all}
      </div>
      {rows.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <table className="data-table admin-table">
          <thead>
            <tr>
              <th scope="col">{columns.name}</th>
              <th scope="col" className="admin-wide">
                {columns.wide}
              </th>
              <th scope="col">{columns.third}</th>
              <th scope="col" className="admin-number">
                {columns.number}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">{row.name}</th>
                <td className="admin-wide">{row.wide}</td>
                <td>{row.third}</td>
                <td className="admin-number">{row.number}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Charts({ overview: { days, revenue } }: { overview: Overview }) {
  const bars = (label: string, tone: Chart["series"][number]["tone"], series: { parts: string[]; amounts: number[] }) =>
    ({ kind: "bars", parts: series.parts, series: [{ label, tone, amounts: series.amounts }] }) satisfies Chart;
  const { parts } = days;
  return (
    <div className="admin-charts">
      <FigureChart title="Views per day" chart={bars("Views", "river", { parts, amounts: days.views })} />
      <FigureChart title="Searches per day" chart={bars("Searches", "brass", { parts, amounts: days.searches })} />
      <FigureChart title="Sign-ups per day" chart={bars("Sign-ups", "ivy", { parts, amounts: days.signUps })} />
      {revenue !== null && <RevenueChart revenue={revenue} />}
    </div>
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
      <FigureChart title="Revenue per month, in US dollars" chart={chart} />
      <p className="text-muted text-meta">
        {isTest && "Test mode: no money moves. "}
        Memberships are estimated: each active membership at its plan’s price, minus that month’s refunds. The payment
        provider has the exact payments. Campaigns are that month’s payments minus refunds.
      </p>
    </div>
  );
}
