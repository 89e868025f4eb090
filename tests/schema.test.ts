import { is, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect } from "vitest";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { schema } from "#app/db/schema.ts";

import { queryRows } from "./query-rows.ts";
import { test } from "./test-database.ts";

const Column = z.object({ table: z.string(), column: z.string(), type: z.string(), isRequired: z.boolean() });

test("the columns of the schema files are exactly those of the database, with the same types and nullability", async ({
  db,
}) => {
  const inDatabase = await databaseColumns(db);
  const inSchema = schemaColumns();

  expect(inSchema.length).toBeGreaterThan(100);
  expect(inDatabase.filter(({ table }) => table !== "schema_migrations")).toEqual(inSchema);
});

test("every primary key of the schema files is the database's", async ({ db }) => {
  const rows = await queryRows(
    db,
    sql`
    select conrelid::regclass::text as "table", string_agg(a.attname, ',' order by a.attname) as columns
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'p' and c.connamespace = 'public'::regnamespace and conrelid::regclass::text <> 'schema_migrations'
    group by conrelid order by 1`,
  );

  expect(rows).toEqual(schemaKeys());
});

async function databaseColumns(db: Database) {
  const rows = await queryRows(
    db,
    sql`
    select c.table_name as "table", c.column_name as "column", format_type(a.atttypid, a.atttypmod) as type,
      c.is_nullable = 'NO' as "isRequired"
    from information_schema.columns c
    join pg_attribute a on a.attrelid = c.table_name::regclass and a.attname = c.column_name
    where c.table_schema = 'public'`,
  );
  return sorted(z.array(Column).parse(rows));
}

function schemaColumns() {
  return sorted(
    tables().flatMap(({ name, columns }) =>
      columns.map((column) => ({
        table: name,
        column: column.name,
        type: column.getSQLType(),
        isRequired: column.notNull,
      })),
    ),
  );
}

function schemaKeys() {
  return tables()
    .map(({ name, columns, primaryKeys }) => {
      const own = columns.filter(({ primary }) => primary);
      const key = [...own, ...primaryKeys.flatMap((each) => each.columns)].map((column) => column.name);
      return { table: name, columns: key.toSorted().join() };
    })
    .toSorted((a, b) => (a.table < b.table ? -1 : 1));
}

function tables() {
  return Object.values(schema).flatMap((table) => (is(table, PgTable) ? [getTableConfig(table)] : []));
}

function sorted(columns: z.infer<typeof Column>[]): z.infer<typeof Column>[] {
  const key = ({ table, column }: z.infer<typeof Column>) => `${table}.${column}`;
  return columns.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}
