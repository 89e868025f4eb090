import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { and, eq, like } from "drizzle-orm";
import { expect, onTestFinished, vi } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { imports, sourceRecords } from "#app/db/schema/importing.ts";
import { liveSources, sourceRuns } from "#app/db/schema/live-sources.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { cancelImport, startRun } from "#app/desk/imports/screens/import-lifecycle.server.ts";
import { withdrawSource } from "#app/desk/imports/run/withdraw-source.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { openStorage } from "#app/platform/storage.server.ts";
import { NOW } from "#tests/builders.ts";
import { loadRun, runOnce } from "#tests/live-source-run.ts";
import { OVERPASS_BASE, type OverpassElement, startOverpassDouble } from "#tests/overpass-double.ts";
import { silentLog } from "#tests/silent-log.ts";
import { test } from "#tests/test-database.ts";

import type { FetchedPiece } from "../live-source.server.ts";
import { OPENSTREETMAP_LIVE } from "../osm/openstreetmap.server.ts";
import { SourceFault } from "../http/source-fault.ts";
import { listLiveSources } from "../source-queries.server.ts";
import { processSourceRun, type SourceRunContext } from "./process-run.server.ts";
import { listPendingRuns, requestDueRuns, requestSourceRun } from "./request-run.server.ts";
import { pauseSource, stopSourceRun, switchSourceOff, switchSourceOn } from "./switch-source.server.ts";

const ACTOR = { kind: "command", id: "sources" } as const;
const CHANGE = { name: "osm", actor: ACTOR, now: NOW } as const;

function buildCafe({ id = 1, ...tags }: { id?: number; [tag: string]: unknown } = {}): OverpassElement {
  const named = { amenity: "cafe", name: `Zebra Finch Coffee ${id}`, opening_hours: "Mo-Su 08:00-18:00", ...tags };
  // On Kingman Island, where nothing is listed.
  return { type: "node", id, lat: 38.8973 + id / 2_000, lon: -76.9665, tags: named };
}

/** A double of Overpass, and what a run needs. */
async function buildWork(db: Database, elements: OverpassElement[]) {
  const double = await startOverpassDouble();
  onTestFinished(double.close);
  double.setElements(elements);
  const folder = mkdtempSync(join(tmpdir(), "rowhouse-sources-"));
  const env = readEnv({ DATA_DIR: folder, OVERPASS_URL: double.url, SITE_URL: "https://rowhouse.example" });
  const context: SourceRunContext = {
    db,
    env,
    storage: openStorage(env),
    log: silentLog(),
    actor: ACTOR,
    now: () => NOW,
    signal: new AbortController().signal,
    http: { intervalMsMin: 0, pause: async () => {} },
  };
  return { double, context, folder };
}

/** A run to its end, or to where it waits. */
async function runSource(context: SourceRunContext, now = NOW) {
  return runOnce(context, { name: CHANGE.name, now });
}

test("nothing is requested of a source that is off", async ({ db }) => {
  const { double, context } = await buildWork(db, [buildCafe()]);
  await requestDueRuns(db, NOW);

  expect(await requestSourceRun(db, CHANGE)).toBe("off");
  expect(await listPendingRuns(db)).toEqual([]);
  await switchSourceOn(db, CHANGE);
  await switchSourceOff(db, CHANGE);
  expect(await requestSourceRun(db, CHANGE)).toBe("off");
  const [overview] = await listLiveSources(db, context.env.sourceHosts);
  expect(overview).toMatchObject({ name: "osm", state: "off", lastRun: null });
  expect(double.queries).toEqual([]);
});

test("a source that is switched on is read, and its places are listed with facts that name it", async ({ db }) => {
  const { double, context } = await buildWork(db, [buildCafe(), buildCafe({ id: 2, "disused:amenity": "bar" })]);
  await switchSourceOn(db, CHANGE);
  await requestDueRuns(db, NOW);
  const [pending] = await listPendingRuns(db);
  await processSourceRun(context, pending?.id ?? "");
  const run = await loadRun(db, pending?.id ?? "");
  const [place] = await db.select().from(places).where(eq(places.name, "Zebra Finch Coffee 1"));
  const facts = await db
    .select()
    .from(placeFacts)
    .where(and(eq(placeFacts.placeId, place?.id ?? 0), eq(placeFacts.field, "hours")));
  const [source] = await db.select().from(liveSources);

  expect(run).toMatchObject({ stage: "done", problem: null, isWhole: true, recordCount: 2, requestCount: 1 });
  expect(run.receivedBytes).toBeGreaterThan(100);
  expect(run.dataAt).toEqual(new Date(OVERPASS_BASE));
  expect(double.queries[0]?.query).not.toContain("newer");
  expect(place).toMatchObject({ status: "published", type: "Cafe" });
  expect(facts).toMatchObject([{ sourceId: "openstreetmap", sourceRecord: "node/1", origin: "import" }]);
  expect(source?.nextRunAt).toEqual(new Date(NOW.getTime() + OPENSTREETMAP_LIVE.everyDays * DAY_MS));
  const [overview] = await listLiveSources(db, context.env.sourceHosts);
  expect(overview).toMatchObject({ state: "on", records: { count: 2 }, lastRun: { report: { new: 2 }, share: 1 } });
  const log = await db
    .select()
    .from(auditEntries)
    .where(like(auditEntries.action, "live-source.%"))
    .orderBy(auditEntries.id);
  expect(log.map(({ action }) => action)).toEqual(["live-source.switch-on", "live-source.run", "live-source.end"]);
});

