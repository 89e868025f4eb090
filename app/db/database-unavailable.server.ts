import { DrizzleQueryError } from "drizzle-orm";
import { DatabaseError } from "pg";

/**
 * PostgreSQL's error classes and codes for a server that temporarily can't do its work.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const CLASSES: ReadonlySet<string> = new Set([
  // Connection exception: the server, or a pooler in front of it, lost its connection.
  "08",
  // Invalid authorization: the server refuses these credentials, for instance while its password is changed.
  "28",
  // Insufficient resources: disk full, out of memory, too many connections.
  "53",
]);
const CODES: ReadonlySet<string> = new Set([
  // read_only_sql_transaction: a standby that is about to take over.
  "25006",
  // invalid_catalog_name: the database doesn't exist, for instance during a restore.
  "3D000",
  // query_canceled: the statement timed out or an operator canceled it.
  "57014",
  // admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped, idle_session_timeout.
  "57P01",
  "57P02",
  "57P03",
  "57P04",
  "57P05",
  // idle_in_transaction_session_timeout and transaction_timeout: the connection is closed.
  "25P03",
  "25P04",
  // system_error, io_error.
  "58000",
  "58030",
]);

/** The operating system's error codes for connections. */
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
  // The socket of a server that isn't running.
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

/** Node's error codes for a connection that is already closed or isn't trusted. */
const NODE_CODES = /^(?:ERR_(?:STREAM|SOCKET|TLS|SSL)_|CERT_)/;

/** Messages without a code from the client itself: `pg` 8 and its pool. */
const CLIENT_MESSAGES: ReadonlySet<string> = new Set([
  "Cannot use a pool after calling end on the pool",
  "Client has encountered a connection error and is not queryable",
  "Client was closed and is not queryable",
  "Connection terminated",
  "Connection terminated due to connection timeout",
  "Connection terminated unexpectedly",
  "Query read timeout",
  // A server that is starting answers every TLS request with this.
  "The server does not support SSL connections",
  "There was an error establishing an SSL connection",
  "timeout exceeded when trying to connect",
  "timeout expired",
]);

/** The client's message when the server's answers are out of sequence. */
const OUT_OF_STEP = /^Received unexpected \w+ message from backend/;

/**
 * Whether an error means that the database is down, too slow or full, and not that the query is wrong. A retry may work
 * in a moment, so the response is 503 and not 500.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const seen = new Set<Error>();
  for (let each = error; each instanceof Error && !seen.has(each); each = each.cause) {
    seen.add(each);
    // Only errors of a statement count: a payment provider's server may be down too, which is unrelated.
    if (each instanceof DrizzleQueryError) return isUnavailableCause(each.cause);
  }
  return false;
}

function isUnavailableCause(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  if (cause instanceof DatabaseError) return CLASSES.has(code.slice(0, 2)) || CODES.has(code);
  if (SYSTEM_CODES.has(code) || NODE_CODES.test(code)) return true;
  return CLIENT_MESSAGES.has(cause.message) || OUT_OF_STEP.test(cause.message);
}
