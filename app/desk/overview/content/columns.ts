import type { QueryReader } from "#app/platform/route-handle.ts";

export const COLUMN_PARAMETERS = ["without", "choose", "column"] as const;

/** The hidden columns of a URL, joined by dots: from `without`, or from the checkboxes of the column form. */
export function parseHiddenColumns(
  search: QueryReader<(typeof COLUMN_PARAMETERS)[number]>,
  columns: readonly string[],
): string {
  // A checkbox form sends only checked boxes, and `choose` to say that it was sent.
  const hidden = search.has("choose")
    ? columns.filter((column) => !search.getAll("column").includes(column))
    : columns.filter((column) => (search.get("without") ?? "").split(".").includes(column));
  return hidden.join(".");
}

export function isColumnHidden(without: string, column: string): boolean {
  return without.split(".").includes(column);
}
