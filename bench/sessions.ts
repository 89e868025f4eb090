import { mkdtempSync, rmSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";

import type { Database } from "#app/db/database.server.ts";
import { findViewer, startSession } from "#app/people/accounts/sessions/sessions.server.ts";
import { addUsers } from "#app/people/accounts/users.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import { startOpenidDouble } from "#tests/openid-double.ts";

import { prepareDatabase } from "../cli/prepare-database.ts";
import { type BuiltSite, startBuiltSite } from "./built-site.ts";
import { describeTimes } from "./quantile.ts";

const CLIENT = { GOOGLE_CLIENT_ID: "rowhouse", GOOGLE_CLIENT_SECRET: "a-secret-of-the-client" };

const SIGN_INS = 50;
const RENDERS = 200;
const READS = 2_000;

/** Members with ten browsers each: more than the 2,000 streams that one process must hold. */
const PEOPLE = 250;
const BROWSERS = 10;
const WARM_UP = 200;
const BEATS_SECONDS = 60;

/** The cost of being signed in: signing in, a page, reading a session, and holding an event stream. */
export async function sessions(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "rowhouse-bench-"));
  const tokens = await prepare(dataDir);
  const double = await startOpenidDouble(CLIENT.GOOGLE_CLIENT_ID);
  Object.assign(process.env, CLIENT, { OIDC_ISSUER: double.issuer });
  const site = await startBuiltSite({ dataDir });
  const cookieName = `rowhouse-session-${new URL(site.url).port}`;
  const cookies = tokens.map((token) => `${cookieName}=${token}`);

  double.setPerson({ sub: "ada", email: "ada@example.com", email_verified: true, name: "Ada Example" });
  const signIns: number[] = [];
  for (let count = 0; count < SIGN_INS; count += 1) signIns.push(await signIn(site.url));
  console.log(`sign-in, from the button to the session (the provider answers at once): ${describeTimes(signIns)}`);
  await double.close();

  for (const path of ["/", "/places/eastern-market"]) {
    const guest = await cpuMs(site, path, `${cookieName}=none`);
    const member = await cpuMs(site, path, cookies[0] ?? "");
    console.log(
      `${path}: ${member.toFixed(2)} ms of CPU signed in, ${guest.toFixed(2)} ms as a guest without the cache`,
    );
  }
  await site.stop();
  // In a new process: memory left over from the pages would hide what the streams use.
  const holding = await startBuiltSite({ dataDir });
  const holdingName = `rowhouse-session-${new URL(holding.url).port}`;
  await holdStreams(
    holding,
    tokens.map((token) => `${holdingName}=${token}`),
  );
  await holding.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Prepares a trial's database with signed-in members and returns their session tokens. */
async function prepare(dataDir: string): Promise<string[]> {
  const log = createLogger({ level: "silent" });
  const opened = await prepareDatabase(readEnv({ DATA_DIR: dataDir }), log, "trial");
  const now = new Date();
  const people = Array.from({ length: PEOPLE }, (_, number) => ({
    id: crypto.randomUUID(),
    name: `Member ${number}`,
    joinedAt: now,
  }));
  await addUsers(opened.db, people);
  const tokens: string[] = [];
  for (const { id: userId } of people) {
    for (let browser = 0; browser < BROWSERS; browser += 1) {
      tokens.push(await startSession(opened.db, { userId, browser: "A browser", now }));
    }
  }
  console.log(`reading a session: ${describeTimes(await readTimes(opened.db, tokens))}`);
  await opened.close();
  return tokens;
}

async function readTimes(db: Database, tokens: string[]): Promise<number[]> {
  const now = new Date();
  const times: number[] = [];
  for (let count = 0; count < READS; count += 1) {
    const startedAt = performance.now();
    const viewer = await findViewer(db, tokens[count % tokens.length] ?? "", now);
    times.push(performance.now() - startedAt);
    if (viewer === null) throw new Error("A session is missing");
  }
  return times;
}

/** Milliseconds of one sign-in: start, provider, and callback. */
async function signIn(url: string): Promise<number> {
  const startedAt = performance.now();
  const started = await fetch(`${url}/auth/google`, {
    method: "POST",
    // A different address for each request would need a proxy; the limit per address is higher than the count.
    body: new URLSearchParams({ to: "/" }),
    redirect: "manual",
  });
  const attempt = started.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  const provided = await fetch(started.headers.get("location") ?? "", { redirect: "manual" });
  const answer = new URL(provided.headers.get("location") ?? "");
  const done = await fetch(`${url}${answer.pathname}${answer.search}`, {
    headers: { cookie: attempt.join("; ") },
    redirect: "manual",
  });
  if (!done.headers.getSetCookie().some((cookie) => cookie.startsWith("rowhouse-session"))) {
    throw new Error(`The sign-in redirected to ${done.headers.get("location")}`);
  }
  return performance.now() - startedAt;
}

async function cpuMs(site: BuiltSite, path: string, cookie: string): Promise<number> {
  const ask = async () => (await fetch(site.url + path, { headers: { cookie } })).arrayBuffer();
  for (let count = 0; count < RENDERS / 2; count += 1) await ask();
  const before = site.cpuSeconds();
  for (let count = 0; count < RENDERS; count += 1) await ask();
  return ((site.cpuSeconds() - before) * 1000) / RENDERS;
}

async function holdStreams(site: BuiltSite, cookies: string[]): Promise<void> {
  for (const cookie of cookies.slice(0, WARM_UP)) (await openStream(site.url, cookie)).destroy();
  await after(2_000);
  const [mbBefore, cpuBefore] = [site.residentMb(), site.cpuSeconds()];
  const streams: IncomingMessage[] = [];
  for (const cookie of cookies) streams.push(await openStream(site.url, cookie));
  const opened = site.cpuSeconds() - cpuBefore;
  await after(2_000);
  const [mb, cpu] = [site.residentMb() - mbBefore, site.cpuSeconds()];
  await after(BEATS_SECONDS * 1000);
  const percent = ((site.cpuSeconds() - cpu) / BEATS_SECONDS) * 100;
  const open = streams.filter(({ complete, destroyed }) => !complete && !destroyed).length;
  console.log(
    `${open} streams in one process: ${mb.toFixed(0)} MB more, ${((mb * 1024) / open).toFixed(1)} KB each; ` +
      `opening took ${((opened * 1000) / open).toFixed(2)} ms of CPU each, ${percent.toFixed(1)} % of a CPU for their heartbeats`,
  );
  for (const stream of streams) stream.destroy();
}

/** Resolves with the first message. */
function openStream(url: string, cookie: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, accept: "text/event-stream" };
    const request = get(`${url}/events`, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`A stream was refused with ${response.statusCode}`));
      response.once("data", () => resolve(response));
      response.on("error", () => {});
    });
    request.on("error", reject);
  });
}
