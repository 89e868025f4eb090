import { and, count, desc, eq, isNotNull, isNull } from "drizzle-orm";

import type { ImportReport } from "#app/db/columns/import-columns.ts";
import type { LiveSourceName } from "#app/db/columns/source-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { corrections } from "#app/db/schema/corrections.ts";
import { imports, type ImportStage } from "#app/db/schema/importing.ts";
import { liveSources, sourceRuns } from "#app/db/schema/live-sources.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { listImportSources, type RowCount } from "#app/desk/imports/run/import-queries.server.ts";
import { countReportEntries, emptyReport } from "#app/desk/imports/screens/import-report.ts";
import type { Env } from "#app/platform/env.server.ts";

import type { SourceState } from "./screens/source-labels.ts";
import { LIVE_SOURCES } from "./source-registry.server.ts";

/** A live source with its last run, for the page and the command line. */
export type SourceOverview = {
  name: LiveSourceName;
  /** The id of its facts' source. */
  sourceId: string;
  title: string;
  publisher: string;
  license: string;
  terms: string;
  traffic: string;
  everyDays: number;
  /** Whether its new places are listed at once. */
  publishes: boolean;
  /** The servers that it asks. */
  hosts: string[];
  state: SourceState;
  /** Null while it is off or paused. */
  nextRunAt: Date | null;
  /** What its imports brought that is there now. */
  records: RowCount | null;
  facts: RowCount | null;
  /** Open questions for the editors about what it says. */
  questionCount: number;
  lastRun: SourceRunOverview | null;
};

const RUN_COLUMNS = {
  id: sourceRuns.id,
  stage: sourceRuns.stage,
  isWhole: sourceRuns.isWhole,
  dataAt: sourceRuns.dataAt,
  recordCount: sourceRuns.recordCount,
  requestCount: sourceRuns.requestCount,
  receivedBytes: sourceRuns.receivedBytes,
  importId: sourceRuns.importId,
  problem: sourceRuns.problem,
  counts: sourceRuns.counts,
  startedAt: sourceRuns.startedAt,
  endedAt: sourceRuns.endedAt,
};

export type SourceRunOverview = Pick<typeof sourceRuns.$inferSelect, keyof typeof RUN_COLUMNS> & {
  importStage: ImportStage | null;
  /** Counts of its import; null before there is one. */
  report: ImportReport | null;
  /** How much of the import's work is done, from 0 to 1; null while that isn't known. */
  share: number | null;
};

/** All live sources. */
export async function listLiveSources(db: Database, hosts: Env["sourceHosts"]): Promise<SourceOverview[]> {
  const rows = new Map((await db.select().from(liveSources)).map((row) => [row.name, row]));
  const imported = new Map((await listImportSources(db)).map((row) => [row.id, row]));
  const questions = await countOpenQuestions(db);
  return Promise.all(
    LIVE_SOURCES.map(async ({ name, source, terms, traffic, everyDays, publishes, hostsOf }) => {
      const row = rows.get(name);
      const state = row?.isOn !== true ? "off" : row.pausedAt === null ? "on" : "paused";
      const { id: sourceId, title, publisher, license } = source;
      const requested = [...new Set(hostsOf(hosts).map((url) => new URL(url).host))];
      return {
        name,
        sourceId,
        title,
        publisher,
        license,
        terms,
        traffic,
        everyDays,
        publishes,
        hosts: requested.length > 0 ? requested : ["the websites of places"],
        state,
        nextRunAt: state === "on" ? (row?.nextRunAt ?? null) : null,
        records: imported.get(sourceId)?.records ?? null,
        facts: imported.get(sourceId)?.facts ?? null,
        questionCount: questions.get(sourceId) ?? 0,
        lastRun: await findLastRun(db, name),
      };
    }),
  );
}

/** Served by moderation_cases_waiting. */
async function countOpenQuestions(db: Database): Promise<Map<string | null, number>> {
  const rows = await db
    .select({ sourceId: corrections.sourceId, count: count() })
    .from(corrections)
    .innerJoin(moderationCases, eq(moderationCases.id, corrections.caseId))
    .where(and(isNotNull(corrections.sourceId), isNull(moderationCases.closedAt)))
    .groupBy(corrections.sourceId);
  return new Map(rows.map((row) => [row.sourceId, row.count]));
}

/** Served by source_runs_by_source. */
async function findLastRun(db: Database, name: LiveSourceName): Promise<SourceRunOverview | null> {
  const [found] = await db
    .select({ run: RUN_COLUMNS, work: imports })
    .from(sourceRuns)
    .leftJoin(imports, eq(imports.id, sourceRuns.importId))
    .where(eq(sourceRuns.source, name))
    .orderBy(desc(sourceRuns.startedAt))
    .limit(1);
  if (found === undefined) return null;
  const { run, work } = found;
  if (work === null) return { ...run, importStage: null, report: null, share: null };
  const report = { ...emptyReport(), ...work.report };
  const toApply = countReportEntries(report) - report.skipped - report.unchanged;
  const share =
    work.stage === "running" ? report.applied / Math.max(1, toApply) : work.bytesRead / Math.max(1, work.byteCount);
  return { ...run, importStage: work.stage, report, share: Math.min(1, share) };
}

/** The run of a source that hasn't ended; null when there is none. Served by source_runs_current. */
export async function findCurrentRun(db: Database, name: LiveSourceName): Promise<{ id: string } | null> {
  const [run] = await db
    .select({ id: sourceRuns.id })
    .from(sourceRuns)
    .where(and(eq(sourceRuns.source, name), isNull(sourceRuns.endedAt)));
  return run ?? null;
}
