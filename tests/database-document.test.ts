import { readFileSync } from "node:fs";

import { getTableName, type SQL, sql } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { readMigrations } from "#app/db/migrate.server.ts";
import { schema } from "#app/db/schema.ts";

import { TABLE_OWNERS } from "../architecture.ts";
import { MIGRATIONS_FOLDER } from "../cli/prepare-database.ts";
import { queryRows } from "./query-rows.ts";
import { test } from "./test-database.ts";

const MIGRATIONS = readMigrations(MIGRATIONS_FOLDER);

/** The rows of all tables in docs/database.md whose first column has this title: in each cell, the names in backticks. */
function documentRows(title: string): { text: string; names: string[] }[][] {
  let columns = "";
  return readFileSync("docs/database.md", "utf8")
    .split("\n")
    .flatMap((line, at, lines) => {
      if (lines[at + 1]?.startsWith("|---") === true) columns = line;
      if (!line.startsWith("| ") || line === columns || !columns.startsWith(`| ${title} |`)) return [];
      const cells = line.slice(2, -2).split(" | ");
      return [cells.map((text) => ({ text, names: [...text.matchAll(/`([\w-]+)`/g)].map(([, name]) => name ?? "") }))];
    });
}

/** The last migration that creates something: later ones replace functions. */
function lastFileWith(statement: string): string | undefined {
  const pattern = new RegExp(`^create (?:or replace )?${statement}\\b`, "m");
  return MIGRATIONS.findLast(({ text }) => pattern.test(text))?.name.replace(/\.sql$/, "");
}

test("docs/database.md lists each table of the database once, under the slice that owns it", async ({ db }) => {
  const listed = documentRows("Slice").flatMap(([slice, tables]) =>
    (tables?.names ?? []).map((table) => ({ table, slice: slice?.text })),
  );

  const inDatabase = await namesIn(
    db,
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname <> 'schema_migrations'`,
  );
  const owners = Object.entries(schema).map(([name, table]) => [getTableName(table), TABLE_OWNERS[name]]);
  expect(listed.map(({ table }) => table).toSorted()).toEqual(inDatabase);
  expect(Object.fromEntries(listed.map(({ table, slice }) => [table, slice]))).toEqual(Object.fromEntries(owners));
});

test("docs/database.md lists each function of the database once, with the last file that defines it", async ({
  db,
}) => {
  const listed = documentRows("Function").map(([name, file]) => ({ name: name?.names[0], file: file?.names[0] }));

  const inDatabase = await namesIn(
    db,
    sql`select proname as name from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  );
  expect(listed.map(({ name }) => String(name)).toSorted()).toEqual(inDatabase);
  expect(listed).toEqual(listed.map(({ name }) => ({ name, file: lastFileWith(`function ${name}`) })));
});

test("docs/database.md lists each trigger of the database once, with its table and the last file that defines it", async ({
  db,
}) => {
  const listed = documentRows("Trigger").flatMap(([triggers, table, file]) =>
    (triggers?.names ?? []).map((name) => ({ name, table: table?.names[0], file: file?.names[0] })),
  );

  const inDatabase = await namesIn(
    db,
    sql`select tgname || ' on ' || tgrelid::regclass::text as name from pg_trigger t
      join pg_class c on c.oid = t.tgrelid and c.relnamespace = 'public'::regnamespace
      where not tgisinternal`,
  );
  expect(listed.map(({ name, table }) => `${name} on ${table}`).toSorted()).toEqual(inDatabase);
  expect(listed).toEqual(listed.map((each) => ({ ...each, file: lastFileWith(`trigger ${each.name}`) })));
});

test("docs/database.md names for each function every trigger and function that calls it", async ({ db }) => {
  const listed = documentRows("Function").map(([name, , , callers]) => ({
    name: name?.names[0],
    callers: callers?.names.toSorted(),
  }));

  const bodies = await queryRows(
    db,
    sql`select proname as caller, prosrc as text from pg_proc where pronamespace = 'public'::regnamespace
      union all select tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`,
  );
  const callersOf = (name: string | undefined) =>
    bodies.filter(({ text }) => new RegExp(`\\b${name}\\(`).test(String(text))).map(({ caller }) => String(caller));
  expect(listed).toEqual(listed.map(({ name }) => ({ name, callers: callersOf(name).toSorted() })));
});

async function namesIn(db: Database, query: SQL): Promise<string[]> {
  return (await queryRows(db, query)).map(({ name }) => String(name)).toSorted();
}
