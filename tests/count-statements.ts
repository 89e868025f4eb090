import type { Database } from "#app/db/database.server.ts";

/** Methods that start a statement. A subquery counts too, so the count may be too high but never too low. */
const STATEMENT_METHODS = new Set<string | symbol>(["select", "selectDistinct", "execute", "$count"]);

/** The same database, with a count of its statements. */
export function countStatements(db: Database): { db: Database; statements: { count: number } } {
  const statements = { count: 0 };
  const counting = new Proxy(db, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== "function") return value;
      if (STATEMENT_METHODS.has(key)) statements.count += 1;
      return (...given: unknown[]): unknown => Reflect.apply(value, target, given);
    },
  });
  return { db: counting, statements };
}
