import "./transparency.css";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { pluralize, formatFullCount } from "#app/ui/format-count.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";

import type { Route } from "./+types/transparency.route";
import { reasonCodeLabel, CASE_KIND_LABELS } from "./decision-reasons.ts";
import { monthlyFigures } from "./count-decisions.server.ts";
import {
  formatHoursRoundedUp,
  type MonthFigures,
  TRANSPARENCY_CSV_PATH,
  TRANSPARENCY_PATH,
  TRANSPARENCY_TAG,
} from "./transparency.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

/** Public counts of all moderation decisions. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, now, page } = siteOf(context);
  page.tags.add(TRANSPARENCY_TAG);
  return { months: await monthlyFigures(db, now) };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Moderation figures",
    description:
      "How many reviews, questions, photos, edits, claims, submissions and campaigns our editors approved or rejected, and why.",
    path: TRANSPARENCY_PATH,
  });

export default function Transparency({ loaderData: { months } }: Route.ComponentProps) {
  return (
    <div className="wrap transparency">
      <h1 className="d2">Moderation figures</h1>
      <p className="lede">
        Our editors review what people send to Rowhouse. Here we count every decision by month, kind, outcome and
        reason. The counts don’t identify anyone.
      </p>
      {months.length === 0 ? (
        <EmptyState title="No decisions yet">Decisions appear here within a minute.</EmptyState>
      ) : (
        <>
          <p>
            <a className="button button-outline" href={TRANSPARENCY_CSV_PATH}>
              Download as CSV
            </a>
          </p>
          {months.map((month) => (
            <Month key={month.month} figures={month} />
          ))}
        </>
      )}
      <Explanation />
    </div>
  );
}

const OUTCOMES = { approved: "Approved", rejected: "Rejected", undone: "Undone" } as const;

function Month({ figures }: { figures: MonthFigures }) {
  const { month, label, counts, decided, undone, again, medianHours } = figures;
  return (
    <section className="transparency-month" aria-labelledby={`month-${month}`}>
      <h2 className="h3" id={`month-${month}`}>
        {label}
      </h2>
      <p className="meta text-row">
        <span>{pluralize(decided, "case")} decided</span>
        {medianHours !== null && <span>Half within {formatHoursRoundedUp(medianHours)}</span>}
        <span>{pluralize(undone, "decision")} undone</span>
        <span>{formatFullCount(again)} resubmitted after a rejection</span>
      </p>
      <div className="transparency-table">
        <table className="data-table">
          <caption className="sr-only">Decisions in {label}</caption>
          <thead>
            <tr>
              <th scope="col">Kind</th>
              <th scope="col">Outcome</th>
              <th scope="col">Reason</th>
              <th scope="col" className="transparency-count">
                Count
              </th>
            </tr>
          </thead>
          <tbody>
            {counts.map(({ kind, outcome, code, count }) => (
              <tr key={`${kind} ${outcome} ${code}`}>
                <td>{CASE_KIND_LABELS[kind].many}</td>
                <td>{OUTCOMES[outcome]}</td>
                <td>{reasonCodeLabel(code)}</td>
                <td className="transparency-count">{formatFullCount(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Explanation() {
  return (
    <div className="prose">
      <h2 className="h3">How to read it</h2>
      <p>
        Approved means we accepted it: we published a held review or question, kept a reported one, or updated the
        listing with a suggested edit. Rejected means we declined or removed it. Every rejection has one of the reasons
        above, and we told the person concerned which one.
      </p>
      <p>
        Undone means an editor reversed the decision within a day. The case is then decided again and counted again.
        Resubmitted means someone tried again after a rejection, for example by changing a review or claiming the place
        again. The time given is the median: half of the cases were decided faster, and half slower.
      </p>
      <p>
        If we got a decision about your content wrong,{" "}
        <a className="link" href="/contact">
          write to the editors
        </a>
        . How we use what you send is in our{" "}
        <a className="link" href="/privacy">
          privacy notice
        </a>
        .
      </p>
    </div>
  );
}
