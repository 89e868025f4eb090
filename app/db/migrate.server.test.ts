import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";

import { SettingError } from "#app/lib/setting-error.ts";
import { freshDatabase } from "#tests/fresh-database.ts";
import { queryRows } from "#tests/query-rows.ts";

import { MIGRATIONS_FOLDER } from "../../cli/prepare-database.ts";
import type { OpenedDatabase } from "./database.server.ts";
import { migrate } from "./migrate.server.ts";

test("an empty database gets every table, and a second start has nothing to do", async () => {
  const [opened] = await freshDatabase();

  const first = await migrate(opened, MIGRATIONS_FOLDER);
  const second = await migrate(opened, MIGRATIONS_FOLDER);

  expect(first[0]).toBe("0001-core.sql");
  expect(second).toEqual([]);
  expect(await tablesOf(opened)).toEqual(expect.arrayContaining(["places", "posts", "schema_migrations"]));
});

test("only new migrations are applied, in the order of their names", async () => {
  const [opened] = await freshDatabase();
  const folder = folderWith({ "0001_a.sql": "create table a (n int)" });
  await migrate(opened, folder);

  writeFileSync(join(folder, "0010_c.sql"), "alter table a rename column m to k");
  writeFileSync(join(folder, "0002_b.sql"), "alter table a rename column n to m");
  writeFileSync(join(folder, "notes.txt"), "not SQL");
  const applied = await migrate(opened, folder);

  expect(applied).toEqual(["0002_b.sql", "0010_c.sql"]);
});

test("a migration that was changed after it was applied is refused, and no new migration is applied with it", async () => {
  const [opened] = await freshDatabase();
  const folder = folderWith({ "0001_a.sql": "create table a (n int)" });
  await migrate(opened, folder);

  writeFileSync(join(folder, "0001_a.sql"), "create table a (n bigint)");
  writeFileSync(join(folder, "0002_b.sql"), "create table b (n int)");
  const again = migrate(opened, folder);

  await expect(again).rejects.toThrow(/0001_a\.sql was changed after it was applied.*append-only/);
  expect(await tablesOf(opened)).toEqual(["a", "schema_migrations"]);
});

test("a migration that is missing from the folder is refused", async () => {
  const [opened] = await freshDatabase();
  const folder = folderWith({ "0001_a.sql": "create table a (n int)", "0002_b.sql": "create table b (n int)" });
  await migrate(opened, folder);

  rmSync(join(folder, "0001_a.sql"));
  const again = migrate(opened, folder);

  await expect(again).rejects.toThrow(/0001_a\.sql is missing, but this database has it.*append-only/);
});

test("a database from before the baseline is refused, and the message says what to do", async () => {
  const [opened] = await freshDatabase();
  await migrate(opened, folderWith({ "0001_guide.sql": "create table places (id bigint)" }));

  const again = migrate(opened, MIGRATIONS_FOLDER);

  await expect(again).rejects.toThrow(SettingError);
  await expect(again).rejects.toThrow(/before the baseline.*DATA_DIR or DATABASE_URL.*backup restore FILE --replace/);
  expect(await tablesOf(opened)).toEqual(["places", "schema_migrations"]);
});

test("a broken migration leaves nothing behind, not even valid ones before it, and all apply once it is fixed", async () => {
  const [opened] = await freshDatabase();
  const folder = folderWith({
    "0001_a.sql": "create table a (n int)",
    "0002_b.sql": "create table b (n int); insert into b values (1); create table c (n nonsense);",
  });

  await expect(migrate(opened, folder)).rejects.toThrow("nonsense");
  const left = await tablesOf(opened);
  writeFileSync(join(folder, "0002_b.sql"), "create table b (n int)");
  const applied = await migrate(opened, folder);

  expect(left).toEqual([]);
  expect(applied).toEqual(["0001_a.sql", "0002_b.sql"]);
});

test("two instances that start at once both come up, and each migration is applied once", async () => {
  const [one, other] = await freshDatabase();
  const folder = folderWith({
    "0001_a.sql": "create table a (n int)",
    "0002_b.sql": "insert into a values (1); select pg_sleep(0.2);",
  });

  const applied = await Promise.all([migrate(one, folder), migrate(other, folder)]);

  expect(applied.toSorted((a, b) => a.length - b.length)).toEqual([[], ["0001_a.sql", "0002_b.sql"]]);
  expect(await queryRows(one.db, sql`select n from a`)).toEqual([{ n: 1 }]);
});

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "rowhouse-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

async function tablesOf({ db }: OpenedDatabase): Promise<unknown[]> {
  const rows = await queryRows(db, sql`select tablename from pg_tables where schemaname = 'public' order by tablename`);
  return rows.map(({ tablename }) => tablename);
}
