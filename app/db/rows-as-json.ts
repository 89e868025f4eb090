import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/**
 * Many rows for `insert(table).select(...)` as one parameter: with one for every value, putting the statement together takes
 * longer than carrying it out. Every column that has no value in a row is null, whatever its default is.
 */
export function rowsAsJson<Table extends PgTable>(table: Table, rows: Table["$inferInsert"][]): SQL {
  const columns = writtenColumns(table);
  const json = rows.map((row: Record<string, unknown>) =>
    Object.fromEntries(columns.map(([key, { name }]) => [name, row[key] ?? null])),
  );
  const values = columns.map(([, column]) => {
    const value = sql.identifier(column.name);
    // Of a null inside of JSON the function makes the database's own.
    return column.notNull && column.getSQLType() === "jsonb" ? sql`coalesce(${value}, 'null'::jsonb)` : sql`${value}`;
  });
  return sql`select ${sql.join(values, sql`, `)}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(json)}::jsonb)`;
}

/** The whole statement, for tables that number their rows themselves: there the other way wants the numbers too. */
export function insertAsJson<Table extends PgTable>(table: Table, rows: Table["$inferInsert"][]): SQL {
  const names = writtenColumns(table).map(([, { name }]) => sql.identifier(name));
  return sql`insert into ${table} (${sql.join(names, sql`, `)}) ${rowsAsJson(table, rows)}`;
}

function writtenColumns(table: PgTable) {
  return Object.entries(getTableColumns(table)).filter(([, column]) => column.generatedIdentity?.type !== "always");
}
