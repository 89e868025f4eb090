import "./triage.css";

import { useState } from "react";
import { Form, Link } from "react-router";

import { MESSAGE_CHARACTERS_MAX } from "#app/core/cases/decision-reasons.ts";
import { Pager } from "#app/ui/pager.tsx";
import { RejectionReasonOptions } from "#app/core/cases/rejection-reason-options.tsx";

import type { QueueData } from "./load-queue.server.ts";
import { BULK_CASES_MAX, type QueueQuery, queuePath, type QueueRow } from "./queue.ts";
import type { BulkFormError } from "./bulk-form-error.ts";

type QueueListProps = {
  query: QueueQuery;
  list: QueueData;
  openId: string | null;
  refused: BulkFormError | null;
  /** Identifies the last bulk decision; empty without one. */
  doneKey: string;
};

/** One page of cases with checkboxes, and the form to decide the selected cases. */
export function QueueList({ query, list, openId, refused, doneKey }: QueueListProps) {
  const { rows, pageCount } = list;
  const [ticked, setTicked] = useState<readonly string[]>(refused?.ticked ?? []);
  const isOpen = query.state === "open";
  const count = rows.filter(({ id }) => ticked.includes(id)).length;
  const tick = (id: string, isTicked: boolean) =>
    setTicked((current) => (isTicked ? [...current, id] : current.filter((each) => each !== id)));
  // A bulk decision resets its fields. Text typed later stays while the editor moves from case to case.
  const [resetKey, setResetKey] = useState(doneKey);
  if (doneKey !== "" && doneKey !== resetKey) setResetKey(doneKey);
  const areAllTicked = count === rows.length;
  return (
    <Form method="post" action={queuePath(query)} className="queue-list" preventScrollReset>
      <ol aria-label={isOpen ? "Open cases" : "Decided cases"}>
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            to={queuePath(query, row.id)}
            isCurrent={row.id === openId}
            tick={isOpen ? { isTicked: ticked.includes(row.id), set: tick } : null}
          />
        ))}
      </ol>
      {rows.length === 0 && <p className="text-muted">No cases match these filters.</p>}
      <Pager label="Cases" page={query.page} pageCount={pageCount} hrefFor={(page) => queuePath({ ...query, page })} />
      {isOpen && rows.length > 1 && (
        <button
          type="button"
          className="button button-plain button-small queue-all"
          data-queue-key="X"
          onClick={() => setTicked(areAllTicked ? [] : rows.map(({ id }) => id))}
        >
          {areAllTicked ? "Select none" : `Select all ${rows.length} on this page`}
        </button>
      )}
      {isOpen && rows.length > 0 && <BulkFields key={resetKey} rows={rows} count={count} refused={refused} />}
    </Form>
  );
}

type RowProps = {
  row: QueueRow;
  to: string;
  isCurrent: boolean;
  tick: { isTicked: boolean; set: (id: string, isTicked: boolean) => void } | null;
};

function Row({
  row: { id, kindLabel: what, name, seen, person, age, instant, instantLabel, line },
  to,
  isCurrent,
  tick,
}: RowProps) {
  return (
    <li className="queue-row" data-current={isCurrent ? "" : undefined}>
      {tick !== null && (
        <>
          <input
            type="checkbox"
            name="case"
            value={id}
            aria-label={`Select: ${what}, ${name}`}
            checked={tick.isTicked}
            onChange={(event) => tick.set(id, event.target.checked)}
          />
          <input type="hidden" name={`seen-${id}`} value={seen} />
        </>
      )}
      <Link className="queue-link" to={to} aria-current={isCurrent ? "true" : undefined} preventScrollReset>
        <span className="queue-name">{name}</span>
        <span className="queue-kind">{what}</span>
        {line !== "" && <span className="queue-line">{line}</span>}
        <span className="queue-meta">
          <time dateTime={instant} title={instantLabel}>
            {age}
          </time>
          {person !== null && <span>{person}</span>}
        </span>
      </Link>
    </li>
  );
}

function BulkFields({ rows, count, refused }: { rows: QueueRow[]; count: number; refused: BulkFormError | null }) {
  return (
    <details className="queue-bulk" open={refused !== null || count > 0}>
      <summary>Decide selected cases{count > 0 && `: ${count}`}</summary>
      {refused !== null && (
        <p className="form-problem" role="alert">
          {refused.why}
        </p>
      )}
      <p className="text-meta text-muted">
        Up to {BULK_CASES_MAX} cases at a time, each as submitted. Cases that need more than approve or reject stay
        open.
      </p>
      <label className="field">
        <span>Rejection reason for all</span>
        <select className="input" name="code" defaultValue={refused?.code ?? ""} data-queue-key="R">
          <RejectionReasonOptions kinds={rows.map(({ kind }) => kind)} />
        </select>
      </label>
      <label className="field">
        <span>Message to all</span>
        <textarea className="input" name="message" rows={2} defaultValue={refused?.message ?? ""} />
        <small>Optional. At most {MESSAGE_CHARACTERS_MAX} characters.</small>
      </label>
      <div className="form-buttons">
        <button type="submit" className="button button-outline" name="do" value="approve" data-queue-key="A">
          Approve selected
        </button>
        <button type="submit" className="button button-outline" name="do" value="reject">
          Reject selected
        </button>
      </div>
    </details>
  );
}
