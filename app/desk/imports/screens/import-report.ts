import type { ImportReport } from "#app/db/columns/import-columns.ts";

export function emptyReport(): ImportReport {
  return {
    new: 0,
    unplaced: 0,
    changed: 0,
    confirmed: 0,
    unchanged: 0,
    matched: 0,
    filling: 0,
    duplicatesInFile: 0,
    possibleDuplicates: 0,
    jumps: 0,
    closing: 0,
    skipped: 0,
    skips: {},
    filled: {},
    unread: {},
    unknownKinds: {},
    applied: 0,
    filledFacts: 0,
    letters: "good",
    ending: { kind: "whole" },
    missing: null,
    effect: null,
    undone: null,
  };
}

export function incrementCount<Key extends string>(counts: Partial<Record<Key, number>>, key: Key): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

/** Limits the kinds in a report; a hostile file may have a million. */
const KINDS_MAX = 200;

export function countUnknownKind(report: ImportReport, kind: string): void {
  const isKnown = Object.hasOwn(report.unknownKinds, kind);
  if (!isKnown && Object.keys(report.unknownKinds).length >= KINDS_MAX) return;
  const value = (isKnown ? (report.unknownKinds[kind] ?? 0) : 0) + 1;
  // A kind may be called `__proto__`, and a plain assignment to that would be lost.
  Object.defineProperty(report.unknownKinds, kind, { value, enumerable: true, configurable: true, writable: true });
}

/** Why a file is incomplete, as a message; null when it appears complete. */
export function describeFileEnding({ ending }: Pick<ImportReport, "ending">): string | null {
  if (ending.kind === "whole") return null;
  if (ending.kind === "cut-short") return "The file is cut off, so it’s incomplete. Download it again.";
  return `Overpass stopped early, so the file is incomplete: “${ending.remark.replace(/\.$/, "")}”. Request a smaller area or a longer timeout.`;
}

/** How many entries the report covers. */
export function countReportEntries(report: ImportReport): number {
  const {
    new: added,
    changed,
    confirmed,
    unchanged,
    matched,
    duplicatesInFile,
    possibleDuplicates,
    closing,
    skipped,
  } = report;
  return added + changed + confirmed + unchanged + matched + duplicatesInFile + possibleDuplicates + closing + skipped;
}
