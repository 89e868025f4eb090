import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { eq } from "drizzle-orm";
import { expect, onTestFinished, vi } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { startOverpassDouble } from "#tests/overpass-double.ts";
import { test, workerDatabase } from "#tests/test-database.ts";

import { sourcesCommand } from "./sources.ts";

test("a source is listed, switched on, run with progress, and its status says what it brought", async ({ db }) => {
  const double = await startOverpassDouble();
  onTestFinished(double.close);
  double.setElements([
    { type: "node", id: 7, lat: 38.8973, lon: -76.9665, tags: { shop: "books", name: "Zebra Finch Books" } },
  ]);
  stubSettings({ OVERPASS_URL: double.url });

  expect(await run(db, ["list"])).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^osm +OpenStreetMap \(ODbL.*off/),
  });
  expect(await run(db, ["status"])).toMatchObject({ said: expect.stringMatching(/^osm: off\n {2}never run\n/) });
  expect(await run(db, ["run", "osm"])).toMatchObject({ code: 1, said: expect.stringContaining("Switch it on") });
  expect(double.queries).toEqual([]);
  expect((await run(db, ["on", "osm"])).said).toMatch(/is on\. You accept its license \(ODbL/);
  expect((await run(db, ["on", "osm"])).said).toContain("was on already");
  const done = await run(db, ["run", "osm"]);
  expect(done.code).toBe(0);
  expect(done.said).toMatch(/Fetched +1 record,[\s\S]*Imported +1 record\n[\s\S]*done, begun[\s\S]*1 new, 0 changed/);
  expect(await db.$count(places, eq(places.name, "Zebra Finch Books"))).toBe(1);
  expect((await run(db, ["status"])).said).toMatch(/^osm: on, next run \d{4}[\s\S]*1 record by 1 request/);
  expect((await run(db, ["off", "osm"])).said).toContain("is off");
});

test("a run that fails ends with code 1 and the reason", async ({ db }) => {
  const double = await startOverpassDouble();
  onTestFinished(double.close);
  double.answerNext((response) => response.end("<html>"));
  stubSettings({ OVERPASS_URL: double.url });
  await run(db, ["on", "osm"]);
  const failed = await run(db, ["run", "osm"]);

  expect(failed.code).toBe(1);
  expect(failed.said).toMatch(/failed, begun[\s\S]*didn’t answer as an Overpass server does/);
});

test.for([[[]], [["run"]], [["run", "nosuch"]], [["list", "osm"]], [["explode", "osm"]], [["run", "osm", "twice"]]])(
  "%s is refused with the usage and code 2",
  async ([words], { db }) => {
    expect(await run(db, words ?? [])).toMatchObject({ code: 2, said: expect.stringContaining("Usage: ") });
  },
);

/** Settings until the end of the test. */
function stubSettings(settings: Record<string, string>): void {
  const folder = mkdtempSync(join(tmpdir(), "rowhouse-sources-"));
  for (const [name, value] of Object.entries({ DATA_DIR: folder, LOG_LEVEL: "silent", ...settings })) {
    vi.stubEnv(name, value);
  }
  onTestFinished(() => void vi.unstubAllEnvs());
}

async function run(db: Database, words: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  const opened = { ...(await workerDatabase()), db };
  const code = await sourcesCommand({ opened, args: words, print: (line) => lines.push(line) });
  return { code, said: lines.join("\n") };
}
