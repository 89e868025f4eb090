import { statfs } from "node:fs/promises";
import { release } from "node:os";

import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { liveSources, sourceRuns } from "#app/db/schema/live-sources.ts";
import { findLiveSource } from "#app/desk/sources/source-registry.server.ts";
import { formatInstant } from "#app/lib/format-time.ts";
import { isTestKey } from "#app/people/membership/stripe/test-key.ts";
import { isLoopbackHost } from "#app/lib/loopback-host.ts";
import type { Env } from "#app/platform/env.server.ts";
import { checkMailServer } from "#app/platform/mail.server.ts";
import { openStorage } from "#app/platform/storage.server.ts";

import { DAY_MS } from "#app/lib/duration.ts";

import { formatDuration } from "../operations.ts";
import { listRuns } from "../runs.server.ts";
import { formatBytes } from "../backups/backups.ts";
import type { HealthCheck, HealthReport } from "./health-report.ts";
import { listBackups } from "../backups/make-backup.server.ts";

/** An admin waits for the page. All checks run at the same time. */
const ANSWER_MS_MAX = 4_000;

/** With less free space, the next backup or photo upload may fail. */
const FREE_BYTES_MIN = 1_073_741_824;

type HealthInput = { db: Database; env: Env; now: Date; answerMsMax?: number };

/** Checks everything the site needs, each with a time limit. The report contains no keys, addresses or passwords. */
export async function checkHealth({
  db,
  env,
  now,
  answerMsMax: msMax = ANSWER_MS_MAX,
}: HealthInput): Promise<HealthReport> {
  const database = timed("Database", msMax, () => checkDatabase(db));
  const lines = await Promise.all([
    database,
    timed("Uploaded files", msMax, () => checkStorage(env)),
    timed("Disk", msMax, () => checkDisk(env)),
    env.mail === null
      ? off("Mail", "Emails are stored in the database and not sent.")
      : timed("Mail", msMax, () => checkMail(env.mail, msMax)),
    env.stripe === null
      ? off("Payments", describeSandbox(env))
      : timed("Payments", msMax, () => checkStripe(env.stripe, msMax)),
    env.identityProvider === null
      ? off("Sign-in", "Sign-in with an identity provider isn’t set up.")
      : timed("Sign-in", msMax, () => checkIdentityProvider(env.identityProvider, msMax)),
    timed("Backup", msMax, () => database.then(() => checkBackup(db, { env, now }))),
    timed("Live sources", msMax, () => database.then(() => checkSources(db))),
  ]);
  return {
    checks: lines,
    facts: await collectFacts(db, env),
    checkedAt: now.toISOString(),
    checkedLabel: formatInstant(now),
  };
}

type CheckResult = { status: "fine" | "failing"; detail: string };

async function timed(name: string, msMax: number, check: () => Promise<CheckResult>): Promise<HealthCheck> {
  const startedAt = performance.now();
  const timeout = new Promise<CheckResult>((resolve) => {
    setTimeout(resolve, msMax, { status: "failing", detail: `No response within ${formatDuration(msMax)}.` }).unref();
  });
  const checked = check().catch((error: unknown): CheckResult => ({ status: "failing", detail: describeError(error) }));
  const { status, detail } = await Promise.race([checked, timeout]);
  return { name, status: status, detail: detail, ms: Math.round(performance.now() - startedAt) };
}

async function off(name: string, detail: string): Promise<HealthCheck> {
  return { name, status: "off", detail: detail, ms: null };
}

/** Only the error code, because messages contain addresses and user names. */
function describeError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "";
  if (cause instanceof Error && cause.name === "TimeoutError") return "No response in time.";
  return code === "" ? "Can’t connect. See the log for details." : `Can’t connect: ${code}.`;
}

async function checkDatabase(db: Database): Promise<CheckResult> {
  await db.execute(sql`select 1`);
  return { status: "fine", detail: "Responding." };
}

/** Reads a file that doesn't exist: a bucket that denies access denies this too. */
async function checkStorage(env: Env): Promise<CheckResult> {
  await openStorage(env).get("health/nothing");
  return { status: "fine", detail: env.storage === null ? "In a folder in DATA_DIR." : "In a bucket, which responds." };
}

async function checkDisk({ dataDir }: Env): Promise<CheckResult> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const detail = `${formatBytes(free)} free on the disk of DATA_DIR.`;
  return { status: free < FREE_BYTES_MIN ? "failing" : "fine", detail };
}

async function checkMail(settings: Env["mail"], msMax: number): Promise<CheckResult> {
  const problem = settings === null ? null : await checkMailServer(settings, msMax);
  if (problem === null) return { status: "fine", detail: "The mail server accepts our sign-in." };
  return { status: "failing", detail: `The mail server answered: ${problem}` };
}

function describeSandbox({ billingSandbox, siteUrl }: Env): string {
  const isOpen = billingSandbox === "public" || isLoopbackHost(new URL(siteUrl).hostname);
  return isOpen ? "The sandbox is on, so no card is charged." : "Payments aren’t available.";
}

