import { DrizzleQueryError } from "drizzle-orm";
import { DatabaseError } from "pg";
import { expect, test } from "vitest";

import { isDatabaseUnavailable } from "./database-unavailable.server.ts";

const serverError = (code: string) => Object.assign(new DatabaseError("said", 4, "error"), { code });
const systemError = (code: string) => Object.assign(new Error("met"), { code });
const queryError = (cause: Error) => new DrizzleQueryError("select 1", [], cause);

test.each(["08006", "08P01", "25006", "28P01", "3D000", "53100", "53200", "53300", "57014", "57P01", "57P03", "58030"])(
  "the database is unavailable if the server reports %s",
  (code) => {
    expect(isDatabaseUnavailable(queryError(serverError(code)))).toBe(true);
  },
);

test.each(["22P02", "23505", "40001", "42601", "42P01", "P0001", "XX000"])(
  "the database is not unavailable if the server reports %s: a retry would not help",
  (code) => {
    expect(isDatabaseUnavailable(queryError(serverError(code)))).toBe(false);
  },
);

test.each([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOENT",
  "EAI_AGAIN",
  "ERR_STREAM_DESTROYED",
  "CERT_HAS_EXPIRED",
])("a connection error %s is the database's if a statement failed with it, and another server's otherwise", (code) => {
  expect(isDatabaseUnavailable(queryError(systemError(code)))).toBe(true);
  expect(isDatabaseUnavailable(systemError(code))).toBe(false);
  expect(isDatabaseUnavailable(new Error("The payment provider is down", { cause: systemError(code) }))).toBe(false);
});

test.each([
  "Connection terminated unexpectedly",
  "Query read timeout",
  "Client has encountered a connection error and is not queryable",
  "timeout exceeded when trying to connect",
  "Received unexpected commandComplete message from backend.",
])("the database is unavailable if the client reports %j", (message) => {
  expect(isDatabaseUnavailable(queryError(new Error(message)))).toBe(true);
  expect(isDatabaseUnavailable(new Error(message))).toBe(false);
});

test("the cause is found when another error wraps a failed statement", () => {
  const wrapped = new Error("The place could not be saved", { cause: queryError(systemError("ECONNRESET")) });

  expect(isDatabaseUnavailable(wrapped)).toBe(true);
});

test("a bug in our own code doesn't count as an unavailable database", () => {
  expect(isDatabaseUnavailable(queryError(new TypeError("x is not a function")))).toBe(false);
  expect(isDatabaseUnavailable(new TypeError("x is not a function"))).toBe(false);
  expect(isDatabaseUnavailable("ECONNREFUSED")).toBe(false);
});
