import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/** The `set` of a bulk upsert: each named column is set to the value that its row was to be inserted with. */
export function excludedColumns(table: PgTable, names: Iterable<string>): Record<string, SQL> {
  const columns = getTableColumns(table);
  return Object.fromEntries(
    [...names].map((name) => {
      const column = columns[name];
      if (column === undefined) throw new Error(`The table has no column ${name}`);
      return [name, sql`excluded.${sql.identifier(column.name)}`];
    }),
  );
}
