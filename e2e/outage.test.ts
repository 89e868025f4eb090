import { Client } from "pg";
import { describe, expect, onTestFinished } from "vitest";
import { z } from "zod";

import { migrate } from "#app/db/migrate.server.ts";
import { openPostgres } from "#app/db/postgres.server.ts";
import { catalogueLoads } from "#app/db/schema/catalogue.ts";
import { catalogueDigest } from "#app/features/catalogue/catalogue-files.server.ts";
import { WAKE_CHANNEL } from "#app/platform/wake-job.server.ts";
import { startPostgres } from "#tests/real-postgres.ts";
import { silentLog } from "#tests/silent-log.ts";

import { CATALOGUE_FOLDER, MIGRATIONS_FOLDER } from "../cli/prepare-database.ts";
import { test as journey } from "./browser.ts";
import { type DatabaseGate, openGate } from "./database-gate.ts";
import { emptyFolder } from "./data-folder.ts";
import { cookieOf } from "./signed-in.ts";
import { type RunningSite, startSite } from "./site-process.ts";

const DATABASE = "rowhouse_outage";

/** What somebody asks for, and nobody else may read. */
const QUESTION = "near=38.907,-77.037&q=ostrich-feathers";
const SECRETS = /38\.907|ostrich/;

/** What only somebody who runs the site may be told of its insides. */
const INSIDES = /ECONNREFUSED|Connection terminated|Failed query|\bselect \\*"|postgres|node_modules|\.tsx?:\d/i;

type Stage = { site: RunningSite; gate: DatabaseGate; cookie: string };

/** A site whose database can go away: a real server, with no catalogue in it, since nothing is asked of that here. */
const test = journey.extend(
  "stage",
  { scope: "file" },
  async ({ browser: _browser }, { onCleanup }): Promise<Stage> => {
    const server = await startPostgres();
    const gate = await openGate(await emptyDatabase(server.url));
    const folder = emptyFolder();
    const site = await startSite(folder.path, { DATABASE_URL: gate.url });
    await hasBegunItsJobs(server.url);
    onCleanup(async () => {
      gate.open();
      await site.stop();
      await gate.close();
      await server.stop();
      folder.remove();
    });
    return { site, gate, cookie: await cookieOf("member", site.url) };
  },
);

describe("while the database is away", () => {
  test.for(["shut", "hush"] as const)("/readyz says so, and no longer once it is back (%s)", async (how, { stage }) => {
    const { site, gate } = stage;
    onTestFinished(() => isBack(stage));
    expect(await answerOf(site, "/readyz")).toMatchObject({ status: 200, text: "ready\n" });

    gate[how]();

    // The first may still be told of the connection that broke, the second finds none that works.
    for (const ask of [1, 2]) {
      const { status, text } = await answerOf(site, "/readyz");
      expect({ ask, status, text }).toEqual({ ask, status: 503, text: "the database does not answer\n" });
    }
    expect((await answerOf(site, "/healthz")).status, "the process itself lives").toBe(200);
    await isBack(stage);
  });

  test("a page that failed says so to a browser, with the number of its line in the log, and nothing of our insides", async ({
    stage,
    visit,
  }) => {
    const { site, gate } = stage;
    onTestFinished(() => isBack(stage));
    gate.shut();

    const page = await visit(`/food?${QUESTION}`, { site: site.url, status: 500 });
    const id = await page.locator("[data-request-id]").innerText();

    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("This page didn’t load.");
    expect(await page.getByRole("link", { name: "Try again" }).getAttribute("href")).toBe(
      "/food?near=38.907%2C-77.037",
    );
    expect(await page.content()).not.toMatch(INSIDES);
    expect(await lineOf(site, id)).toMatchObject({ msg: "A page failed", path: "/food" });
    expect(site.output()).not.toMatch(SECRETS);
  });

  test.for(["/search.json", "/food.data", "/category/food/feed.json"])(
    "%s tells a program nothing of our insides, and the log has the id of the answer",
    async (path, { stage }) => {
      onTestFinished(() => isBack(stage));
      stage.gate.shut();

      const { status, id, text } = await answerOf(stage.site, `${path}?${QUESTION}`, { accept: "application/json" });

      expect(status).toBe(500);
      expect(text).not.toMatch(INSIDES);
      expect(await lineOf(stage.site, id)).toMatchObject({ msg: "A page failed" });
      expect(stage.site.output()).not.toMatch(SECRETS);
    },
  );

  test.for(["text/html", "application/json"])(
    "whoever is signed in is told the id of the line in the log (%s)",
    async (accept, { stage }) => {
      const { site, gate, cookie } = stage;
      onTestFinished(() => isBack(stage));
      gate.shut();

      // Who asks is not known then, so no page could be made at all.
      const { status, id, text } = await answerOf(site, `/food?${QUESTION}`, { accept, cookie });

      expect(status).toBe(500);
      expect(text).toContain(accept === "text/html" ? `Reference ${id}` : `"requestId":"${id}"`);
      expect(text).not.toMatch(INSIDES);
      expect(await lineOf(site, id)).toMatchObject({ msg: "A request failed", path: "/food" });
      expect(site.output()).not.toMatch(SECRETS);
      expect(site.output()).not.toContain(cookie);
    },
  );
});

/** With its tables, and a note that the catalogue is loaded: reading it would take half a minute of a processor. */
async function emptyDatabase(serverUrl: string): Promise<string> {
  const admin = new Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`drop database if exists ${DATABASE} with (force)`);
  await admin.query(`create database ${DATABASE}`);
  await admin.end();
  const url = new URL(serverUrl);
  url.pathname = `/${DATABASE}`;
  const opened = openPostgres(url.href, silentLog());
  await migrate(opened, MIGRATIONS_FOLDER);
  await opened.db.insert(catalogueLoads).values({ digest: catalogueDigest(CATALOGUE_FOLDER), loadedAt: new Date() });
  await opened.close();
  return url.href;
}

/** The last thing that a start does, after it has said that the site is up: until then it needs the database. */
async function hasBegunItsJobs(serverUrl: string): Promise<void> {
  const admin = new Client({ connectionString: serverUrl });
  await admin.connect();
  const listening = "select 1 from pg_stat_activity where datname = $1 and query = $2";
  await expect
    .poll(async () => (await admin.query(listening, [DATABASE, `listen "${WAKE_CHANNEL}"`])).rowCount)
    .toBeGreaterThan(0);
  await admin.end();
}

async function isBack({ site, gate }: Stage): Promise<void> {
  gate.open();
  await expect.poll(async () => (await answerOf(site, "/readyz")).status).toBe(200);
}

async function answerOf(site: RunningSite, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(site.url + path, { headers });
  const id = response.headers.get("x-request-id") ?? "";
  return { status: response.status, id, text: await response.text() };
}

const LogLine = z.object({ requestId: z.string().optional(), msg: z.string(), path: z.string().optional() });

/** The line in the log with this id; it comes a moment after the answer. */
async function lineOf(site: RunningSite, requestId: string): Promise<z.infer<typeof LogLine> | undefined> {
  const find = () =>
    site
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => LogLine.parse(JSON.parse(line)))
      .find((line) => line.requestId === requestId);
  await expect.poll(find, { message: `a line of ${requestId}` }).toBeDefined();
  return find();
}
