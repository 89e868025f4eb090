import { sql } from "drizzle-orm";
import { expect, test } from "vitest";

import { freshDatabase } from "#tests/fresh-database.ts";
import { queryRows } from "#tests/query-rows.ts";

import type { Database } from "./database.server.ts";
import { retryTransaction } from "./retry-transaction.server.ts";

test.each([
  ["a deadlock", "40P01"],
  ["a serialization failure", "40001"],
])("work that fails by %s is retried once, and its first attempt is rolled back", async (_name, code) => {
  const [{ db }] = await freshDatabase();
  await db.execute(sql`create table words (word text not null)`);
  let tries = 0;

  const result = await retryTransaction(db, async (tx) => {
    tries += 1;
    await tx.execute(sql`insert into words values (${`try ${tries}`})`);
    if (tries === 1) await raise(tx, code);
    return "done";
  });

  expect(result).toBe("done");
  expect(await queryRows(db, sql`select word from words`)).toEqual([{ word: "try 2" }]);
});

test("work that keeps failing by deadlock is given up after three attempts, and any other error fails at once", async () => {
  const [{ db }] = await freshDatabase();
  let [tries, others] = [0, 0];

  const deadlocking = retryTransaction(db, async (tx) => {
    tries += 1;
    await raise(tx, "40P01");
  });
  await expect(deadlocking).rejects.toMatchObject({ cause: { code: "40P01" } });
  const other = retryTransaction(db, async (tx) => {
    others += 1;
    await raise(tx, "23505");
  });
  await expect(other).rejects.toMatchObject({ cause: { code: "23505" } });

  expect([tries, others]).toEqual([3, 1]);
});

test("two transactions that lock the same rows in different orders both succeed", async () => {
  const [one, other] = await freshDatabase();
  await one.db.execute(sql`create table doors (name text primary key, opened integer not null default 0)`);
  await one.db.execute(sql`insert into doors values ('east'), ('west')`);
  const arrive = rendezvous(2);
  const open = (db: Database, doors: readonly string[]) => {
    let tries = 0;
    return retryTransaction(db, async (tx) => {
      tries += 1;
      for (const [index, door] of doors.entries()) {
        await tx.execute(sql`update doors set opened = opened + 1 where name = ${door}`);
        if (index === 0 && tries === 1) await arrive();
      }
    });
  };

  await Promise.all([open(one.db, ["east", "west"]), open(other.db, ["west", "east"])]);

  expect(await queryRows(one.db, sql`select opened from doors`)).toEqual([{ opened: 2 }, { opened: 2 }]);
});

function raise(db: Database, code: string) {
  return db.execute(sql.raw(`do $$ begin raise exception 'gave way' using errcode = '${code}'; end $$`));
}

/** Callers wait until `expected` of them have arrived. */
function rendezvous(expected: number): () => Promise<void> {
  const all = Promise.withResolvers<void>();
  let here = 0;
  return () => {
    here += 1;
    if (here === expected) all.resolve();
    return all.promise;
  };
}
