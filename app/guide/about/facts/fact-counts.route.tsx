import "./fact-counts.css";

import { Link } from "react-router";

import { FACT_AGES, type FactAge } from "#app/db/columns/place-columns.ts";
import { CATEGORY_NAMES } from "#app/guide/places/facts/categories.ts";
import { licenseHref, sourceHref } from "#app/guide/places/facts/source-links.ts";
import { listSources } from "#app/guide/places/place-queries.server.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { formatDay, formatMonth } from "#app/lib/format-time.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { formatFullCount, pluralize } from "#app/ui/format-count.ts";

import type { Route } from "./+types/fact-counts.route";
import { formatLicense, type SourceCredit } from "../source-credit.ts";
import { loadFactCounts } from "./count-facts.server.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

/** How many facts there are, by source and age, as counted last night. Two statements; more only before the first night. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, now } = siteOf(context);
  const { countedOn, counts } = await loadFactCounts(db, now);
  const credits = new Map((await listSources(db)).map((source) => [source.id, source]));
  return {
    countedOn,
    ...counts,
    // A source that was withdrawn since has no facts anymore.
    sources: counts.sources.flatMap(({ sourceId, ...ages }) => {
      const credit = credits.get(sourceId);
      return credit === undefined ? [] : [{ ...ages, ...credit, facts: sumOf(ages) }];
    }),
  };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Our facts",
    description:
      "How many facts Rowhouse has about places in Washington, DC, where they come from, how old they are, and for how many places hours are known.",
    path: "/about/data",
  });

const AGE_LABELS = {
  thisYear: "Under a year",
  lastYear: "One to two years",
  older: "Over two years",
  undated: "No date",
} as const satisfies Record<FactAge, string>;

export default function FactCounts({ loaderData }: Route.ComponentProps) {
  const { countedOn, places, sources, hours, month } = loaderData;
  const facts = sources.reduce((sum, source) => sum + source.facts, 0);
  return (
    <div className="wrap fact-counts">
      <Breadcrumbs trail={[{ label: "About", to: "/about" }, { label: "Our facts" }]} />
      <h1 className="d2 page-title">Our facts</h1>
      <p className="lede page-lede">
        {pluralize(facts, "fact")} about {pluralize(places, "place")}, each with its source. We count them every night.
        These figures are from {formatDay(countedOn)}.
      </p>
      <div className="fact-counts-columns">
        <Ages sources={sources} facts={facts} />
        <Hours hours={hours} />
        <Month month={month} countedOn={countedOn} />
      </div>
      <Sources sources={sources} />
      <p className="prose">
        How we check facts, and how you can correct them, is on{" "}
        <Link className="link" to="/about">
          the About page
        </Link>
        .
      </p>
    </div>
  );
}

type CountedSource = SourceCredit & Record<FactAge, number> & { facts: number };

function Ages({ sources, facts }: { sources: readonly CountedSource[]; facts: number }) {
  return (
    <section aria-labelledby="age">
      <h2 className="h2" id="age">
        How old the facts are
      </h2>
      <p>The age is that of the source’s own date, not of the day we read it.</p>
      <CountTable
        caption="Facts by age"
        head={["Age", "Facts", "Share"]}
        rows={FACT_AGES.map((age) => {
          const counted = sources.reduce((sum, source) => sum + source[age], 0);
          return [AGE_LABELS[age], formatFullCount(counted), formatShare(counted, facts)];
        })}
      />
    </section>
  );
}

function Hours({ hours }: { hours: Route.ComponentProps["loaderData"]["hours"] }) {
  const total = { places: sumBy(hours, "places"), known: sumBy(hours, "known") };
  return (
    <section aria-labelledby="hours">
      <h2 className="h2" id="hours">
        Hours
      </h2>
      <p>
        Hours are known for {formatFullCount(total.known)} of {pluralize(total.places, "place")}.
      </p>
      <CountTable
        caption="Places with known hours, by category"
        head={["Category", "Hours known", "Places"]}
        rows={hours.map(({ category, known, places }) => [
          CATEGORY_NAMES[category],
          formatFullCount(known),
          formatFullCount(places),
        ])}
      />
    </section>
  );
}

function Month({ month, countedOn }: { month: Route.ComponentProps["loaderData"]["month"]; countedOn: string }) {
  return (
    <section aria-labelledby="month">
      <h2 className="h2" id="month">
        What changed in {formatMonth(countedOn)}
      </h2>
      <p>Since the first of the month.</p>
      <CountTable
        caption={`Changes in ${formatMonth(countedOn)}`}
        head={["Change", "Count"]}
        rows={[
          ["Places added", formatFullCount(month.places)],
          ["Places closed or moved", formatFullCount(month.closed)],
          ["Facts added or updated", formatFullCount(month.facts)],
          ["Facts confirmed by people", formatFullCount(month.confirmations)],
        ]}
      />
    </section>
  );
}

/** Sources with fewer facts are folded up: most of them are articles with one or two. */
const LARGE_SOURCE_FACTS = 20;

