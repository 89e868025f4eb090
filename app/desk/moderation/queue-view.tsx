import { Form, Link } from "react-router";

import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import { CASE_KIND_LABELS } from "#app/core/cases/decision-reasons.ts";
import { TEMPLATES_PATH } from "#app/core/cases/template.ts";
import { TRANSPARENCY_PATH } from "#app/core/cases/transparency.ts";
import { pluralize, formatFullCount } from "#app/ui/format-count.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";

import type { BulkResults } from "./bulk-results.ts";
import { CasePane } from "./case-pane.tsx";
import { DecidedPane } from "./decided-pane.tsx";
import { DecisionNotice } from "./decision-notice.tsx";
import type { DecidedCaseData, OpenCaseData } from "./open-case.server.ts";
import { QueueList } from "./queue-list.tsx";
import type { QueueData } from "./load-queue.server.ts";
import { DEFAULT_QUEUE_QUERY, type QueueQuery, queuePath, type AssigneeFilter } from "./queue.ts";
import type { BulkFormError } from "./bulk-form-error.ts";
import type { CaseFormError } from "./case-form-error.ts";
import { useFocusAfterForms, useQueueShortcuts } from "./use-queue-shortcuts.ts";

type QueueProps = {
  query: QueueQuery;
  list: QueueData;
  open: OpenCaseData | null;
  decided: DecidedCaseData | null;
  /** The case decided on the previous page. */
  done: DecidedCaseData | null;
  /** Whether the URL names the case. If not, the first case of the list shows on wide screens. */
  hasCaseId: boolean;
  bulk: BulkResults | null;
  refusedBulk: BulkFormError | null;
  refused: CaseFormError | null;
  viewerId: string;
};

/** The list of cases and the open case, side by side on wide screens. */
export function Queue({
  query,
  list,
  open,
  decided,
  done,
  hasCaseId,
  bulk,
  refusedBulk,
  refused,
  viewerId,
}: QueueProps) {
  useQueueShortcuts();
  useFocusAfterForms();
  const results = refusedBulk?.results ?? bulk;
  const openId = open?.details.id ?? decided?.id ?? null;
  return (
    <AdminPage section="moderation" title="Moderation" lead={leadOf(query, list.count)} actions={<HeaderActions />}>
      <Filters query={query} list={list} />
      {done !== null && <DecisionNotice done={done} query={query} />}
      {results !== null && <BulkNote bulk={results} query={query} />}
      {list.count === 0 && openId === null ? (
        <NoCases query={query} />
      ) : (
        <div className="queue" data-has-case={hasCaseId ? "" : undefined}>
          <QueueList
            query={query}
            list={list}
            openId={openId}
            refused={refusedBulk}
            doneKey={bulk === null ? "" : bulk.undoable.join()}
          />
          <div className="queue-case">
            {hasCaseId && (
              <p className="queue-back">
                <Link className="link" to={queuePath(query)}>
                  Back to the list
                </Link>
              </p>
            )}
            {open !== null && <CasePane key={open.details.id} {...open} {...{ query, refused, viewerId }} />}
            {open === null && decided !== null && (
              <DecidedPane decided={decided} query={query} why={refused?.why ?? null} />
            )}
          </div>
        </div>
      )}
    </AdminPage>
  );
}

function leadOf({ state }: QueueQuery, count: number): string | undefined {
  // The empty state says it.
  if (count === 0) return undefined;
  return state === "closed"
    ? `${pluralize(count, "case")} decided, newest first`
    : `${pluralize(count, "case")} waiting, oldest first`;
}

