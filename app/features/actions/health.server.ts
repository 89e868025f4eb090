import { statfs } from "node:fs/promises";
import { release } from "node:os";

import { sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { isTestKey } from "#app/features/billing/test-key.ts";
import { isLoopbackName } from "#app/lib/loopback-name.ts";
import type { Env } from "#app/platform/env.server.ts";
import { troubleOfMailServer } from "#app/platform/mail.server.ts";
import { storageOf } from "#app/platform/storage.server.ts";

import { tookWords } from "./actions.ts";
import { sizeWords } from "./backups.ts";
import type { HealthLine, HealthReport } from "./health.ts";
import { listBackups } from "./make-backup.server.ts";
import { instantWords } from "./runs.server.ts";

/** Somebody waits for the page, and all are asked at once. */
const ANSWER_MS_MAX = 4_000;

/** Less than this, and the next backup or photo may fail. */
const FREE_BYTES_MIN = 1_073_741_824;

type Asked = { db: Database; env: Env; now: Date; answerMsMax?: number };

/** Asks everything that the site needs, now, each with a time limit. It tells no key, address or password. */
export async function askHealth({ db, env, now, answerMsMax: msMax = ANSWER_MS_MAX }: Asked): Promise<HealthReport> {
  const lines = await Promise.all([
    timed("Database", msMax, () => askDatabase(db)),
    timed("Files that people send", msMax, () => askStorage(env)),
    timed("Disk", msMax, () => askDisk(env)),
    env.mail === null
      ? off("Mail", "Mails stay in the database; nothing is sent.")
      : timed("Mail", msMax, () => askMail(env.mail, msMax)),
    env.stripe === null
      ? off("Payments", sandboxWords(env))
      : timed("Payments", msMax, () => askStripe(env.stripe, msMax)),
    env.identityProvider === null
      ? off("Sign-in", "Nobody can sign in by an identity provider.")
      : timed("Sign-in", msMax, () => askProvider(env.identityProvider, msMax)),
  ]);
  return { lines, facts: await factsOf(db, env), askedAt: now.toISOString(), askedLabel: instantWords(now) };
}

type Said = { answer: "fine" | "failing"; said: string };

async function timed(name: string, msMax: number, ask: () => Promise<Said>): Promise<HealthLine> {
  const startedAt = performance.now();
  const late = new Promise<Said>((resolve) => {
    setTimeout(resolve, msMax, { answer: "failing", said: `It didn’t answer within ${tookWords(msMax)}.` }).unref();
  });
  const asked = ask().catch((error: unknown): Said => ({ answer: "failing", said: troubleWords(error) }));
  const said = await Promise.race([asked, late]);
  return { name, ...said, ms: Math.round(performance.now() - startedAt) };
}

async function off(name: string, said: string): Promise<HealthLine> {
  return { name, answer: "off", said, ms: null };
}

/** By its code alone: messages name addresses and users. */
function troubleWords(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "";
  if (cause instanceof Error && cause.name === "TimeoutError") return "It didn’t answer in time.";
  return code === "" ? "It can’t be reached. The log tells more." : `It can’t be reached: ${code}.`;
}

async function askDatabase(db: Database): Promise<Said> {
  await db.execute(sql`select 1`);
  return { answer: "fine", said: "It answers." };
}

/** A look for a file that nobody has: a bucket that refuses us refuses this too. */
async function askStorage(env: Env): Promise<Said> {
  await storageOf(env).get("health/nothing");
  return { answer: "fine", said: env.storage === null ? "In a folder of DATA_DIR." : "In a bucket, which answers." };
}

async function askDisk({ dataDir }: Env): Promise<Said> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const said = `${sizeWords(free)} free where DATA_DIR lies.`;
  return { answer: free < FREE_BYTES_MIN ? "failing" : "fine", said };
}

async function askMail(settings: Env["mail"], msMax: number): Promise<Said> {
  const trouble = settings === null ? null : await troubleOfMailServer(settings, msMax);
  if (trouble === null) return { answer: "fine", said: "The mail server takes our sign-in." };
  return { answer: "failing", said: `The mail server: ${trouble}` };
}

function sandboxWords({ billingSandbox, siteUrl }: Env): string {
  const isOpen = billingSandbox === "public" || isLoopbackName(new URL(siteUrl).hostname);
  return isOpen ? "The sandbox stands in: no card is charged." : "Nothing can be paid for here.";
}

/** The cheapest thing that needs the key; what it answers is thrown away. */
async function askStripe(stripe: Env["stripe"], msMax: number): Promise<Said> {
  if (stripe === null) return { answer: "fine", said: "" };
  const response = await fetch(`${stripe.apiUrl}/v1/prices?limit=1`, {
    headers: { authorization: `Bearer ${stripe.secretKey}` },
    signal: AbortSignal.timeout(msMax),
    redirect: "error",
  });
  await response.body?.cancel();
  const mode = isTestKey(stripe.secretKey) ? " It is the test mode: no card is charged." : "";
  if (response.ok) return { answer: "fine", said: `Stripe takes our key.${mode}` };
  if (response.status === 401) return { answer: "failing", said: "Stripe refuses our key." };
  if (response.status === 403) return { answer: "failing", said: "Stripe knows our key, but it may not read prices." };
  return { answer: "failing", said: `Stripe answers ${response.status}.` };
}

const Discovery = z.object({ issuer: z.string(), authorization_endpoint: z.string() });

async function askProvider(provider: Env["identityProvider"], msMax: number): Promise<Said> {
  if (provider === null) return { answer: "fine", said: "" };
  const { issuer } = provider;
  const response = await fetch(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(msMax),
    redirect: "error",
  });
  if (!response.ok) return { answer: "failing", said: `The identity provider answers ${response.status}.` };
  const read = Discovery.safeParse(await response.json().catch(() => null));
  if (!read.success || read.data.issuer !== issuer)
    return { answer: "failing", said: "The identity provider says it is another one than is set up." };
  return { answer: "fine", said: "The identity provider answers." };
}

async function factsOf(db: Database, env: Env): Promise<HealthReport["facts"]> {
  const database = await databaseFacts(db).catch(() => null);
  const backups = await listBackups(env).catch(() => []);
  const [last] = backups;
  return [
    { name: "Up for", value: uptimeWords(process.uptime()) },
    { name: "Memory in use", value: sizeWords(process.memoryUsage().rss) },
    { name: "Node", value: process.versions.node },
    { name: "System", value: `${process.platform} ${process.arch}, ${release()}` },
    ...(database === null
      ? []
      : [
          {
            name: "Database",
            value: `PostgreSQL ${database.version}${env.databaseUrl === null ? ", started by this site" : ""}`,
          },
          { name: "Size of the database", value: sizeWords(database.bytes) },
          { name: "Tables as of", value: database.migration },
        ]),
    { name: "Last backup", value: last === undefined ? "None on this server" : instantWords(last.madeAt) },
  ];
}

/** "3 d 4 h", "4 h 12 min", "12 min" */
function uptimeWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes % 60} min`;
  return minutes === 0 ? `${Math.floor(seconds)} s` : `${minutes} min`;
}

/** How large the database is, in bytes, and what it calls itself. */
async function databaseFacts(db: Database): Promise<{ version: string; bytes: number; migration: string }> {
  const { rows } = Facts.parse(
    await db.execute(sql`
      select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
        (select max(name) from schema_migrations) as migration`),
  );
  const [row] = rows;
  if (row === undefined) throw new Error("The database told nothing of itself");
  return row;
}

const Facts = z.object({
  rows: z.array(z.object({ version: z.string(), bytes: z.coerce.number(), migration: z.string() })),
});