function Sources({ sources }: { sources: readonly CountedSource[] }) {
  const large = sources.filter(({ facts }) => facts >= LARGE_SOURCE_FACTS);
  const small = sources.filter(({ facts }) => facts < LARGE_SOURCE_FACTS);
  return (
    <section aria-labelledby="sources">
      <h2 className="h2" id="sources">
        Sources
      </h2>
      {large.length > 0 && <SourceTable caption="Facts by source and age" sources={large} />}
      {small.length > 0 && (
        <details className="source-details">
          <summary className="link">
            Show {pluralize(small.length, "source")} with fewer than {LARGE_SOURCE_FACTS} facts
          </summary>
          <SourceTable caption="Facts by source and age, small sources" sources={small} />
        </details>
      )}
    </section>
  );
}

function SourceTable({ caption, sources }: { caption: string; sources: readonly CountedSource[] }) {
  return (
    <div className="fact-sources">
      <table className="data-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Source and license</th>
            <th scope="col" className="fact-number">
              Facts
            </th>
            {FACT_AGES.map((age) => (
              <th key={age} scope="col" className="fact-number">
                {AGE_LABELS[age]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sources.map((source) => (
            <tr key={source.id}>
              <td>
                <OptionalLink href={sourceHref(source.id)}>{source.title}</OptionalLink>
                <br />
                <span className="text-muted">
                  {source.publisher} ·{" "}
                  <OptionalLink href={licenseHref(source.license)}>{formatLicense(source)}</OptionalLink>
                </span>
              </td>
              <td className="fact-number" data-label="Facts">
                {formatFullCount(source.facts)}
              </td>
              {FACT_AGES.map((age) => (
                <td
                  key={age}
                  className={source[age] === 0 ? "fact-number fact-none" : "fact-number"}
                  data-label={AGE_LABELS[age]}
                >
                  {formatFullCount(source[age])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function OptionalLink({ href, children }: { href: string | null; children: string }) {
  if (href === null) return children;
  return (
    <a className="link" href={href} rel="external">
      {children}
    </a>
  );
}

/** The first column names the row, the others are numbers. */
function CountTable({ caption, head, rows }: { caption: string; head: string[]; rows: string[][] }) {
  return (
    <table className="data-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {head.map((label, at) => (
            <th key={label} scope="col" className={at === 0 ? undefined : "fact-number"}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, ...counts]) => (
          <tr key={label}>
            <td>{label}</td>
            {counts.map((count, at) => (
              <td key={head[at + 1]} className="fact-number">
                {count}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function sumOf(ages: Record<FactAge, number>): number {
  return FACT_AGES.reduce((sum, age) => sum + ages[age], 0);
}

function sumBy<Key extends string>(rows: readonly Record<Key, number>[], key: Key): number {
  return rows.reduce((sum, row) => sum + row[key], 0);
}

/** "12%", and "under 1%" where rounding would say that there is none. */
function formatShare(part: number, whole: number): string {
  const percent = whole === 0 ? 0 : (100 * part) / whole;
  return part > 0 && percent < 1 ? "under 1%" : `${Math.round(percent)}%`;
}
