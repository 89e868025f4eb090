import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";

import type { Database, OpenedDatabase } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { operationRuns } from "#app/db/schema/operations.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { PAGE_TAGS_CHANNEL } from "#app/platform/page-tags.server.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { migratedDatabase } from "#tests/fresh-database.ts";
import { silentLog } from "#tests/silent-log.ts";
import { test } from "#tests/test-database.ts";

import type { OperationName } from "./operations.ts";
import { listBackups } from "./backups/make-backup.server.ts";
import { runOperationsJob } from "./run-operations.job.ts";
import { requestRun, type OperationHandlers, findLastRuns, listRuns, processRuns } from "./runs.server.ts";

const SHARED = readEnv({ DATABASE_URL: "postgres://localhost/shared" });

test(
  "two simultaneous requests start one run, and the second gets the run of the first",
  { timeout: 60_000 },
  async () => {
    const [one, other] = await migrated();
    const [ada, bo] = [await buildUser(one.db, { name: "Ada" }), await buildUser(one.db, { name: "Bo" })];

    const requests = await Promise.all([
      ask(one.db, "rebuild-search", ada.id),
      ask(other.db, "rebuild-search", bo.id),
      ask(one.db, "clear-cache", ada.id),
    ]);

    expect(requests.filter(({ isNew }) => isNew)).toHaveLength(2);
    expect(requests[0].id).toBe(requests[1].id);
    const runs = await listRuns(one.db, { operation: "rebuild-search", now: NOW });
    expect(runs).toMatchObject([{ state: "waiting", who: requests[0].isNew ? "Ada" : "Bo", duration: null }]);
  },
);

test("two instances execute each run once, and its result is shown and audited", { timeout: 60_000 }, async () => {
  const [one, other] = await migrated();
  const ada = await buildUser(one.db, { name: "Ada" });
  await ask(one.db, "rebuild-search", ada.id);
  await ask(one.db, "clear-cache", ada.id);
  let times = 0;
  const handlers = handlersOf(async () => {
    times += 1;
    return { said: "It is done.", after: { entries: 3 } };
  });

  await Promise.all([work(one, handlers), work(other, handlers)]);

  expect(times).toBe(2);
  const last = await findLastRuns(one.db, NOW);
  expect([...last.keys()].toSorted()).toEqual(["clear-cache", "rebuild-search"]);
  expect(last.get("rebuild-search")).toMatchObject({ state: "done", who: "Ada", outcome: "It is done.", share: null });
  const entries = await one.db.select().from(auditEntries).where(eq(auditEntries.action, "search.rebuild"));
  expect(entries).toMatchObject([
    { actorKind: "staff", actorId: ada.id, subjectId: "rebuild-search", after: { entries: 3 } },
  ]);
});

test("a failed run is rolled back, says so, and can be started again", { timeout: 60_000 }, async () => {
  const [opened] = await migrated();
  const ada = await buildUser(opened.db);
  await ask(opened.db, "rebuild-search", ada.id, "request-7");

  await work(
    opened,
    handlersOf(async (db) => {
      await db.update(users).set({ name: "Half done" }).where(eq(users.id, ada.id));
      throw new Error("connect ECONNREFUSED postgres://user:secret@db");
    }),
  );

  const [run] = await listRuns(opened.db, { operation: "rebuild-search", now: NOW });
  expect(run).toMatchObject({ state: "failed", requestId: "request-7" });
  expect(run?.outcome).toContain("nothing was changed");
  expect(JSON.stringify(run)).not.toContain("secret");
  expect(await opened.db.$count(users, eq(users.name, "Half done"))).toBe(0);
  expect(await opened.db.$count(auditEntries)).toBe(0);
  expect((await ask(opened.db, "rebuild-search", ada.id)).isNew).toBe(true);
});

test("on a shared database, a run whose server died is shown as interrupted and doesn't block the next", async ({
  db,
}) => {
  const ada = await buildUser(db);
  await ask(db, "back-up", ada.id);
  const setLastHeartbeat = (seconds: number) =>
    db
      .update(operationRuns)
      .set({ state: "running", startedAt: NOW, heartbeatAt: sql`now() - make_interval(secs => ${seconds})` })
      .where(eq(operationRuns.operation, "back-up"));
  // The clock of the reading server doesn't matter: heartbeats use the database's clock.
  const look = (minutes = 0) => listRuns(db, { operation: "back-up", now: after(minutes * 60) });

  await setLastHeartbeat(50);
  expect((await look(20))[0]?.state).toBe("running");
  expect((await ask(db, "back-up", ada.id, "again", after(1_200))).isNew).toBe(false);
  await setLastHeartbeat(61);
  expect((await look())[0]).toMatchObject({
    state: "interrupted",
    outcome: expect.stringContaining("stopped before this finished"),
  });
  expect((await ask(db, "back-up", ada.id, "again")).isNew).toBe(true);
  expect((await look()).map(({ state }) => state)).toEqual(["waiting", "interrupted"]);
});

test("a run that seemed dead and finishes after all is done", { timeout: 60_000 }, async () => {
  const [opened] = await migrated();
  const ada = await buildUser(opened.db);
  await ask(opened.db, "rebuild-search", ada.id);
  const handlers = handlersOf(async (db) => {
    await db
      .update(operationRuns)
      .set({ state: "interrupted", finishedAt: NOW })
      .where(eq(operationRuns.state, "running"));
    return { said: "It is done.", after: { entries: 3 } };
  });

  await work(opened, handlers);

  const runs = await listRuns(opened.db, { operation: "rebuild-search", now: NOW });
  expect(runs).toMatchObject([{ state: "done", outcome: "It is done." }]);
});

