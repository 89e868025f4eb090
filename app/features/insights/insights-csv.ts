import { csvText } from "#app/lib/csv.ts";

import type { InsightTable, Unit } from "./insights.ts";

/** The table as it is shown, with the time before beside each number that is compared; words of strangers are no formulas. */
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
  return csvText([[first.toLowerCase().replaceAll(" ", "_"), ...(hasNotes ? ["note"] : []), ...head], ...lines]);
}

function rounded(amount: number, unit: Unit): number {
  return unit === "count" ? amount : Math.round(amount * 100) / 100;
}
