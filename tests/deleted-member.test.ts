import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { JOBS } from "#app/jobs.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { deleteAccount } from "#app/people/accounts/standing/delete-account.server.ts";
import { DELETION_GRACE_DAYS } from "#app/people/accounts/standing/account-restore.ts";
import { withdrawReviews } from "#app/people/reviews/write/deleted-author-reviews.server.ts";
import { readEnv } from "#app/platform/env.server.ts";

import { buildUser, NOW } from "./builders.ts";
import { BUSY_MARK, buildBusyMember, userReferenceColumns } from "./busy-member.ts";
import { queryRows } from "./query-rows.ts";
import { silentLog } from "./silent-log.ts";
import { test } from "./test-database.ts";

const GRACE_MS = DELETION_GRACE_DAYS * DAY_MS;

test("after the grace period, no table contains any data of a member who deleted their account", async ({ db }) => {
  await buildUser(db, { role: "admin" });
  const { member, listId, reviewId, other } = await buildBusyMember(db);
  const traces = [member.id, member.id.replaceAll("-", ""), listId, reviewId, BUSY_MARK];
  const named = await userReferenceColumns(db);
  const before = await tablesThatHold(db, traces);
  for (const { table } of named) {
    expect(before, `let buildBusyMember write to ${table}, or this test proves nothing of it`).toContain(table);
  }
  const votes = await votesFor(db, other.id);

  await db.transaction(async (tx) => {
    await deleteAccount(tx, { userId: member.id, now: NOW });
    await withdrawReviews(tx, member.id);
  });
  await runPurgeJob(db, new Date(NOW.getTime() + GRACE_MS - 1));
  expect(await tablesThatHold(db, [member.id])).toContain("users");
  await runPurgeJob(db, new Date(NOW.getTime() + GRACE_MS));

  expect(await tablesThatHold(db, traces)).toEqual([]);
  expect([votes, await votesFor(db, other.id)]).toEqual([1, 0]);
});

test("the search finds text in arrays, JSON and bytes", async ({ db }) => {
  await db.execute(sql`create temporary table hiding (words text[], told jsonb, raw bytea)`);
  for (const values of [
    sql`array['a', 'baumkuchen'], null, null`,
    sql`null, '{"deep": ["BAUMKUCHEN"]}', null`,
    sql`null, null, 'a baumkuchen'::bytea`,
  ]) {
    await db.execute(sql`truncate hiding`);
    await db.execute(sql`insert into hiding values (${values})`);
    expect(await tablesThatHold(db, ["Baumkuchen"])).toEqual(["hiding"]);
  }
});

async function runPurgeJob(db: Database, now: Date): Promise<void> {
  const job = JOBS.find(({ name }) => name === "purge-accounts");
  if (job === undefined) throw new Error("app/jobs.ts has no job that forgets accounts");
  await job.run({ db, env: readEnv({}), now, log: silentLog() });
}

const Table = z.object({ table: z.string() });
const Found = z.object({ found: z.boolean() });

/**
 * Which tables contain any of these texts, in any column and case. Compares PostgreSQL's text form of each row, which
 * includes every column type; also looks for the hex form of bytes.
 */
async function tablesThatHold(db: Database, texts: string[]): Promise<string[]> {
  const tables = z.array(Table).parse(
    await queryRows(
      db,
      sql`
      select quote_ident(table_schema) || '.' || quote_ident(table_name) as "table" from information_schema.tables
      where table_type in ('BASE TABLE', 'LOCAL TEMPORARY') and table_schema not in ('pg_catalog', 'information_schema')
      order by 1`,
    ),
  );
  expect(tables.length).toBeGreaterThan(30);
  const holding: string[] = [];
  for (const { table } of tables) {
    const patterns = texts.flatMap((text) => [text, hex(text), hex(text.toLowerCase())]);
    const isFound = sql.join(
      patterns.map((pattern) => sql`strpos(lower(t::text), ${pattern.toLowerCase()}) > 0`),
      sql` or `,
    );
    const [row] = await queryRows(db, sql`select exists (select 1 from ${sql.raw(table)} t where ${isFound}) as found`);
    if (Found.parse(row).found) holding.push(table.replace(/^.*\./, ""));
  }
  return holding;
}

function hex(text: string): string {
  return Buffer.from(text).toString("hex");
}

async function votesFor(db: Database, reviewId: string): Promise<number> {
  const rows = await queryRows(db, sql`select user_id from review_votes where review_id = ${reviewId}`);
  return rows.length;
}
