import "#app/own-pages.css";

import type { ReactNode } from "react";
import { Link } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { dollars } from "#app/lib/money.ts";
import { siteOf } from "#app/platform/site.ts";
import { counted, fullCount } from "#app/ui/counted.ts";
import { DemoMark } from "#app/ui/demo-mark.tsx";

import { requireRole } from "../accounts/guards.ts";
import { billingOf } from "../billing/billing-of.server.ts";
import type { Chart } from "../business/chart.ts";
import { FigureChart } from "../business/figure-chart.tsx";
import { KIND_WORDS } from "../moderation/decision-reasons.ts";
import type { Route } from "./+types/dashboard.route";
import { AdminPage } from "./admin-page.tsx";
import { BUSINESSES_PATH, CONTENT_PATH, editPlacePath, editPostPath } from "./content.ts";
import { type Overview, type Revenue, POST_STATUS_LABELS, POST_STATUS_TONES } from "./overview.ts";
import { loadOverview } from "./overview.server.ts";

/** How the guide stands, and what waits for whoever looks after it. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.keep = false;
  requireRole(site.viewer, request, ["admin"]);
  return { overview: await loadOverview(site.db, { provider: billingOf(site), now: site.now }) };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Admin dashboard",
    description: "How the guide stands, and what waits.",
    path: "/admin/dashboard",
    robots: "noindex, follow",
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
      <Waiting overview={overview} />
      <div className="admin-recent">
        <RecentPosts overview={overview} />
        <RecentBusinesses overview={overview} />
      </div>
      <Charts overview={overview} />
    </AdminPage>
  );
}

function Cards({ overview: { posts, businesses, users, views, growth, compared } }: { overview: Overview }) {
  const cards = [
    {
      label: "Total Posts",
      value: fullCount(posts.published + posts.scheduled + posts.drafts),
      note: `${fullCount(posts.published)} published, ${posts.scheduled === 0 ? "" : `${fullCount(posts.scheduled)} scheduled, `}${counted(posts.drafts, "draft")}`,
    },
    {
      label: "Businesses",
      value: fullCount(businesses.listed),
      note:
        businesses.submitted === 0 ? "None waits to be listed" : `${fullCount(businesses.submitted)} wait to be listed`,
    },
    {
      label: "Total Users",
      value: fullCount(users.count),
      note:
        users.joinedThisWeek === 0 ? "Nobody joined this week" : `${fullCount(users.joinedThisWeek)} joined this week`,
    },
    { label: "Total Views", value: fullCount(views.total), note: `${fullCount(views.last30Days)} in the last 30 days` },
    {
      label: "Growth",
      value: growth ?? "–",
      note: growth === null ? "Nothing to compare: no views a month ago" : `Views ${compared}`,
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

type WaitingItem = { label: string; count: number; to: string; more: string };

function Waiting({ overview: { waiting, questions, messages, importedEntries, refunds } }: { overview: Overview }) {
  const item = (count: number, [one, many]: [string, string], to: string, more = ""): WaitingItem[] =>
    count === 0 ? [] : [{ label: count === 1 ? one : many, count, to, more }];
  const items = [
    ...waiting.map(({ kind, count }) => ({
      label: (count === 1 ? KIND_WORDS[kind].one : KIND_WORDS[kind].many).toLowerCase(),
      count,
      to: `/admin/moderation?kind=${kind}`,
      more: "",
    })),
    ...item(questions, ["question to editors", "questions to editors"], "/admin/questions"),
    ...item(messages, ["message", "messages"], "/admin/inbox"),
    ...item(importedEntries, ["imported entry", "imported entries"], "/admin/imports"),
    ...item(refunds.count, ["owed refund", "owed refunds"], "/admin/refunds", ` (${dollars(refunds.cents)})`),
  ];
  return (
    <section aria-labelledby="waiting">
      <h2 className="h2" id="waiting">
        What waits for you
      </h2>
      {items.length === 0 ? (
        <p className="text-stone-5">Nothing: no case, question, message, imported entry or refund.</p>
      ) : (
        <ul className="admin-waiting">
          {items.map(({ label, count, to, more }) => (
            <li key={label}>
              <Link to={to}>
                <b>{fullCount(count)}</b> {label}
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
      none="No post yet."
      columns={{ name: "Title", wide: "Category", third: "Status", number: "Views" }}
      rows={recentPosts.map(({ id, title, category, status, views }) => ({
        id,
        name: (
          <a className="admin-name" href={editPostPath(id)}>
            {title}
          </a>
        ),
        wide: category,
        third: <span className={`badge ${POST_STATUS_TONES[status]}`}>{POST_STATUS_LABELS[status]}</span>,
        number: fullCount(views),
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
      none="No business yet."
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
  /** Names its row; only where there is room; and a number at the end. */
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
        <p className="text-stone-5">{none}</p>
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
      <FigureChart title="Views a day" chart={bars("Views", "river", { parts, amounts: days.views })} />
      <FigureChart title="Searches a day" chart={bars("Searches", "brass", { parts, amounts: days.searches })} />
      <FigureChart title="Sign-ups a day" chart={bars("Sign-ups", "ivy", { parts, amounts: days.signUps })} />
      {revenue !== null && <RevenueChart revenue={revenue} />}
    </div>
  );
}

function RevenueChart({ revenue: { parts, memberships, campaigns, isTest } }: { revenue: Revenue }) {
  const chart: Chart = {
    kind: "bars",
    parts,
    series: [
      { label: "Memberships, reckoned", tone: "brick", amounts: memberships },
      { label: "Campaigns, paid", tone: "brass", amounts: campaigns },
    ],
  };
  return (
    <div>
      <FigureChart title="Revenue a month, in US dollars" chart={chart} />
      <p className="text-stone-5 text-meta">
        {isTest && "Test mode: no money moves. "}
        Memberships are reckoned, not counted by payments, which stay with the payment provider: each one that ran in
        the month at its plan’s price, less what was given back in it. Campaigns are what was paid for them in the
        month, less what went back of it.
      </p>
    </div>
  );
}
