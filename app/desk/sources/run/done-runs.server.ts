import { and, desc, eq, isNull, notInArray, or } from "drizzle-orm";

import type { LiveSourceName } from "#app/db/columns/source-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { imports } from "#app/db/schema/importing.ts";
import { sourceRuns } from "#app/db/schema/live-sources.ts";

import type { SourceRunRow } from "./run-lease.server.ts";

/** More runs than there are between two whole ones. */
const DONE_RUNS_MAX = 100;

/**
 * The complete runs of a source, the newest first, without those whose import was withdrawn or undone. `cursor`: how far the
 * run read; null when it read nothing. Served by source_runs_by_source.
 */
export async function listDoneRuns(
  db: Database,
  name: LiveSourceName,
): Promise<Pick<SourceRunRow, "isWhole" | "startedAt" | "dataAt" | "cursor">[]> {
  const { isWhole, startedAt, dataAt, cursor } = sourceRuns;
  return db
    .select({ isWhole, startedAt, dataAt, cursor })
    .from(sourceRuns)
    .leftJoin(imports, eq(imports.id, sourceRuns.importId))
    .where(
      and(
        eq(sourceRuns.source, name),
        eq(sourceRuns.stage, "done"),
        or(isNull(imports.stage), notInArray(imports.stage, ["withdrawing", "withdrawn", "undoing", "undone"])),
      ),
    )
    .orderBy(desc(sourceRuns.startedAt))
    .limit(DONE_RUNS_MAX);
}
