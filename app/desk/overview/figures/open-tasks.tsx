import "../admin.css";

import { Link } from "react-router";

import { CASE_KIND_LABELS } from "#app/core/cases/decision-reasons.ts";
import { formatDollars } from "#app/lib/money.ts";
import { formatFullCount } from "#app/ui/format-count.ts";

import type { Overview } from "./overview.ts";

type OpenTask = { label: string; count: number; to: string; more: string };

/** What waits for an admin, with the way to it. */
export function OpenTasks({
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
