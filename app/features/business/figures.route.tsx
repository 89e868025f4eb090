import "#app/own-pages.css";

import { Download } from "lucide-react";
import { Link } from "react-router";

import { TERM_VISITORS_MIN } from "#app/features/analytics/counted-words.ts";
import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { siteOf } from "#app/platform/site.ts";
import { counted, fullCount } from "#app/ui/counted.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";

import type { Route } from "./+types/figures.route";
import { changeWords, FIGURE_WORDS, medianWords } from "./figure-words.ts";
import { FigureChart } from "./figure-chart.tsx";
import { dayLabel, type PeriodName, PERIODS, readPeriod } from "./figure-period.ts";
import { CLICKED, type FigureRow, type FiguresPage, LISTS, type Measure } from "./figures.ts";
import type { Chart, ChartSeries } from "./chart.ts";
import { loadFigures } from "./figures.server.ts";
import { OwnerPage, sectionPath } from "./owner-page.tsx";
import { requireOwner } from "./require-owner.server.ts";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { place } = await requireOwner(site, request, params.slug);
  const period = readPeriod(new URL(request.url).searchParams.get("period"));
  return { figures: await loadFigures(site.db, { place, period, now: site.now }) };
}

export const meta: Route.MetaFunction = ({ loaderData: { figures }, matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: `Figures of ${figures.place.name}`,
    description: `What the guide brings ${figures.place.name}: views, clicks and the lists that show it.`,
    path: sectionPath(figures.place.slug, "figures"),
    robots: "noindex, follow",
  });

export default function Figures({ loaderData: { figures } }: Route.ComponentProps) {
  const { place, period } = figures;
  return (
    <OwnerPage place={place} section="figures">
      <div className="figures">
        <nav className="figures-periods" aria-label="Time">
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
        {figures.isEmpty ? <NothingYet figures={figures} /> : <Counted figures={figures} />}
        <WhatIsCounted />
      </div>
    </OwnerPage>
  );
}

const PERIOD_NAMES = ["30-days", "90-days", "12-months"] as const satisfies PeriodName[];

function periodPath(slug: string, name: PeriodName): string {
  const path = sectionPath(slug, "figures");
  return name === "30-days" ? path : `${path}?period=${name}`;
}

function NothingYet({ figures: { place, period } }: { figures: FiguresPage }) {
  return (
    <EmptyState
      title="Nothing counted yet"
      actions={
        <Link className="link" to={sectionPath(place.slug, "badge")}>
          Put the badge on your website
        </Link>
      }
    >
      Your own visits apart, nobody has opened the listing or seen it in a list in these {PERIODS[period.name]}, nor in
      as long before. Each view and click shows here some seconds after it happens.
    </EmptyState>
  );
}

function Counted({ figures }: { figures: FiguresPage }) {
  const { place, period, countedFrom, terms } = figures;
  return (
    <>
      <p className="text-stone-5">
        {dayLabel(period.days.from)} to {dayLabel(period.days.to)}, whole{" "}
        {period.name === "12-months" ? "months" : "days"} of Washington. Today stands apart until it is over.
        {countedFrom !== null &&
          (countedFrom <= period.days.to
            ? ` Not all was counted from the beginning; from ${dayLabel(countedFrom)} on everything is.`
            : " Counting has only begun: none of these days has every figure yet.")}
      </p>
      <FiguresTable figures={figures} />
      <SimilarNote similar={figures.similar} />
      <FigureChart
        title="Views and visitors"
        chart={chartOf(figures, { kind: "lines", measures: ["views", "visitors"] })}
      />
      <FigureChart
        title="What visitors did"
        chart={chartOf(figures, { kind: "bars", measures: [...CLICKED, "saves"] })}
      />
      <FigureChart title="Lists that showed it" chart={chartOf(figures, { kind: "bars", measures: [...LISTS] })} />
      <Searches terms={terms} />
      <p className="figures-files">
        <a className="button button-outline" href={csvPath(place.slug, period.name)} download>
          <Download className="icon" aria-hidden="true" />
          Figures as CSV
        </a>
        {terms.length > 0 && (
          <a className="button button-outline" href={`${csvPath(place.slug, period.name)}&of=searches`} download>
            <Download className="icon" aria-hidden="true" />
            Searches as CSV
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
      label: FIGURE_WORDS[measure].label,
      tone: TONES[index] ?? "river",
      amounts: amounts.map((each) => each[measure]),
    })),
  };
}

