import { formatInstant } from "#app/lib/format-time.ts";

import type { SourceOverview } from "../source-queries.server.ts";

/** A source as its card shows it. */
export type PresentedSource = ReturnType<typeof presentSource>;

/** Formats the times of a source and its last run. */
export function presentSource({ nextRunAt, lastRun, ...source }: SourceOverview, now: Date) {
  return {
    ...source,
    /** Whether a run begins by itself within a minute. */
    isDue: nextRunAt !== null && nextRunAt <= now && lastRun?.endedAt !== null,
    nextRun: nextRunAt === null ? null : formatInstant(nextRunAt),
    lastRun: lastRun === null ? null : presentRun(lastRun),
  };
}

function presentRun({ startedAt, endedAt, dataAt, ...run }: NonNullable<SourceOverview["lastRun"]>) {
  return {
    ...run,
    started: formatInstant(startedAt),
    isActive: endedAt === null,
    state: dataAt === null ? null : formatInstant(dataAt),
  };
}