test("the next run asks for what has changed since, and a whole one follows within a month", async ({ db }) => {
  const { double, context } = await buildWork(db, [buildCafe()]);
  await switchSourceOn(db, CHANGE);
  await runSource(context);
  double.setElements([]);
  const nothingNew = await runSource(context, new Date(NOW.getTime() + 7 * DAY_MS));
  double.setElements([buildCafe({ opening_hours: "24/7" })]);
  const changes = await runSource(context, new Date(NOW.getTime() + 14 * DAY_MS));
  const whole = await runSource(context, new Date(NOW.getTime() + 28 * DAY_MS));

  expect(nothingNew).toMatchObject({ stage: "done", isWhole: false, recordCount: 0, importId: null });
  expect(double.queries[1]?.query).toContain(`(newer:"${OVERPASS_BASE}")`);
  expect(changes).toMatchObject({ stage: "done", isWhole: false, recordCount: 1 });
  expect(whole).toMatchObject({ stage: "done", isWhole: true });
});

test("while a source doesn't answer, the run says until when it waits, and nothing of that stays", async ({ db }) => {
  const { double, context } = await buildWork(db, [buildCafe()]);
  await switchSourceOn(db, CHANGE);
  double.answerNext((response) => response.destroy());
  double.answerNext((response) => response.writeHead(429, { "retry-after": "120" }).end());
  const waits: (string | null | undefined)[] = [];
  const pause = async () => {
    const [run] = await db.select({ problem: sourceRuns.problem }).from(sourceRuns);
    waits.push(run?.problem);
  };
  const run = await runSource({ ...context, http: { intervalMsMin: 0, pause } });

  const { host } = new URL(double.url);
  expect(waits).toEqual([
    `${host} doesn’t answer. Trying again at 12:00 PM.`,
    `${host} is too busy for us. Trying again at 12:02 PM.`,
  ]);
  expect(run).toMatchObject({ stage: "done", problem: null });
});

test("after its places were withdrawn, a source is read as a whole again", async ({ db }) => {
  const { context } = await buildWork(db, [buildCafe()]);
  await switchSourceOn(db, CHANGE);
  await runSource(context);
  await withdrawSource(db, { sourceId: "openstreetmap", actor: ACTOR, now: NOW });
  const gone = await db.$count(places, eq(places.name, "Zebra Finch Coffee 1"));
  const again = await runSource(context, new Date(NOW.getTime() + DAY_MS));

  expect(gone).toBe(0);
  expect(again).toMatchObject({ stage: "done", isWhole: true });
  expect(await db.$count(places, eq(places.name, "Zebra Finch Coffee 1"))).toBe(1);
});

test("a source that fails changes nothing, says why, and is asked again the next day", async ({ db }) => {
  const { double, context, folder } = await buildWork(db, [buildCafe()]);
  await switchSourceOn(db, CHANGE);
  double.answerNext((response) => response.writeHead(406).end());
  const failed = await runSource(context);
  const [source] = await db.select().from(liveSources);

  expect(failed).toMatchObject({ stage: "failed", importId: null, requestCount: 1 });
  expect(failed.problem).toMatch(/refused the request \(status 406\)/);
  expect(source?.nextRunAt).toEqual(new Date(NOW.getTime() + DAY_MS));
  expect(await db.$count(sourceRecords, eq(sourceRecords.sourceId, "openstreetmap"))).toBe(0);
  expect(await db.$count(imports)).toBe(0);
  expect(filesIn(folder)).toEqual([]);
  expect(await runSource(context)).toMatchObject({ stage: "done" });
  expect(filesIn(folder)).toEqual([]);
});

test("a run that is killed goes on behind the last piece that it saved", async ({ db }) => {
  const { context } = await buildWork(db, []);
  const cursors: unknown[] = [];
  const large = { note: "x".repeat(900_000) };
  const pieces = Array.from({ length: 8 }, (_, at) => ({
    records: [JSON.stringify(buildCafe({ id: at + 1, ...large }))],
    cursor: at + 1,
  }));
  let until = 4;
  vi.spyOn(OPENSTREETMAP_LIVE, "fetch").mockImplementation(async function* ({ cursor }): AsyncGenerator<FetchedPiece> {
    cursors.push(cursor);
    for (const piece of pieces) {
      if (typeof cursor === "number" && piece.cursor <= cursor) continue;
      if (piece.cursor > until) throw new SourceFault("stopped", "The process ends.");
      yield piece;
    }
  });
  onTestFinished(() => void vi.restoreAllMocks());
  await switchSourceOn(db, CHANGE);
  const stopped = await runSource(context);
  until = 8;
  await processSourceRun(context, stopped.id);
  const run = await loadRun(db, stopped.id);

  expect(stopped).toMatchObject({ stage: "fetching", endedAt: null, partCount: 1, worker: null });
  expect(cursors).toEqual([null, stopped.cursor]);
  expect(run).toMatchObject({ stage: "done", recordCount: 8 });
  expect(await db.$count(sourceRecords, eq(sourceRecords.sourceId, "openstreetmap"))).toBe(8);
});

