/** Which columns an address leaves out, in their own order; with boxes, those that aren't ticked. */
export function readWithout(search: URLSearchParams, columns: readonly string[]): string {
  // A form of boxes says only which are ticked, and that it is one.
  const hidden = search.has("choose")
    ? columns.filter((column) => !search.getAll("column").includes(column))
    : columns.filter((column) => (search.get("without") ?? "").split(".").includes(column));
  return hidden.join(".");
}

export function isHidden(without: string, column: string): boolean {
  return without.split(".").includes(column);
}