function FiguresTable({ figures: { rows, period, similar } }: { figures: FiguresPage }) {
  const time = PERIODS[period.name];
  return (
    <table className="figures-table figures-sums">
      <caption className="sr-only">Figures of the last {time}</caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Today so far</th>
          <th scope="col">Last {time}</th>
          <th scope="col">Against the {time} before</th>
          {similar.by !== null && <th scope="col">Similar places</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <SumRow key={row.measure} row={row} hasSimilar={similar.by !== null} />
        ))}
      </tbody>
    </table>
  );
}

function SumRow({ row, hasSimilar }: { row: FigureRow; hasSimilar: boolean }) {
  const { label, definition } = FIGURE_WORDS[row.measure];
  const isPart = LISTS.some((list) => list === row.measure);
  return (
    <tr className={isPart ? "figures-part" : undefined}>
      <th scope="row">
        {label}
        <small>{definition}</small>
      </th>
      <td data-name="Today so far">{fullCount(row.today)}</td>
      <td data-name="In this time">
        <b>{fullCount(row.amount)}</b>
        {row.followers !== null && row.followers > 0 && <small>by {counted(row.followers, "visitor")}</small>}
      </td>
      <td data-name="Change">{changeWords(row) ?? <span className="text-stone-5">Not known</span>}</td>
      {hasSimilar && (
        <td data-name="Similar places">
          {row.median === null ? <span className="text-stone-5">Not known</span> : medianWords(row.median)}
        </td>
      )}
    </tr>
  );
}

function SimilarNote({ similar }: Pick<FiguresPage, "similar">) {
  return (
    <p className="text-row text-stone-5">
      {similar.by === null
        ? "Fewer than five other places of its type or category are in its neighborhood: too few to compare with, for each of them could be told apart."
        : `Similar places: the middle one of the ${fullCount(similar.count)} others of ${similar.by === "type" ? "the type" : "the category"} ${similar.what} in ${similar.where}, in the same time.`}{" "}
      A change is only told where both times were counted from their first day to their last.
    </p>
  );
}

function Searches({ terms }: Pick<FiguresPage, "terms">) {
  return (
    <section className="figures-searches" aria-labelledby="searches">
      <h2 className="h2" id="searches">
        Searches that showed it
      </h2>
      {terms.length === 0 ? (
        <p className="text-stone-5">
          None to tell. We only keep what at least {TERM_VISITORS_MIN} visitors searched for on the same day, so that
          nobody can be known by their words.
        </p>
      ) : (
        <>
          <ol>
            {terms.map(({ term, visitors }) => (
              <li key={term}>
                “{term}” <span className="text-stone-5">{counted(visitors, "visitor")}</span>
              </li>
            ))}
          </ol>
          <p className="text-row text-stone-5">
            Only what at least {TERM_VISITORS_MIN} visitors searched for on the same day; nothing else is kept.
          </p>
        </>
      )}
    </section>
  );
}

function WhatIsCounted() {
  return (
    <section className="figures-method" aria-labelledby="method">
      <h2 className="h4" id="method">
        What these figures can’t know
      </h2>
      <p>
        We count without cookies and follow nobody. Robots are left out as far as they say that they are robots. Your
        own visits are left out while you are signed in, and so are those of everybody else who runs the place; signed
        out, nobody can tell you from a guest, and you count. Some browsers keep clicks to themselves, so there may have
        been more. Two people at one network with the same browser count as one visitor.
      </p>
    </section>
  );
}
