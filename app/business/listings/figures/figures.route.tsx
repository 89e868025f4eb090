import { Download } from "lucide-react";
import { Link } from "react-router";

import { TERM_VISITORS_MIN } from "#app/guide/analytics/counters/counted-terms.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { formatDay } from "#app/lib/format-time.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { pluralize } from "#app/ui/format-count.ts";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";

import type { Route } from "./+types/figures.route";
import { FIGURE_LABELS } from "./figure-labels.ts";
import { ChartTable, FigureChart } from "./figure-chart.tsx";
import { type PeriodName, PERIODS, parsePeriod } from "./figure-period.ts";
import { CLICK_MEASURES, type FiguresPage, LIST_MEASURES, type Measure } from "./listing-figures.ts";
import type { Chart, ChartSeries } from "./chart.ts";
import { loadFigures } from "./figures.server.ts";
import { OwnerPage, sectionPath } from "../dashboard/owner-page.tsx";
import { requireOwner } from "../require-owner.server.ts";
import { FiguresTable, SimilarNote } from "./figures-table.tsx";

export const handle = { audience: "owner", query: ["period"] } as const satisfies RouteHandle;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { place } = await requireOwner(site, request, params.slug);
  const period = parsePeriod(readQuery(request, handle).get("period"));
  return { figures: await loadFigures(site.db, { place, period, now: site.now }) };
}

export const meta: Route.MetaFunction = ({ loaderData: { figures }, matches }) =>
  pageMeta({
    matches,
    title: `Stats for ${figures.place.name}`,
    description: `Views, clicks and lists that show ${figures.place.name}.`,
    path: sectionPath(figures.place.slug, "figures"),
  });

export default function Figures({ loaderData: { figures } }: Route.ComponentProps) {
  const { place, period } = figures;
  return (
    <OwnerPage place={place} section="figures">
      <div className="figures">
        <nav className="figures-periods" aria-label="Period">
          {PERIOD_NAMES.map((name) => (
            <Link
              key={name}
              className="figures-period"
              to={periodPath(place.slug, name)}
              aria-current={name === period.name ? "page" : undefined}
              preventScrollReset
            >
              {PERIODS[name]}
            </Link>
          ))}
        </nav>
        {figures.isDemo && (
          <p>
            <DemoMark /> These stats include sample views and saves.
          </p>
        )}
        {figures.isEmpty ? <NoStatsYet figures={figures} /> : <StatsSections figures={figures} />}
        <CountingNote />
      </div>
    </OwnerPage>
  );
}

const PERIOD_NAMES = ["30-days", "90-days", "12-months"] as const satisfies PeriodName[];

function periodPath(slug: string, name: PeriodName): string {
  const path = sectionPath(slug, "figures");
  return name === "30-days" ? path : `${path}?period=${name}`;
}

function NoStatsYet({ figures: { place, period } }: { figures: FiguresPage }) {
  return (
    <EmptyState
      title="No stats yet"
      actions={
        <Link className="link" to={sectionPath(place.slug, "badge")}>
          Add the badge to your website
        </Link>
      }
    >
      Views and clicks show up here a few seconds after they happen. There were none in the last {PERIODS[period.name]}{" "}
      or the {PERIODS[period.name]} before, apart from your own.
    </EmptyState>
  );
}

function StatsSections({ figures }: { figures: FiguresPage }) {
  const { place, period, countedFrom, terms } = figures;
  const charts = [
    { title: "Views and visitors", chart: chartOf(figures, { kind: "lines", measures: ["views", "visitors"] }) },
    { title: "What visitors did", chart: chartOf(figures, { kind: "bars", measures: [...CLICK_MEASURES, "saves"] }) },
    { title: "Lists that showed it", chart: chartOf(figures, { kind: "bars", measures: [...LIST_MEASURES] }) },
  ];
  return (
    <>
      <p className="text-muted">
        {formatDay(period.days.from)} to {formatDay(period.days.to)}, in full{" "}
        {period.name === "12-months" ? "months" : "days"} of Washington time. Today is listed separately.
        {countedFrom !== null &&
          (countedFrom <= period.days.to
            ? ` Some numbers start later. All are complete from ${formatDay(countedFrom)}.`
            : " We’ve just started counting, so none of these days is complete yet.")}
      </p>
      <FiguresTable figures={figures} />
      <SimilarNote similar={figures.similar} />
      {charts.map(({ title, chart }) => (
        <FigureChart key={title} title={title} chart={chart} hasTable={false} />
      ))}
      <ChartTable
        title={
          period.name === "30-days"
            ? "Numbers by day"
            : period.name === "90-days"
              ? "Numbers by week"
              : "Numbers by month"
        }
        parts={period.parts.map(({ label }) => label)}
        series={charts.flatMap(({ chart }) => chart.series)}
      />
      <Searches terms={terms} />
      <p className="figures-files">
        <a className="button button-outline" href={csvPath(place.slug, period.name)} download>
          <Download className="icon" aria-hidden="true" />
          Download stats (CSV)
        </a>
        {terms.length > 0 && (
          <a className="button button-outline" href={`${csvPath(place.slug, period.name)}&of=searches`} download>
            <Download className="icon" aria-hidden="true" />
            Download searches (CSV)
          </a>
        )}
      </p>
    </>
  );
}

function csvPath(slug: string, name: PeriodName): string {
  return `/business/${slug}/figures.csv?period=${name}`;
}

const TONES = ["river", "brick", "brass", "ivy", "blossom"] as const satisfies ChartSeries["tone"][];

function chartOf(
  { period, amounts }: Pick<FiguresPage, "period" | "amounts">,
  { kind, measures }: { kind: Chart["kind"]; measures: readonly Measure[] },
): Chart {
  return {
    kind,
    parts: period.parts.map(({ label }) => label),
    series: measures.map((measure, index) => ({
      label: FIGURE_LABELS[measure].label,
      tone: TONES[index] ?? "river",
      amounts: amounts.map((each) => each[measure]),
    })),
  };
}

function Searches({ terms }: Pick<FiguresPage, "terms">) {
  return (
    <section className="figures-searches" aria-labelledby="searches">
      <h2 className="h2" id="searches">
        Searches that showed it
      </h2>
      {terms.length === 0 ? (
        <p className="text-muted">
          No searches to show. To protect privacy, we store only terms that at least {TERM_VISITORS_MIN} visitors
          searched for on the same day.
        </p>
      ) : (
        <>
          <ol>
            {terms.map(({ term, visitors }) => (
              <li key={term}>
                “{term}” <span className="text-muted">{pluralize(visitors, "visitor")}</span>
              </li>
            ))}
          </ol>
          <p className="text-row text-muted">
            Only terms that at least {TERM_VISITORS_MIN} visitors searched for on the same day. We don’t store others.
          </p>
        </>
      )}
    </section>
  );
}

function CountingNote() {
  return (
    <section className="figures-method" aria-labelledby="method">
      <h2 className="h4" id="method">
        About these stats
      </h2>
      <p>
        We count without cookies and don’t track people. Bots that identify themselves aren’t counted. Visits by you and
        other managers aren’t counted while you’re signed in. Some browsers block click counting, so real numbers can be
        higher. Two people on the same network with the same browser count as one visitor.
      </p>
    </section>
  );
}
