import type { Database } from "./database.server.ts";

/**
 * PostgreSQL's codes of a transaction that gave way to another one: they waited for each other's rows (40P01), or what it
 * read was changed before it was done (40001). Begun anew it finds the way free.
 */
const GAVE_WAY: ReadonlySet<string> = new Set(["40P01", "40001"]);

/** Whoever gives way three times in a row meets something other than chance. */
const TRIES_MAX = 3;

/**
 * A transaction that is tried again when it had to give way to another one, for work that meets others who lock the same rows
 * in another order.
 *
 * @param work Is run anew from its beginning, so it does nothing that a rollback doesn't take back.
 */
export async function retriedTransaction<Result>(
  db: Database,
  work: (tx: Database) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (tries === TRIES_MAX || !GAVE_WAY.has(databaseCode(error) ?? "")) throw error;
    }
  }
}

/** PostgreSQL's code of an error that a query has thrown; null for any other error. */
export function databaseCode(error: unknown): string | null {
  const cause = error instanceof Error ? error.cause : null;
  const hasCode = typeof cause === "object" && cause !== null && "code" in cause;
  return hasCode && typeof cause.code === "string" ? cause.code : null;
}