test(
  "clearing demo data for a demo admin doesn’t lock the run’s own row",
  {
    timeout: 60_000,
  },
  async () => {
    const [opened, other] = await migrated();
    const demo = await buildUser(opened.db, { name: "Invented", role: "admin", isPersona: true });
    await ask(opened.db, "clear-demo", demo.id);
    let heartbeatRows: number | null = null;
    const handlers = handlersOf(async (db) => {
      await db.delete(users).where(eq(users.id, demo.id));
      // The update of a heartbeat.
      await other.db.transaction(async (tx) => {
        await tx.execute(sql`set local lock_timeout = '2s'`);
        heartbeatRows = (
          await tx
            .update(operationRuns)
            .set({ heartbeatAt: sql`now()` })
            .where(eq(operationRuns.operation, "clear-demo"))
            .returning()
        ).length;
      });
      return { said: "Gone.", after: { entries: 0 } };
    });

    await work(opened, handlers);

    expect(heartbeatRows).toBe(1);
    const runs = await listRuns(opened.db, { operation: "clear-demo", now: NOW });
    expect(runs).toMatchObject([{ state: "done", who: "a deleted account" }]);
  },
);

test("the last twenty runs of each operation are retained, without the name of a deleted admin", async ({ db }) => {
  const ada = await buildUser(db, { name: "Ada" });
  for (let at = 0; at < 23; at += 1) {
    await ask(db, "clear-cache", ada.id);
    await db
      .update(operationRuns)
      .set({ state: "done", startedAt: NOW, finishedAt: NOW })
      .where(eq(operationRuns.state, "waiting"));
  }
  await db.delete(users).where(eq(users.id, ada.id));

  const runs = await listRuns(db, { operation: "clear-cache", now: NOW });

  expect(runs).toHaveLength(20);
  expect(await db.$count(operationRuns)).toBe(20);
  expect(runs[0]?.who).toBe("a deleted account");
});

test("the job runs every operation", { timeout: 120_000 }, async () => {
  const [opened] = await migrated();
  const folder = mkdtempSync(join(tmpdir(), "rowhouse-actions-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const ada = await buildUser(opened.db, { name: "Ada" });
  await buildUser(opened.db, { name: "Invented", isDemo: true });
  const messages: string[] = [];
  await opened.listen(PAGE_TAGS_CHANNEL, { onMessage: (payload) => messages.push(payload), onGap: () => {} });
  for (const operation of ["rebuild-search", "clear-demo", "clear-cache", "back-up"] as const)
    await ask(opened.db, operation, ada.id);
  const env = { ...SHARED, dataDir: folder };

  await runOperationsJob.run({ db: opened.db, opened, env, now: NOW, log: silentLog() });

  const runs = await findLastRuns(opened.db, NOW);
  const outcomes = Object.fromEntries(
    [...runs].map(([action, { state, outcome }]) => [action, `${state}: ${outcome}`]),
  );
  expect(outcomes).toEqual({
    "rebuild-search": "done: 0 places and 0 guides were indexed again.",
    "clear-demo": expect.stringMatching(/^done: Deleted 1 demo person, .* and 0 rows of demo views\.$/),
    "clear-cache": "done: Every page is rendered again on its next visit.",
    "back-up": expect.stringMatching(/^done: rowhouse-.*\.tar\.gz has \d+ rows and 0 files \(/),
  });
  expect(await opened.db.$count(users, eq(users.isDemo, true))).toBe(0);
  expect(await listBackups(env)).toHaveLength(1);
  await expect.poll(() => messages).toEqual(["*", "*", "*"]);
  const logged = await opened.db.select().from(auditEntries).where(eq(auditEntries.actorId, ada.id));
  expect(logged.map(({ action }) => action).toSorted()).toEqual([
    "backup.create",
    "cache.clear",
    "demo.clear",
    "search.rebuild",
  ]);
});

test(
  "sample activity that a visitor asks for twice is loaded once, and removed again",
  { timeout: 120_000 },
  async () => {
    const [one, other] = await migrated();
    const run = () => runOperationsJob.run({ db: one.db, opened: one, env: SHARED, now: NOW, log: silentLog() });
    const requests = await Promise.all([ask(one.db, "load-demo", null), ask(other.db, "load-demo", null)]);
    await run();
    const loaded = await one.db.$count(users, eq(users.isDemo, true));
    await ask(one.db, "load-demo", null);
    await ask(one.db, "remove-demo", null);
    await run();

    expect(requests.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(loaded).toBe(40);
    expect(await one.db.$count(users, eq(users.isDemo, true))).toBe(0);
    expect(await listRuns(one.db, { operation: "load-demo", now: NOW })).toMatchObject([
      { state: "done", who: "a visitor", outcome: "Sample activity was already loaded." },
      { state: "done", outcome: "Added 0 reviews by 40 invented people." },
    ]);
  },
);

async function migrated(): Promise<[OpenedDatabase, OpenedDatabase]> {
  const instances = await migratedDatabase();
  return instances;
}

function ask(db: Database, operation: OperationName, adminId: string | null, requestId = "request-1", now = NOW) {
  return requestRun(db, { operation, adminId, requestId, now });
}

function work(opened: OpenedDatabase, handlers: OperationHandlers): Promise<void> {
  return processRuns({ opened, env: SHARED, log: silentLog(), now: () => NOW, isOver: () => false }, handlers);
}

function handlersOf(
  inTransaction: (db: Database) => Promise<{ said: string; after: { entries: number } }>,
): OperationHandlers {
  const handler = { inTransaction };
  return {
    "rebuild-search": handler,
    "load-demo": handler,
    "remove-demo": handler,
    "clear-demo": handler,
    "clear-cache": handler,
    "back-up": handler,
  };
}

function after(seconds: number): Date {
  return new Date(NOW.getTime() + seconds * 1000);
}
