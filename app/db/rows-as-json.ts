import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/**
 * Many rows for `insert(table).select(...)` as one parameter, because building a statement with one per value is slow.
 * Missing values become null, whatever the column's default is.
 */
export function rowsAsJson<Table extends PgTable>(table: Table, rows: Table["$inferInsert"][]): SQL {
  const columns = writtenColumns(table);
  const json = rows.map((row: Record<string, unknown>) =>
    Object.fromEntries(columns.map(([key, { name }]) => [name, row[key] ?? null])),
  );
  const values = columns.map(([, column]) => {
    const value = sql.identifier(column.name);
    // jsonb_populate_recordset turns a JSON null into an SQL null.
    return column.notNull && column.getSQLType() === "jsonb" ? sql`coalesce(${value}, 'null'::jsonb)` : sql`${value}`;
  });
  return sql`select ${sql.join(values, sql`, `)}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(json)}::jsonb)`;
}

/**
 * The whole insert statement, for tables with identity columns: `insert(table).select(...)` would require values for
 * these too.
 */
export function insertAsJson<Table extends PgTable>(table: Table, rows: Table["$inferInsert"][]): SQL {
  const names = writtenColumns(table).map(([, { name }]) => sql.identifier(name));
  return sql`insert into ${table} (${sql.join(names, sql`, `)}) ${rowsAsJson(table, rows)}`;
}

function writtenColumns(table: PgTable) {
  return Object.entries(getTableColumns(table)).filter(([, column]) => column.generatedIdentity?.type !== "always");
}
