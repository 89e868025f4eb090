import type { ImportedField, SkipReason } from "./imported-facts.ts";

/** What a file comes to, counted. Before a run it is what would be. */
export type ImportReport = {
  /** Listed nowhere yet. */
  new: number;
  /** Of these, without a neighborhood that could be told: an editor says which. */
  unplaced: number;
  /** Of places that this source has told of before: something of it is different now. */
  changed: number;
  /** The same as last time. */
  unchanged: number;
  /** Listed already, from elsewhere. */
  matched: number;
  /** Of these, those that something new is learned of. */
  filling: number;
  /** Stands in the file twice. */
  twins: number;
  /** For an editor to look at. */
  perhaps: number;
  skipped: number;
  skips: Partial<Record<SkipReason, number>>;
  /** Facts that are new, by field. */
  filled: Partial<Record<ImportedField, number>>;
  /** What couldn't be read, by field; the rest of the entry was taken. */
  unread: Partial<Record<ImportedField, number>>;
  /** Kinds that have no category here, the most frequent first. */
  unknownKinds: Record<string, number>;
  /** What was done of it. */
  applied: number;
  filledFacts: number;
  letters: "good" | "mixed";
  /** How the file ends: whole as far as one can see, in the middle, or with what Overpass says of its own answer. */
  ending: FileEnding;
};

export type FileEnding = { kind: "whole" } | { kind: "cut-short" } | { kind: "remark"; remark: string };

export function emptyReport(): ImportReport {
  return {
    new: 0,
    unplaced: 0,
    changed: 0,
    unchanged: 0,
    matched: 0,
    filling: 0,
    twins: 0,
    perhaps: 0,
    skipped: 0,
    skips: {},
    filled: {},
    unread: {},
    unknownKinds: {},
    applied: 0,
    filledFacts: 0,
    letters: "good",
    ending: { kind: "whole" },
  };
}

export function countOne<Key extends string>(counts: Partial<Record<Key, number>>, key: Key): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

/** Kinds that a report has room for; a hostile file may have a million. */
const KINDS_MAX = 200;

export function countUnknownKind(report: ImportReport, kind: string): void {
  const isKnown = Object.hasOwn(report.unknownKinds, kind);
  if (!isKnown && Object.keys(report.unknownKinds).length >= KINDS_MAX) return;
  const value = (isKnown ? (report.unknownKinds[kind] ?? 0) : 0) + 1;
  // A kind may be called `__proto__`, and what is assigned to that is lost.
  Object.defineProperty(report.unknownKinds, kind, { value, enumerable: true, configurable: true, writable: true });
}

/** Why a file holds less than was asked for, so that nobody takes it for all there is; null when nothing says so. */
export function endingWords({ ending }: Pick<ImportReport, "ending">): string | null {
  if (ending.kind === "whole") return null;
  if (ending.kind === "cut-short") return "The file ends in the middle, so it isn’t complete. Get it once more.";
  return `Overpass broke off, so the file isn’t complete: “${ending.remark.replace(/\.$/, "")}”. Ask it for less at once, or with a longer timeout.`;
}

/** How many entries the counts stand for. */
export function entriesIn(report: ImportReport): number {
  const { new: added, changed, unchanged, matched, twins, perhaps, skipped } = report;
  return added + changed + unchanged + matched + twins + perhaps + skipped;
}
