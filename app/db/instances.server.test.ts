import { sql } from "drizzle-orm";
import { expect, test } from "vitest";

import { freshDatabase } from "#tests/fresh-database.ts";
import { queryRows } from "#tests/query-rows.ts";

test("every instance receives a message that one instance sends", async () => {
  const [one, other] = await freshDatabase();
  const received: string[] = [];
  await one.listen("news", { onMessage: (payload) => received.push(`one ${payload}`), onGap: () => {} });
  await other.listen("news", { onMessage: (payload) => received.push(`other ${payload}`), onGap: () => {} });

  await one.db.execute(sql`select pg_notify('news', 'hello')`);
  await until(() => received.length === 2);

  expect(received.toSorted()).toEqual(["one hello", "other hello"]);
});

test("a listener whose connection broke is notified of the gap and then receives each message once", async () => {
  const [listening, sending] = await freshDatabase();
  const received: string[] = [];
  let gaps = 0;
  const onGap = () => {
    gaps += 1;
  };
  await listening.listen("news", { onMessage: (payload) => received.push(payload), onGap });

  const broken = await queryRows(
    sending.db,
    sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()`,
  );
  await until(() => gaps === broken.length);
  await sending.db.execute(sql`select pg_notify('news', 'after')`);
  await until(() => received.length > 0);

  expect(broken).toHaveLength(1);
  expect(received).toEqual(["after"]);
});

test("exclusive work waits for the other instance's exclusive work and sees what it wrote", async () => {
  const [one, other] = await freshDatabase();
  await one.db.execute(sql`create table loads (instance text not null)`);
  const started = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();

  const first = one.runExclusively(async (db) => {
    started.resolve();
    await gate.promise;
    await db.execute(sql`insert into loads values ('one')`);
  });
  await started.promise;
  const second = other.runExclusively(async (db) => queryRows(db, sql`select instance from loads`));
  await new Promise((resolve) => setTimeout(resolve, 50));
  gate.resolve();
  await first;

  expect(await second).toEqual([{ instance: "one" }]);
});

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 5));
}
