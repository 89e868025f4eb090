import type { ImportReport } from "#app/db/columns/import-columns.ts";
import type { RecordOutcome } from "#app/db/schema/importing.ts";

import { importPath } from "./imports.ts";

export const ENTRIES_PER_PAGE = 50;

/** Bounds the offset of the query. */
const ENTRY_PAGES_MAX = 200;

/** What an import does with its entries, in the order of the table's tabs. Unchanged entries aren't stored. */
export const ENTRY_GROUPS = {
  new: { label: "New", outcomes: ["new"], count: ({ new: fresh }) => fresh },
  listed: {
    label: "Changed or already listed",
    outcomes: ["linked", "duplicate"],
    count: ({ changed, confirmed, matched }) => changed + confirmed + matched,
  },
  possible: {
    label: "Possible duplicates",
    outcomes: ["possible-duplicate"],
    count: ({ possibleDuplicates }) => possibleDuplicates,
  },
  closed: { label: "Closed, says the source", outcomes: ["closed"], count: ({ closing }) => closing },
  repeated: {
    label: "Repeated in the file",
    outcomes: ["duplicate-in-file"],
    count: ({ duplicatesInFile }) => duplicatesInFile,
  },
  skipped: { label: "Left out", outcomes: ["skipped"], count: ({ skipped }) => skipped },
} as const satisfies Record<
  string,
  { label: string; outcomes: readonly RecordOutcome[]; count: (report: ImportReport) => number }
>;

export type EntryGroup = keyof typeof ENTRY_GROUPS;

const ENTRY_GROUP_NAMES: readonly EntryGroup[] = ["new", "listed", "possible", "closed", "repeated", "skipped"];

/** The groups that the file has entries of. */
export function groupsOf(report: ImportReport): EntryGroup[] {
  return ENTRY_GROUP_NAMES.filter((name) => ENTRY_GROUPS[name].count(report) > 0);
}

/** The requested group, or the first that has entries; null when the file has none. */
export function groupToShow(requested: string | null, report: ImportReport): EntryGroup | null {
  const groups = groupsOf(report);
  return groups.find((name) => name === requested) ?? groups[0] ?? null;
}

export function entryPageCount(group: EntryGroup, report: ImportReport): number {
  return Math.max(1, Math.min(ENTRY_PAGES_MAX, Math.ceil(ENTRY_GROUPS[group].count(report) / ENTRIES_PER_PAGE)));
}

/** The page of an import with one group of its entries. */
export function entriesPath(id: string, { group, page }: { group: EntryGroup; page: number }): string {
  const query = new URLSearchParams({ show: group, ...(page === 1 ? {} : { page: String(page) }) });
  return `${importPath(id)}?${query}#entries`;
}

/** An entry of a file as the table shows it. */
export type ImportEntry = {
  number: number;
  line: number | null;
  name: string;
  address: string;
  /** "Food & Dining: Bakery" */
  kind: string;
  /** Why it is left out; empty for the others. */
  reason: string;
  /** The listing that it adds to, or that it became. */
  place: { slug: string; name: string } | null;
};
