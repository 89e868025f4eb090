import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { z } from "zod";

import { queryRows } from "#tests/query-rows.ts";
import { test } from "#tests/test-database.ts";

import { readDatabaseClock } from "./database-clock.server.ts";

test("the database clock is the same for every process, whatever the process's own clock says, and keeps advancing", async ({
  db,
}) => {
  // The whole test runs in one transaction, in which the database's now() stands still.
  const [row] = await queryRows(db, sql`select round(extract(epoch from now()) * 1000) as at`);
  const at = z.coerce.number().parse(row?.at);
  let own = Date.parse("2030-01-01T12:00:00Z");

  const early = await readDatabaseClock(db, () => own - 60 * 60_000);
  const late = await readDatabaseClock(db, () => own);

  expect([early().getTime(), late().getTime()]).toEqual([at, at]);
  own += 5_000;
  expect([early().getTime(), late().getTime()]).toEqual([at + 5_000, at + 5_000]);
});
