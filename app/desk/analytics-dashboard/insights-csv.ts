import { formatCsv } from "#app/lib/csv.ts";

import type { InsightTable, Unit } from "./insights.ts";

/**
 * The table as shown, with the compared value beside each number. Terms from visitors are escaped so that they can't be
 * formulas.
 */
export function insightCsv({ first, columns, rows, isCompared }: InsightTable): string {
  const hasBefore = (column: InsightTable["columns"][number]) => isCompared && column.isCompared;
  const hasNotes = rows.some(({ note }) => note !== null);
  const head = columns.flatMap((column) =>
    hasBefore(column) ? [column.name, `${column.name}_before`] : [column.name],
  );
  const lines = rows.map(({ label, note, amounts }) => [
    label,
    ...(hasNotes ? [note] : []),
    ...columns.flatMap((column, index) => {
      const { now, before } = amounts[index] ?? { now: null, before: null };
      const cells = hasBefore(column) ? [now, before] : [now];
      return cells.map((each) => (each === null ? null : rounded(each, column.unit)));
    }),
  ]);
  return formatCsv([[first.toLowerCase().replaceAll(" ", "_"), ...(hasNotes ? ["note"] : []), ...head], ...lines]);
}

function rounded(amount: number, unit: Unit): number {
  return unit === "count" ? amount : Math.round(amount * 100) / 100;
}
