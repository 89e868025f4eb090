import type { ImportReport } from "#app/db/columns/import-columns.ts";
import type { SourceRunStage } from "#app/db/schema/live-sources.ts";
import { formatFullCount, pluralize } from "#app/ui/format-count.ts";

export const SOURCES_PATH = "/admin/sources";

export type SourceState = "off" | "on" | "paused";

export const STATE_LABELS: Record<SourceState, string> = { off: "Off", on: "On", paused: "Paused" };

export const RUN_STAGE_LABELS: Record<SourceRunStage, string> = {
  fetching: "Reading the source",
  importing: "Importing",
  waiting: "Waits for an editor",
  done: "Done",
  failed: "Failed",
  stopped: "Stopped",
};

/** "40 new, 0 changed, 2 possible duplicates; 160 facts added to listed places." */
export function describeResult(report: ImportReport): string {
  const { confirmed, unchanged, matched, possibleDuplicates, closing, skipped, filledFacts } = report;
  const others: [count: number, label: string][] = [
    [confirmed, "confirmed"],
    [unchanged, "unchanged"],
    [matched, "already listed"],
    [possibleDuplicates, possibleDuplicates === 1 ? "possible duplicate" : "possible duplicates"],
    [closing, "closed, says the source"],
    [skipped, "skipped"],
  ];
  const parts = [
    `${formatFullCount(report.new)} new`,
    `${formatFullCount(report.changed)} changed`,
    ...others.filter(([count]) => count > 0).map(([count, label]) => `${formatFullCount(count)} ${label}`),
  ];
  const facts = filledFacts === 0 ? "" : ` ${pluralize(filledFacts, "fact")} added to listed places.`;
  return `${parts.join(", ")}.${facts}`;
}

/** "Runs every day.", "Runs every 7 days." */
export function describeRhythm(days: number): string {
  return days === 1 ? "Runs every day." : `Runs every ${days} days.`;
}

/** "12.4 MB", "0 KB". */
export function formatBytes(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
