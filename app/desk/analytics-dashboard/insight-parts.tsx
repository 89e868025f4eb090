import "./insights.css";

import { Download } from "lucide-react";

import { formatStatsChange } from "#app/business/listings/figures/figure-labels.ts";
import { formatDay } from "#app/lib/format-time.ts";
import { pluralize, formatFullCount } from "#app/ui/format-count.ts";

import {
  type Amount,
  type InsightCard,
  insightsCsvPath,
  type InsightsQuery,
  type InsightTable,
  type TableRow,
  type Unit,
} from "./insights.ts";
import type { InsightsRange } from "./range.ts";

/** Summary cards of a range, with the change from the compared range. */
export function InsightCards({ cards }: { cards: InsightCard[] }) {
  return (
    <dl className="admin-cards insights-cards">
      {cards.map(({ label, amount, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <b>{formatAmount(amount.now, "count")}</b> <Change amount={amount} />
            <small>{note}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** One table, with what it counts and its CSV link. */
export function InsightTableSection({
  table,
  query,
  range,
}: {
  table: InsightTable;
  query: InsightsQuery;
  range: InsightsRange;
}) {
  const { name, title, lead, rows, empty, countedFrom, deletedBefore, isCompared } = table;
  return (
    <section className="insights-table" aria-labelledby={name}>
      <div className="admin-section-head">
        <h2 className="h2" id={name}>
          {title}
        </h2>
        {rows.length > 0 && (
          <a
            className="button button-outline"
            href={insightsCsvPath(name, query, range)}
            download
            aria-label={`${title} as CSV`}
          >
            <Download className="icon-small" aria-hidden="true" />
            CSV
          </a>
        )}
      </div>
      <p className="text-muted text-row">
        {lead}
        {countedFrom !== null && ` Counting started during ${formatDay(countedFrom)}.`}
        {deletedBefore !== null && ` Days before ${formatDay(deletedBefore)} are deleted.`}
        {range.against !== null &&
          !isCompared &&
          " The compared period wasn’t fully counted or was deleted, so no change is shown."}
      </p>
      {rows.length === 0 ? <p className="insights-empty">{empty}</p> : <Rows table={table} />}
    </section>
  );
}

function Rows({ table: { title, first, columns, rows, name } }: { table: InsightTable }) {
  return (
    <table className="data-table admin-table">
      <caption className="sr-only">
        {title}, {pluralize(rows.length, "row")}
      </caption>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {columns.map(({ label, name: key }) => (
            <th key={key} scope="col" className="admin-number">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${name} ${row.label} ${row.note ?? ""} ${row.href ?? ""}`}>
            <RowHead row={row} />
            {columns.map(({ name: key, unit }, index) => {
              const amount = row.amounts[index] ?? { now: null, before: null };
              return (
                <td key={key} className="admin-number">
                  {formatAmount(amount.now, unit)} <Change amount={amount} />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function RowHead({ row: { label, note, href } }: { row: TableRow }) {
  return (
    <th scope="row" className="admin-first">
      {href === null ? (
        label
      ) : (
        <a className="admin-name" href={href}>
          {label}
        </a>
      )}
      {note !== null && <small>{note}</small>}
    </th>
  );
}

function Change({ amount: { now, before } }: { amount: Amount }) {
  const words = now === null ? null : formatStatsChange({ amount: now, before });
  return words === null ? null : <small className="insights-change">{words}</small>;
}

function formatAmount(amount: number | null, unit: Unit): string {
  if (amount === null) return "–";
  if (unit === "count") return formatFullCount(amount);
  if (unit === "percent") return amount > 0 && amount < 1 ? "under 1%" : `${formatFullCount(Math.round(amount))}%`;
  return amount < 1 ? "under 1 ms" : `${formatFullCount(Math.round(amount))} ms`;
}
