import "./figures.css";

import { formatFullCount, pluralize } from "#app/ui/format-count.ts";

import { FIGURE_LABELS, formatMedian, formatStatsChange } from "./figure-labels.ts";
import { PERIODS } from "./figure-period.ts";
import { type FigureRow, type FiguresPage, LIST_MEASURES } from "./listing-figures.ts";

/** What was counted for a place: today, in the period, and compared with the period before and similar places. */
export function FiguresTable({ figures: { rows, period, similar } }: { figures: FiguresPage }) {
  const length = PERIODS[period.name];
  return (
    <table className="figures-table figures-sums">
      <caption className="sr-only">Stats for the last {length}</caption>
      <thead>
        <tr>
          <th scope="col">Measure</th>
          <th scope="col">Today so far</th>
          <th scope="col">Last {length}</th>
          <th scope="col">Vs. previous {length}</th>
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
  const { label, definition } = FIGURE_LABELS[row.measure];
  const isPart = LIST_MEASURES.some((list) => list === row.measure);
  return (
    <tr className={isPart ? "figures-part" : undefined}>
      <th scope="row">
        {label}
        <small>{definition}</small>
      </th>
      <td data-name="Today so far">{formatFullCount(row.today)}</td>
      <td data-name="In this period">
        <b>{formatFullCount(row.amount)}</b>
        {row.uniqueVisitors !== null && row.uniqueVisitors > 0 && (
          <small>by {pluralize(row.uniqueVisitors, "visitor")}</small>
        )}
      </td>
      <td data-name="Change">{formatStatsChange(row) ?? <span className="text-muted">Not available</span>}</td>
      {hasSimilar && (
        <td data-name="Similar places">
          {row.median === null ? <span className="text-muted">Not available</span> : formatMedian(row.median)}
        </td>
      )}
    </tr>
  );
}

/** What the similar places of the table are. */
export function SimilarNote({ similar }: Pick<FiguresPage, "similar">) {
  return (
    <p className="text-row text-muted">
      {similar.by === null
        ? "Your neighborhood has fewer than five other places of this type or category. That’s too few to compare without revealing their numbers."
        : `Similar places: the median of the ${formatFullCount(similar.count)} other places of ${similar.by === "type" ? "the type" : "the category"} ${similar.what} in ${similar.where}, in the same period.`}{" "}
      We show a change only when both periods were counted completely.
    </p>
  );
}
