import "./transparency.css";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { siteOf } from "#app/platform/site.ts";
import { counted, fullCount } from "#app/ui/counted.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";

import type { Route } from "./+types/transparency.route";
import { codeLabel, KIND_WORDS } from "./decision-reasons.ts";
import { monthlyFigures } from "./transparency.server.ts";
import {
  hoursWords,
  type MonthFigures,
  TRANSPARENCY_CSV_PATH,
  TRANSPARENCY_PATH,
  TRANSPARENCY_TAG,
} from "./transparency.ts";

/** What editors decide about what people send, counted for everybody to see. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, now, page } = siteOf(context);
  page.tags.add(TRANSPARENCY_TAG);
  return { months: await monthlyFigures(db, now) };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Moderation in figures",
    description:
      "How many reviews, questions, photos, edits, claims, submissions and campaigns our editors decided about, and why.",
    path: TRANSPARENCY_PATH,
  });

export default function Transparency({ loaderData: { months } }: Route.ComponentProps) {
  return (
    <div className="wrap transparency">
      <h1 className="d2">Moderation in figures</h1>
      <p className="lede">
        What people send to Rowhouse, editors decide about. Here is every decision, counted by month, kind, outcome and
        reason, as it stands in our books. No person can be made out in it.
      </p>
      {months.length === 0 ? (
        <EmptyState title="Nothing decided yet">The first decision stands here a minute after it is made.</EmptyState>
      ) : (
        <>
          <p>
            <a className="button button-outline" href={TRANSPARENCY_CSV_PATH}>
              The same as CSV
            </a>
          </p>
          {months.map((month) => (
            <Month key={month.month} figures={month} />
          ))}
        </>
      )}
      <Explained />
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
        <span>{counted(decided, "case")} decided</span>
        {medianHours !== null && <span>Half of them within {hoursWords(medianHours)}</span>}
        <span>{counted(undone, "decision")} undone</span>
        <span>{fullCount(again)} sent again after a rejection</span>
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
                <td>{KIND_WORDS[kind].many}</td>
                <td>{OUTCOMES[outcome]}</td>
                <td>{codeLabel(code)}</td>
                <td className="transparency-count">{fullCount(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Explained() {
  return (
    <div className="prose">
      <h2 className="h3">How to read it</h2>
      <p>
        Approved means that what was sent was taken over: a held review or question was published, a reported one
        stayed, a suggested edit was written into the listing. Rejected means that it was not, or was taken away. Every
        rejection has one of the reasons above, and whoever it concerns was told which.
      </p>
      <p>
        An undone decision was taken back by an editor within a day; the case was then decided again, and counts once
        more. Sent again are cases that somebody brought back after a rejection: a review or an answer that was changed,
        a place that was claimed once more. Half of the cases were decided faster than the time given, and half slower.
      </p>
      <p>
        If a decision about something of yours is wrong,{" "}
        <a className="link" href="/contact">
          write to the editors
        </a>
        . What we do with what you send stands in our{" "}
        <a className="link" href="/privacy">
          privacy notice
        </a>
        .
      </p>
    </div>
  );
}