test("one run of a source at a time; it can be stopped, and stopping it stops its import", async ({ db }) => {
  const { context } = await buildWork(db, [buildCafe()]);
  const stopping = new AbortController();
  await switchSourceOn(db, CHANGE);
  const requested = await requestSourceRun(db, CHANGE);
  stopping.abort();
  if (typeof requested === "string") throw new Error(requested);
  await processSourceRun({ ...context, signal: stopping.signal }, requested.runId);

  expect(await requestSourceRun(db, CHANGE)).toBe("running");
  expect(await loadRun(db, requested.runId)).toMatchObject({ stage: "fetching", worker: null });
  expect(await stopSourceRun(db, CHANGE)).toBe(true);
  expect(await stopSourceRun(db, CHANGE)).toBe(false);
  await requestDueRuns(db, NOW);
  expect(await listPendingRuns(db)).toEqual([]);
  await processSourceRun(context, requested.runId);
  expect(await loadRun(db, requested.runId)).toMatchObject({ stage: "stopped", importId: null });
  expect(await runSource(context)).toMatchObject({ stage: "done" });
});

test("an import that an editor stops ends the run", async ({ db }) => {
  const { context } = await buildWork(db, [buildCafe()]);
  await switchSourceOn(db, CHANGE);
  const stopping = new AbortController();
  // Time is up once the file is checked.
  const onImported = () => stopping.abort();
  const requested = await requestSourceRun(db, CHANGE);
  if (typeof requested === "string") throw new Error(requested);
  await processSourceRun({ ...context, signal: stopping.signal, onImported }, requested.runId);
  const { importId } = await loadRun(db, requested.runId);
  await cancelImport(db, { importId: importId ?? "", actor: ACTOR, now: NOW });
  await processSourceRun(context, requested.runId);

  expect(await loadRun(db, requested.runId)).toMatchObject({ stage: "stopped" });
  expect(await db.$count(places, eq(places.name, "Zebra Finch Coffee 1"))).toBe(0);
});

test("a run that would change too much waits for an editor, who runs it or discards it", async ({ db }) => {
  const cafes = Array.from({ length: 8 }, (_, at) => buildCafe({ id: at + 1 }));
  const { double, context } = await buildWork(db, cafes);
  await switchSourceOn(db, CHANGE);
  await runSource(context);
  double.setElements(cafes.slice(0, 2));
  const first = await runSource(context, new Date(NOW.getTime() + 28 * DAY_MS));
  await cancelImport(db, { importId: first.importId ?? "", actor: ACTOR, now: NOW });
  await processSourceRun(context, first.id);
  const discarded = await loadRun(db, first.id);
  const second = await runSource(context, new Date(NOW.getTime() + 29 * DAY_MS));
  await processSourceRun(context, second.id);
  const waiting = await loadRun(db, second.id);
  await startRun(db, { importId: second.importId ?? "", publishes: true, actor: ACTOR, now: NOW });
  await processSourceRun(context, second.id);

  expect(first).toMatchObject({ stage: "waiting", endedAt: null });
  expect(first.problem).toContain("only 2 of the 8 entries");
  expect(discarded).toMatchObject({ stage: "stopped" });
  expect(waiting).toMatchObject({ stage: "waiting" });
  expect(await loadRun(db, second.id)).toMatchObject({ stage: "done", problem: null });
});

test("a paused source is read only when somebody asks for it", async ({ db }) => {
  const { context } = await buildWork(db, [buildCafe()]);
  await switchSourceOn(db, CHANGE);
  await pauseSource(db, { ...CHANGE, isPaused: true });
  await requestDueRuns(db, NOW);

  expect(await listPendingRuns(db)).toEqual([]);
  expect(await pauseSource(db, { ...CHANGE, isPaused: true })).toBe(false);
  expect(await runSource(context)).toMatchObject({ stage: "done" });
  await pauseSource(db, { ...CHANGE, isPaused: false });
  await requestDueRuns(db, new Date(NOW.getTime() + 6 * DAY_MS));
  expect(await listPendingRuns(db)).toEqual([]);
  await requestDueRuns(db, new Date(NOW.getTime() + 7 * DAY_MS));
  expect(await listPendingRuns(db)).toHaveLength(1);
});

/** The files of the storage, in any folder. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}