/** The cheapest request that needs the key. Its answer is ignored. */
async function checkStripe(stripe: Env["stripe"], msMax: number): Promise<CheckResult> {
  if (stripe === null) return { status: "fine", detail: "" };
  const response = await fetch(`${stripe.apiUrl}/v1/prices?limit=1`, {
    headers: { authorization: `Bearer ${stripe.secretKey}` },
    signal: AbortSignal.timeout(msMax),
    redirect: "error",
  });
  await response.body?.cancel();
  const mode = isTestKey(stripe.secretKey) ? " Test mode, so no card is charged." : "";
  if (response.ok) return { status: "fine", detail: `Stripe accepts our key.${mode}` };
  if (response.status === 401) return { status: "failing", detail: "Stripe rejects our key." };
  if (response.status === 403)
    return { status: "failing", detail: "Stripe accepts our key, but the key has no permission to read prices." };
  return { status: "failing", detail: `Stripe answered with status ${response.status}.` };
}

/** Two nights: one may be missed while the server restarts. */
const BACKUP_AGE_MS_MAX = 2 * DAY_MS;

/** The last backup in this server's folder, or one that another server made. */
async function checkBackup(db: Database, { env, now }: { env: Env; now: Date }): Promise<CheckResult> {
  const [file] = await listBackups(env);
  const [run] = await listRuns(db, { operation: "back-up", now, limit: 1 });
  if (run?.state === "failed" || run?.state === "interrupted")
    return { status: "failing", detail: `The last one didn’t finish: ${run.outcome ?? "see Back up now."}` };
  const madeAt = file?.madeAt ?? (run?.state === "done" ? new Date(run.requestedAt) : null);
  if (madeAt === null) return { status: "fine", detail: "None yet. One is made every night at 3 AM." };
  const age = formatUptime((now.getTime() - madeAt.getTime()) / 1000);
  const isOld = now.getTime() - madeAt.getTime() > BACKUP_AGE_MS_MAX;
  return { status: isOld ? "failing" : "fine", detail: `The last one is ${age} old, from ${formatInstant(madeAt)}.` };
}

/** The last runs of the sources that are on. Served by source_runs_by_source. */
async function checkSources(db: Database): Promise<CheckResult> {
  const lastRuns = await db
    .selectDistinctOn([sourceRuns.source], {
      source: sourceRuns.source,
      stage: sourceRuns.stage,
      problem: sourceRuns.problem,
    })
    .from(sourceRuns)
    .innerJoin(liveSources, and(eq(liveSources.name, sourceRuns.source), eq(liveSources.isOn, true)))
    .orderBy(sourceRuns.source, desc(sourceRuns.startedAt));
  const failing = lastRuns.filter(({ stage }) => stage === "failed" || stage === "waiting");
  if (lastRuns.length === 0) return { status: "fine", detail: "None is on, or none has run." };
  if (failing.length === 0) return { status: "fine", detail: "None failed at its last run." };
  return {
    status: "failing",
    detail: failing
      .map(({ source, problem }) => `${findLiveSource(source)?.source.title ?? source}: ${problem ?? "failed"}`)
      .join(" "),
  };
}

const Discovery = z.object({ issuer: z.string(), authorization_endpoint: z.string() });

async function checkIdentityProvider(provider: Env["identityProvider"], msMax: number): Promise<CheckResult> {
  if (provider === null) return { status: "fine", detail: "" };
  const { issuer } = provider;
  const response = await fetch(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(msMax),
    redirect: "error",
  });
  if (!response.ok)
    return { status: "failing", detail: `The identity provider answered with status ${response.status}.` };
  const read = Discovery.safeParse(await response.json().catch(() => null));
  if (!read.success || read.data.issuer !== issuer)
    return { status: "failing", detail: "The identity provider’s issuer differs from the one set up here." };
  return { status: "fine", detail: "The identity provider responds." };
}

async function collectFacts(db: Database, env: Env): Promise<HealthReport["facts"]> {
  const database = await readDatabaseFacts(db).catch(() => null);
  return [
    { name: "Uptime", value: formatUptime(process.uptime()) },
    { name: "Memory used", value: formatBytes(process.memoryUsage().rss) },
    { name: "Node", value: process.versions.node },
    { name: "System", value: `${process.platform} ${process.arch}, ${release()}` },
    ...(database === null
      ? []
      : [
          {
            name: "Database",
            value: `PostgreSQL ${database.version}${env.databaseUrl === null ? ", run by this site" : ""}`,
          },
          { name: "Database size", value: formatBytes(database.bytes) },
          { name: "Latest migration", value: database.migration },
        ]),
  ];
}

/** "3 d 4 h", "4 h 12 min", "12 min" */
function formatUptime(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes % 60} min`;
  return minutes === 0 ? `${Math.floor(seconds)} s` : `${minutes} min`;
}

/** The database's version, its size in bytes and its latest migration. */
async function readDatabaseFacts(db: Database): Promise<{ version: string; bytes: number; migration: string }> {
  const { rows } = Facts.parse(
    await db.execute(sql`
      select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
        (select max(name) from schema_migrations) as migration`),
  );
  const [row] = rows;
  if (row === undefined) throw new Error("The database returned no facts");
  return row;
}

const Facts = z.object({
  rows: z.array(z.object({ version: z.string(), bytes: z.coerce.number(), migration: z.string() })),
});
