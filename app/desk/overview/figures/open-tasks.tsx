import "../admin.css";

import { Link } from "react-router";

import { CASE_KIND_LABELS } from "#app/core/cases/decision-reasons.ts";
import { formatFullCount } from "#app/ui/format-count.ts";

import type { Overview } from "./overview.ts";

/** Where what waits besides cases is decided. */
const OTHER_TASKS = [
  { kind: "questions", one: "question for the editors", many: "questions for the editors", to: "/admin/questions" },
  { kind: "messages", one: "message", many: "messages", to: "/admin/messages" },
  { kind: "imports", one: "import to review", many: "imports to review", to: "/admin/inbox" },
  { kind: "refunds", one: "pending refund", many: "pending refunds", to: "/admin/refunds" },
] as const;

/** What waits for an admin, with the way to it. */
export function OpenTasks({ overview: { openCases, inbox } }: { overview: Overview }) {
  const items = [
    ...openCases.map(({ kind, count }) => ({
      label: (count === 1 ? CASE_KIND_LABELS[kind].one : CASE_KIND_LABELS[kind].many).toLowerCase(),
      count,
      to: `/admin/moderation?kind=${kind}`,
    })),
    ...OTHER_TASKS.map(({ kind, one, many, to }) => ({
      label: inbox[kind] === 1 ? one : many,
      count: inbox[kind],
      to,
    })).filter(({ count }) => count > 0),
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
          {items.map(({ label, count, to }) => (
            <li key={label}>
              <Link to={to}>
                <b>{formatFullCount(count)}</b> {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