function HeaderActions() {
  return (
    <>
      <details className="queue-keys" data-queue-keys="">
        <summary className="button button-outline">
          Shortcuts <kbd className="key">?</kbd>
        </summary>
        <dl className="queue-keys-sheet">
          {KEYS.map(([keys, does]) => (
            <div key={keys}>
              <dt>
                {keys.split(" ").map((key) => (
                  <kbd className="key" key={key}>
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </details>
      <Link className="button button-outline" to={TEMPLATES_PATH}>
        Templates
      </Link>
      <a className="button button-outline" href={TRANSPARENCY_PATH}>
        Public figures
      </a>
    </>
  );
}

const KEYS = [
  ["j k", "Next or previous case"],
  ["Enter o", "Open the case"],
  ["a", "Approve the open case"],
  ["r", "Choose a rejection reason"],
  ["Ctrl Enter", "Reject with that reason"],
  ["Esc", "Leave the field and return to the list"],
  ["e", "Assign to me"],
  ["u", "Undo the last decision"],
  ["x X", "Select the case, or all on the page"],
  ["A R", "Approve or reject the selected cases"],
  ["?", "Show or hide shortcuts"],
] as const;

const ASSIGNEE_FILTER_LABELS: Record<QueueQuery["state"], readonly (readonly [AssigneeFilter, string])[]> = {
  open: [
    ["all", "All"],
    ["mine", "Mine"],
    ["nobody", "Unassigned"],
  ],
  closed: [
    ["all", "By anyone"],
    ["mine", "By me"],
  ],
};

function Filters({ query, list }: { query: QueueQuery; list: QueueData }) {
  const all = list.kinds.reduce((sum, { count }) => sum + count, 0);
  const first = { ...query, page: 1 };
  return (
    <nav className="queue-filters" aria-label="Filter cases">
      <div className="chips">
        {(["open", "closed"] as const).map((state) => (
          <Link
            key={state}
            className="chip"
            to={queuePath({ ...DEFAULT_QUEUE_QUERY, state, kinds: query.kinds })}
            aria-current={query.state === state ? "true" : undefined}
          >
            {state === "open" ? "Waiting" : "Decided"}
          </Link>
        ))}
        <span className="queue-filters-rule" aria-hidden="true" />
        {ASSIGNEE_FILTER_LABELS[query.state].map(([whose, label]) => (
          <Link
            key={whose}
            className="chip"
            to={queuePath({ ...first, whose })}
            aria-current={query.whose === whose ? "true" : undefined}
          >
            {label}
          </Link>
        ))}
      </div>
      <div className="chips queue-kinds">
        <Chip
          to={queuePath({ ...first, kinds: [] })}
          isCurrent={query.kinds.length === 0}
          label="All kinds"
          count={all}
        />
        {list.kinds
          .filter(({ kind, count }) => count > 0 || query.kinds.includes(kind))
          .map(({ kind, count }) => (
            <Chip
              key={kind}
              to={queuePath({ ...first, kinds: [kind] })}
              isCurrent={query.kinds.includes(kind)}
              label={CASE_KIND_LABELS[kind].many}
              count={count}
            />
          ))}
      </div>
    </nav>
  );
}

function Chip({ to, isCurrent, label, count }: { to: string; isCurrent: boolean; label: string; count: number }) {
  return (
    <Link className="chip" to={to} aria-current={isCurrent ? "true" : undefined}>
      {label} <span className="chip-count">{formatFullCount(count)}</span>
    </Link>
  );
}

function BulkNote({
  bulk: { summary: lead, failures: others, undoable },
  query,
}: {
  bulk: BulkResults;
  query: QueueQuery;
}) {
  return (
    <div className="queue-note" role="status" tabIndex={-1}>
      <div className="queue-done">
        <p>{lead}</p>
        {undoable.length > 0 && (
          <Form method="post" action={queuePath(query)}>
            {undoable.map((id) => (
              <input key={id} type="hidden" name="case" value={id} />
            ))}
            <button
              type="submit"
              className="button button-outline button-small"
              name="do"
              value="undo"
              data-queue-key="u"
            >
              {undoable.length === 1 ? "Undo" : `Undo all ${undoable.length}`}
            </button>
          </Form>
        )}
      </div>
      {others.length > 0 && (
        <ul>
          {others.map(({ id, title, why }) => (
            <li key={id}>
              {title}: {why}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function NoCases({ query }: { query: QueueQuery }) {
  if (query.state === "closed") {
    return (
      <EmptyState title="No decisions yet">
        Decided cases will be listed here with the editor and the reason.
      </EmptyState>
    );
  }
  const isNarrowed = query.kinds.length > 0 || query.whose !== "all";
  return (
    <EmptyState
      title="Nothing pending"
      actions={
        isNarrowed ? (
          <Link className="link" to={queuePath(DEFAULT_QUEUE_QUERY)}>
            Show all cases
          </Link>
        ) : undefined
      }
    >
      {isNarrowed
        ? "No cases match these filters."
        : "Reviews, questions, photos, edits, claims, submissions and campaigns that need a decision will be listed here."}
    </EmptyState>
  );
}
