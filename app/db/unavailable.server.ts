import { DrizzleQueryError } from "drizzle-orm";
import { DatabaseError } from "pg";

/**
 * What PostgreSQL says when it can't do what it does at other times: whole classes and single codes.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const CLASSES: ReadonlySet<string> = new Set([
  // Connection exception: the server, or a pooler before it, lost what it talks to.
  "08",
  // Invalid authorization: the server takes nobody by these settings, as while its password is changed.
  "28",
  // Insufficient resources: disk full, out of memory, too many connections.
  "53",
]);
const CODES: ReadonlySet<string> = new Set([
  // read_only_sql_transaction: a standby that is about to take over.
  "25006",
  // invalid_catalog_name: the database isn't there, as while it is restored.
  "3D000",
  // query_canceled: longer than a statement may take, or an operator's hand.
  "57014",
  // admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped, idle_session_timeout.
  "57P01",
  "57P02",
  "57P03",
  "57P04",
  "57P05",
  // idle_in_transaction_session_timeout and transaction_timeout: the connection is gone.
  "25P03",
  "25P04",
  // system_error, io_error.
  "58000",
  "58030",
]);

/** What the operating system says of a connection. */
const SYSTEM_CODES: ReadonlySet<string> = new Set([
  "EACCES",
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "EMFILE",
  "ENETDOWN",
  "ENETUNREACH",
  "ENFILE",
  // The socket of a server that is not running.
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

/** What Node says of a connection that it has closed already, and of one that it doesn't trust. */
const NODE_CODES = /^(?:ERR_(?:STREAM|SOCKET|TLS|SSL)_|CERT_)/;

/** What the client says by itself of a connection, without a code: `pg` 8 and its pool. */
const CLIENT_SAYS: ReadonlySet<string> = new Set([
  "Cannot use a pool after calling end on the pool",
  "Client has encountered a connection error and is not queryable",
  "Client was closed and is not queryable",
  "Connection terminated",
  "Connection terminated due to connection timeout",
  "Connection terminated unexpectedly",
  "Query read timeout",
  // A server that is starting answers so to whoever asks for TLS.
  "The server does not support SSL connections",
  "There was an error establishing an SSL connection",
  "timeout exceeded when trying to connect",
  "timeout expired",
]);

/** What it says of a server whose answers it can follow no longer. */
const OUT_OF_STEP = /^Received unexpected \w+ message from backend/;

/**
 * Whether a failure means that the database is away, too slow or full, and not that something is wrong with what it was
 * asked. The same may work in a moment, so the answer is 503 and not 500.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const seen = new Set<Error>();
  for (let each = error; each instanceof Error && !seen.has(each); each = each.cause) {
    seen.add(each);
    // Only what a statement has met: a payment provider's server may be down as well, and that is another matter.
    if (each instanceof DrizzleQueryError) return saysUnavailable(each.cause);
  }
  return false;
}

function saysUnavailable(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  if (cause instanceof DatabaseError) return CLASSES.has(code.slice(0, 2)) || CODES.has(code);
  if (SYSTEM_CODES.has(code) || NODE_CODES.test(code)) return true;
  return CLIENT_SAYS.has(cause.message) || OUT_OF_STEP.test(cause.message);
}
