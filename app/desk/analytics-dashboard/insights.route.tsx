import { data, Form, Link, redirect, useNavigation } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { Pager } from "#app/ui/pager.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import { MenuTabs } from "#app/desk/overview/menu-tabs.tsx";
import { SkeletonRows } from "#app/desk/overview/content/skeleton-rows.tsx";
import { FigureChart } from "#app/business/listings/figures/figure-chart.tsx";
import type { Route } from "./+types/insights.route";
import { InsightCards, InsightTableSection } from "./insight-parts.tsx";
import { loadInsights } from "./load-insights.server.ts";
import {
  INSIGHTS_PATH,
  insightsPath,
  type InsightsPage,
  PAGE_KINDS,
  type PageKind,
  type InsightsTab,
  INSIGHTS_TABS,
  INSIGHTS_PARAMETERS,
} from "./insights.ts";
import { type Comparison, COMPARISON_LABELS, type RangeName, RANGE_LABELS } from "./range.ts";

export const handle = { audience: "admin", query: INSIGHTS_PARAMETERS } as const satisfies RouteHandle;

/** The admins' statistics of the site. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  requireRole(site.viewer, request, ["admin"]);
  const insights = await loadInsights(site.db, { search: readQuery(request, handle), now: site.now });
  const { query, range, pageCount, problem } = insights;
  // Later pages don't exist, so start again with the first.
  if (query.page > 1 && query.page > pageCount) throw redirect(insightsPath({ ...query, page: 1 }, range), 303);
  return data({ insights }, { status: problem === null ? 200 : 400 });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Analytics",
    description: "Statistics of the guide.",
    path: INSIGHTS_PATH,
  });

export default function Insights({ loaderData: { insights } }: Route.ComponentProps) {
  const isLoading = useNavigation().location?.pathname === INSIGHTS_PATH;
  const { query, range, spans, cards, chart, tables, pageCount, problem } = insights;
  return (
    <AdminPage
      section="analytics"
      title="Analytics"
      lead={`${spans.days}${spans.against === null ? "" : `, compared with ${spans.against}`}. Days in Washington time.${range.isOpen ? " Today isn’t over, so nothing is compared." : ""}`}
      actions={insights.isDemo && <DemoMark />}
    >
      <RangePicker insights={insights} />
      {problem !== null && (
        <FormSummary
          why="We can’t show those days. Here are the last 30 instead."
          problems={[{ id: problem.field, label: problem.field === "from" ? "From" : "To", text: problem.text }]}
        />
      )}
      <MenuTabs
        label="Statistics"
        tabs={SHOW_NAMES.map((show) => ({
          label: INSIGHTS_TABS[show].label,
          to: insightsPath({ show, kind: "all", page: 1 }, range),
          isCurrent: show === query.show,
        }))}
      />
      {isLoading ? (
        <SkeletonRows count={5} />
      ) : (
        <>
          {cards.length > 0 && <InsightCards cards={cards} />}
          {chart !== null && chart.chart.parts.length > 1 && <FigureChart title={chart.title} chart={chart.chart} />}
          {query.show === "pages" && <PageKindTabs insights={insights} />}
          {tables.map((table) => (
            <InsightTableSection key={table.name} table={table} query={query} range={range} />
          ))}
          {query.show === "pages" && (
            <Pager
              label="Views by page"
              page={query.page}
              pageCount={pageCount}
              hrefFor={(page) => insightsPath({ ...query, page }, range)}
            />
          )}
        </>
      )}
      <Method />
    </AdminPage>
  );
}

const SHOW_NAMES = ["pages", "sources", "searches", "speed", "premium"] as const satisfies InsightsTab[];
const RANGE_NAMES = ["today", "7-days", "30-days", "90-days", "last-month", "12-months"] as const satisfies RangeName[];
const KIND_NAMES = ["all", "place", "guide", "neighborhood", "category", "page"] as const satisfies PageKind[];
const COMPARISON_NAMES = ["before", "year", "none"] as const satisfies Comparison[];

/** The range picker: named ranges, or from one day to another. */
function RangePicker({ insights: { query, range, problem } }: { insights: InsightsPage }) {
  const { comparison } = range;
  const typed = problem?.typed ?? range.days;
  const isInvalid = (field: "from" | "to") => problem?.field === field;
  return (
    <div className="insights-time">
      <nav className="figures-periods" aria-label="Date range">
        {RANGE_NAMES.map((name) => (
          <Link
            key={name}
            className="figures-period"
            to={insightsPath({ ...query, page: 1 }, { name, days: range.days, comparison })}
            aria-current={name === range.name && problem === null ? "page" : undefined}
            preventScrollReset
          >
            {RANGE_LABELS[name]}
          </Link>
        ))}
      </nav>
      <Form className="admin-search" action={INSIGHTS_PATH} key={`${typed.from} ${typed.to} ${comparison}`}>
        {query.show !== "pages" && <input type="hidden" name="show" value={query.show} />}
        {query.kind !== "all" && <input type="hidden" name="kind" value={query.kind} />}
        {(["from", "to"] as const).map((field) => (
          <label key={field} className={isInvalid(field) ? "field field-error" : "field"}>
            <span>{field === "from" ? "From" : "To"}</span>
            <input
              className="input"
              id={field}
              type="date"
              name={field}
              defaultValue={typed[field]}
              required
              aria-invalid={isInvalid(field) || undefined}
            />
          </label>
        ))}
        <label className="field">
          <span>Compare with</span>
          <select className="input" name="compare" defaultValue={comparison}>
            {COMPARISON_NAMES.map((name) => (
              <option key={name} value={name}>
                {COMPARISON_LABELS[name]}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="button button-outline">
          Show
        </button>
      </Form>
    </div>
  );
}

function PageKindTabs({ insights: { query, range } }: { insights: InsightsPage }) {
  return (
    <nav className="figures-periods" aria-label="Page types">
      {KIND_NAMES.map((kind) => (
        <Link
          key={kind}
          className="figures-period"
          to={insightsPath({ ...query, kind, page: 1 }, range)}
          aria-current={kind === query.kind ? "page" : undefined}
          preventScrollReset
        >
          {PAGE_KINDS[kind]}
        </Link>
      ))}
    </nav>
  );
}

function Method() {
  return (
    <section className="figures-method" aria-labelledby="method">
      <h2 className="h4" id="method">
        About these numbers
      </h2>
      <p>
        We count without cookies and don’t follow anyone: a visitor counts once a day, and as a new visitor the next
        day. Bots that identify themselves are left out. For browsers that ask not to be tracked (Global Privacy
        Control, Do Not Track) we count only the view, not its source, device or search. We show a change only when both
        periods were counted completely.
      </p>
    </section>
  );
}
