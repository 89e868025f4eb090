import { Form, Link } from "react-router";

import { AdminPage } from "#app/features/admin/admin-page.tsx";
import { KIND_WORDS } from "#app/features/moderation/decision-reasons.ts";
import { TEMPLATES_PATH } from "#app/features/moderation/templates.ts";
import { TRANSPARENCY_PATH } from "#app/features/moderation/transparency.ts";
import { counted, fullCount } from "#app/ui/counted.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";

import type { BulkResults } from "./bulk-words.ts";
import { CasePane } from "./case-pane.tsx";
import { DecidedPane } from "./decided-pane.tsx";
import { DoneNote } from "./done-note.tsx";
import type { DecidedShown, LoadedCase } from "./open-case.server.ts";
import { QueueList } from "./queue-list.tsx";
import type { LoadedList } from "./queue.server.ts";
import { ALL_ASKED, type QueueAsked, queuePath, type Whose } from "./queue.ts";
import type { RefusedBulk } from "./refused-bulk.ts";
import type { RefusedCase } from "./refused-case.ts";
import { useFocusAfterForms, useQueueKeys } from "./use-queue-keys.ts";

type QueueProps = {
  asked: QueueAsked;
  list: LoadedList;
  open: LoadedCase | null;
  decided: DecidedShown | null;
  /** Decided on the page before. */
  done: DecidedShown | null;
  /** Whether the case was asked for; else it is the first of the list, shown where there is room. */
  isAsked: boolean;
  bulk: BulkResults | null;
  refusedBulk: RefusedBulk | null;
  refused: RefusedCase | null;
  viewerId: string;
};

/** The list of cases and the one that is open, side by side where there is room. */
export function Queue({ asked, list, open, decided, done, isAsked, bulk, refusedBulk, refused, viewerId }: QueueProps) {
  useQueueKeys();
  useFocusAfterForms();
  const results = refusedBulk?.results ?? bulk;
  const openId = open?.shown.id ?? decided?.id ?? null;
  return (
    <AdminPage section="moderation" title="Moderation" lead={leadOf(asked, list.count)} actions={<Ways />}>
      <Filters asked={asked} list={list} />
      {done !== null && <DoneNote done={done} asked={asked} />}
      {results !== null && <BulkNote bulk={results} asked={asked} />}
      {list.count === 0 && openId === null ? (
        <Nothing asked={asked} />
      ) : (
        <div className="queue" data-asked={isAsked ? "" : undefined}>
          <QueueList
            asked={asked}
            list={list}
            openId={openId}
            refused={refusedBulk}
            doneKey={bulk === null ? "" : bulk.undoable.join()}
          />
          <div className="queue-case">
            {isAsked && (
              <p className="queue-back">
                <Link className="link" to={queuePath(asked)}>
                  Back to the list
                </Link>
              </p>
            )}
            {open !== null && <CasePane key={open.shown.id} {...open} {...{ asked, refused, viewerId }} />}
            {open === null && decided !== null && (
              <DecidedPane decided={decided} asked={asked} why={refused?.why ?? null} />
            )}
          </div>
        </div>
      )}
    </AdminPage>
  );
}

function leadOf({ state }: QueueAsked, count: number): string | undefined {
  // The list says so itself.
  if (count === 0) return undefined;
  return state === "closed"
    ? `${counted(count, "case")} decided, the last first`
    : `${counted(count, "case")} waiting, the oldest first`;
}

function Ways() {
  return (
    <>
      <details className="queue-keys" data-queue-keys="">
        <summary className="button button-outline">
          Keys <kbd className="key">?</kbd>
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
  ["j k", "Next case, case before"],
  ["Enter o", "Open the case"],
  ["a", "Approve the open case"],
  ["r", "Choose why it is rejected"],
  ["Ctrl Enter", "Reject it for that reason"],
  ["Esc", "Leave a field, back to the list"],
  ["e", "Assign it to me"],
  ["u", "Undo what was just decided"],
  ["x X", "Select the case, all of the page"],
  ["A R", "Approve and reject what is selected"],
  ["?", "Show and hide these"],
] as const;

const WHOSE_WORDS: Record<QueueAsked["state"], readonly (readonly [Whose, string])[]> = {
  open: [
    ["all", "All"],
    ["mine", "Mine"],
    ["nobody", "Unassigned"],
  ],
  closed: [
    ["all", "By everybody"],
    ["mine", "By me"],
  ],
};

function Filters({ asked, list }: { asked: QueueAsked; list: LoadedList }) {
  const all = list.kinds.reduce((sum, { count }) => sum + count, 0);
  const first = { ...asked, page: 1 };
  return (
    <nav className="queue-filters" aria-label="Which cases">
      <div className="chips">
        {(["open", "closed"] as const).map((state) => (
          <Link
            key={state}
            className="chip"
            to={queuePath({ ...ALL_ASKED, state, kinds: asked.kinds })}
            aria-current={asked.state === state ? "true" : undefined}
          >
            {state === "open" ? "Waiting" : "Decided"}
          </Link>
        ))}
        <span className="queue-filters-rule" aria-hidden="true" />
        {WHOSE_WORDS[asked.state].map(([whose, label]) => (
          <Link
            key={whose}
            className="chip"
            to={queuePath({ ...first, whose })}
            aria-current={asked.whose === whose ? "true" : undefined}
          >
            {label}
          </Link>
        ))}
      </div>
      <div className="chips queue-kinds">
        <Chip
          to={queuePath({ ...first, kinds: [] })}
          isCurrent={asked.kinds.length === 0}
          label="Every kind"
          count={all}
        />
        {list.kinds
          .filter(({ kind, count }) => count > 0 || asked.kinds.includes(kind))
          .map(({ kind, count }) => (
            <Chip
              key={kind}
              to={queuePath({ ...first, kinds: [kind] })}
              isCurrent={asked.kinds.includes(kind)}
              label={KIND_WORDS[kind].many}
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
      {label} <span className="chip-count">{fullCount(count)}</span>
    </Link>
  );
}

function BulkNote({ bulk: { lead, others, undoable }, asked }: { bulk: BulkResults; asked: QueueAsked }) {
  return (
    <div className="queue-note" role="status" tabIndex={-1}>
      <div className="queue-done">
        <p>{lead}</p>
        {undoable.length > 0 && (
          <Form method="post" action={queuePath(asked)}>
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
              {undoable.length === 1 ? "Undo" : `Undo these ${undoable.length}`}
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

function Nothing({ asked }: { asked: QueueAsked }) {
  if (asked.state === "closed") {
    return <EmptyState title="Nothing decided">What editors decide stands here, with who did and why.</EmptyState>;
  }
  const isNarrowed = asked.kinds.length > 0 || asked.whose !== "all";
  return (
    <EmptyState
      title="Nothing waits"
      actions={
        isNarrowed ? (
          <Link className="link" to={queuePath(ALL_ASKED)}>
            Show every case
          </Link>
        ) : undefined
      }
    >
      {isNarrowed
        ? "No case is like what you look for."
        : "Held and reported reviews, questions and answers, reported photos, suggested edits, reports of closed places, claims, submitted businesses, what owners want to be changed and campaigns come here, the oldest first."}
    </EmptyState>
  );
}
