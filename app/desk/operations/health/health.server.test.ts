import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { eq } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { operationRuns } from "#app/db/schema/operations.ts";
import { liveSources, sourceRuns } from "#app/db/schema/live-sources.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { NOW } from "#tests/builders.ts";
import { startMailServer } from "#tests/mail-server.ts";
import { startOpenidDouble } from "#tests/openid-double.ts";
import { test } from "#tests/test-database.ts";

import type { HealthStatus } from "./health-report.ts";
import { checkHealth } from "./health.server.ts";

const SECRETS = ["sk_test_Zwiebelfisch", "whsec_Zwiebelfisch", "client-Zwiebelfisch", "Zwiebelfisch"];

test("services that are not set up are reported as such, and the rest is OK", async ({ db }) => {
  const { answers, report } = await ask(db, {});

  expect(answers).toEqual({
    Database: "fine",
    "Uploaded files": "fine",
    Disk: expect.stringMatching(/^(fine|failing)$/),
    Mail: "off",
    Payments: "off",
    "Sign-in": "off",
    Backup: "fine",
    "Live sources": "fine",
  });
  expect(report.facts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["Uptime", "Node", "Database", "Database size", "Latest migration"]),
  );
  expect(report.facts.find(({ name }) => name === "Latest migration")?.value).toMatch(/^\d{4}-.*\.sql$/);
});

test("every service that is set up is checked, and no secret is reported", async ({ db }) => {
  const mail = await startMailServer();
  onTestFinished(mail.close);
  const openid = await startOpenidDouble("client");
  onTestFinished(openid.close);
  const messages: string[] = [];
  const stripe = await listen((request, response) => {
    messages.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  const settings = {
    SMTP_URL: mail.settings.smtpUrl,
    MAIL_FROM: mail.settings.from,
    GOOGLE_CLIENT_ID: "client",
    GOOGLE_CLIENT_SECRET: "client-Zwiebelfisch",
    OIDC_ISSUER: openid.issuer,
    STRIPE_SECRET_KEY: "sk_test_Zwiebelfisch",
    STRIPE_WEBHOOK_SECRET: "whsec_Zwiebelfisch",
    STRIPE_API_URL: stripe,
  };

  const { answers, report } = await ask(db, settings);

  expect(answers).toMatchObject({ Mail: "fine", Payments: "fine", "Sign-in": "fine" });
  expect(messages).toEqual(["GET /v1/prices?limit=1 Bearer sk_test_Zwiebelfisch"]);
  expect(mail.accepted).toEqual([]);
  for (const secret of SECRETS) expect(JSON.stringify(report)).not.toContain(secret);
});

test("a service that refuses, is unreachable or never answers is reported as failed, in time", async ({ db }) => {
  const silent = await listen(() => {});
  const refusing = await listen((_request, response) => response.writeHead(401).end());
  const lying = await listen((_request, response) =>
    response.end('{"issuer":"https://other.example","authorization_endpoint":"https://other.example/"}'),
  );
  const mail = await startMailServer();
  onTestFinished(mail.close);
  mail.setBehavior({ says: 554, at: "greeting", text: "No room" });
  const stripe = { STRIPE_SECRET_KEY: "sk_test_0123456789", STRIPE_WEBHOOK_SECRET: "whsec_0123456789" };
  const openid = { GOOGLE_CLIENT_ID: "client", GOOGLE_CLIENT_SECRET: "secret" };

  const first = await ask(db, {
    ...stripe,
    STRIPE_API_URL: refusing,
    ...openid,
    OIDC_ISSUER: lying,
    SMTP_URL: mail.settings.smtpUrl,
    MAIL_FROM: mail.settings.from,
  });
  const second = await ask(
    db,
    { ...stripe, STRIPE_API_URL: silent, ...openid, OIDC_ISSUER: "http://127.0.0.1:9" },
    400,
  );

  expect(first.said).toMatchObject({ Payments: "Stripe rejects our key.", Mail: expect.stringContaining("554") });
  expect(first.said["Sign-in"]).toContain("differs from");
  expect(second.said["Payments"]).toMatch(/No response/);
  expect(second.answers).toMatchObject({ Payments: "failing", "Sign-in": "failing" });
});

test("a live source that is on and failed at its last run is reported with the reason", async ({ db }) => {
  await db.insert(liveSources).values({ name: "osm", isOn: true, acceptedAt: NOW, nextRunAt: NOW });
  const run = { source: "osm", stage: "done", isWhole: true, endedAt: NOW } as const;
  const folder = `imports/2026-11-28/${randomUUID()}`;
  await db.insert(sourceRuns).values({ ...run, folder, startedAt: new Date(NOW.getTime() - 1_000) });
  const before = await ask(db, {});
  const problem = "overpass.example can’t be reached.";
  await db.insert(sourceRuns).values({ ...run, folder, stage: "failed", problem, startedAt: NOW });
  const failing = await ask(db, {});
  await db.update(liveSources).set({ isOn: false }).where(eq(liveSources.name, "osm"));

  expect(before.answers).toMatchObject({ "Live sources": "fine" });
  expect(failing.answers).toMatchObject({ "Live sources": "failing" });
  expect(failing.said["Live sources"]).toBe(`OpenStreetMap: ${problem}`);
  expect((await ask(db, {})).answers).toMatchObject({ "Live sources": "fine" });
});

test("a backup that is more than two days old, or that failed, is reported", async ({ db }) => {
  const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);
  const run = { operation: "back-up", requestId: "nightly-1", startedAt: NOW, finishedAt: NOW } as const;
  const add = (at: Date, state: "done" | "failed") =>
    db.insert(operationRuns).values({ ...run, state, requestedAt: at, outcome: "No room on the disk." });
  const none = await ask(db, {});
  await add(hoursAgo(50), "done");
  const old = await ask(db, {});
  await add(hoursAgo(4), "done");
  const fresh = await ask(db, {});
  await add(hoursAgo(1), "failed");
  const failed = await ask(db, {});

  expect([none, old, fresh, failed].map(({ answers }) => answers["Backup"])).toEqual([
    "fine",
    "failing",
    "fine",
    "failing",
  ]);
  expect(none.said["Backup"]).toContain("None yet");
  expect(old.said["Backup"]).toContain("2 d 2 h old");
  expect(failed.said["Backup"]).toContain("No room on the disk.");
});

/** The test's servers answer as fast as the machine allows; only the test of silent servers sets a limit. */
async function ask(db: Database, settings: Record<string, string>, answerMsMax = 60_000) {
  const dataDir = mkdtempSync(join(tmpdir(), "rowhouse-health-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  mkdirSync(join(dataDir, "uploads"));
  const env = readEnv({ ...settings, DATA_DIR: dataDir });
  const report = await checkHealth({ db, env, now: NOW, answerMsMax });
  const answers: Record<string, HealthStatus> = Object.fromEntries(
    report.checks.map(({ name, status: answer }) => [name, answer]),
  );
  const said: Record<string, string> = Object.fromEntries(report.checks.map((line) => [line.name, line.detail]));
  return { report, answers, said };
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return `http://127.0.0.1:${address.port}`;
}
