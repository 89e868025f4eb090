import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { afterAll, expect, onTestFinished, test } from "vitest";

import { rowsOf } from "#tests/rows-of.ts";
import { silentLog } from "#tests/silent-log.ts";
import { testEngine, workerTemplate } from "#tests/test-engine.ts";

import { DatabaseHeldError, EMBEDDED_EXTENSIONS, openEmbedded } from "./embedded.server.ts";

/** Making a database takes seconds, and longer than any test may on a busy machine; each test copies this one. */
const prepared = await prepareFolder();
afterAll(() => rmSync(prepared, { recursive: true }));

test("a second opener of a held folder is told so, and the first goes on working", async () => {
  const dataDir = dataFolder();
  const first = await openEmbedded(dataDir, silentLog());
  onTestFinished(() => first.close());

  const second = openEmbedded(dataDir, silentLog());

  await expect(second).rejects.toThrow(DatabaseHeldError);
  await expect(second).rejects.toThrow(`DATA_DIR: ${dataDir} is held by a running Rowhouse; stop it first`);
  expect(await rowsOf(first.db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

test("a folder that was closed opens again with its rows", async () => {
  const dataDir = dataFolder();
  const before = await openEmbedded(dataDir, silentLog());
  await before.db.execute(sql`create table kept (word text)`);
  await before.db.execute(sql`insert into kept values ('rowhouse')`);
  await before.close();

  const after = await openEmbedded(dataDir, silentLog());
  onTestFinished(() => after.close());

  expect(await rowsOf(after.db, sql`select word from kept`)).toEqual([{ word: "rowhouse" }]);
});

test("a killed process lets go of the folder, and what it had committed is there", async () => {
  const dataDir = dataFolder();
  const holder = await startHolder(dataDir);
  await expect(openEmbedded(dataDir, silentLog())).rejects.toThrow(DatabaseHeldError);

  holder.kill("SIGKILL");
  await once(holder, "exit");
  const opened = await openEmbedded(dataDir, silentLog());
  onTestFinished(() => opened.close());

  expect(await rowsOf(opened.db, sql`select word from kept`)).toEqual([{ word: "committed" }]);
});

/** Another process that opens the folder, writes a row and then does nothing. */
async function startHolder(dataDir: string) {
  const program = `
    import { pino } from "pino";
    import { sql } from "drizzle-orm";
    import { openEmbedded } from "#app/db/embedded.server.ts";
    const { db } = await openEmbedded(${JSON.stringify(dataDir)}, pino({ level: "silent" }));
    await db.execute(sql\`create table kept (word text)\`);
    await db.execute(sql\`insert into kept values ('committed')\`);
    console.log("held");
    setInterval(() => {}, 60_000);`;
  const holder = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void holder.kill("SIGKILL"));
  const [said] = await Promise.race([once(holder.stdout, "data"), once(holder, "exit")]);
  if (!String(said).startsWith("held")) throw new Error(`The holder ended early: ${String(said)}`);
  return holder;
}

/** A data folder of this test's own. */
function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "rowhouse-embedded-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(prepared, folder, { recursive: true });
  return folder;
}

async function prepareFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "rowhouse-prepared-"));
  const template = testEngine() === "embedded" ? { loadDataDir: await workerTemplate() } : {};
  const client = await PGlite.create(join(folder, "postgres"), { ...template, extensions: EMBEDDED_EXTENSIONS });
  await client.close();
  return folder;
}
