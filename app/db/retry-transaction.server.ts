import type { Database } from "./database.server.ts";

/** PostgreSQL's error codes for a deadlock (40P01) and for a serialization failure (40001): a retry can succeed. */
const RETRYABLE_CODES: ReadonlySet<string> = new Set(["40P01", "40001"]);

/** Three failures in a row are no longer chance. */
const TRIES_MAX = 3;

/**
 * Runs a transaction and retries it after a deadlock or a serialization failure, for work that competes with
 * transactions that lock the same rows in another order.
 *
 * @param work Runs again from its beginning, so it must not do anything that a rollback doesn't undo.
 */
export async function retryTransaction<Result>(db: Database, work: (tx: Database) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (tries === TRIES_MAX || !RETRYABLE_CODES.has(postgresErrorCode(error) ?? "")) throw error;
    }
  }
}

/** PostgreSQL's code of an error that a query has thrown; null for any other error. */
export function postgresErrorCode(error: unknown): string | null {
  const cause = error instanceof Error ? error.cause : null;
  const hasCode = typeof cause === "object" && cause !== null && "code" in cause;
  return hasCode && typeof cause.code === "string" ? cause.code : null;
}
