import { sql } from "drizzle-orm";
import { Client } from "pg";
import { beforeAll, expect, onTestFinished, test } from "vitest";

import { openDatabaseGate } from "#tests/database-gate.ts";
import { queryRows } from "#tests/query-rows.ts";
import { silentLog } from "#tests/silent-log.ts";
import { workerDatabaseUrl } from "#tests/test-server.ts";

import type { Database, OpenedDatabase } from "./database.server.ts";
import { openPostgres } from "./postgres.server.ts";
import { isDatabaseUnavailable } from "./database-unavailable.server.ts";

/** One more than the pool has connections: if each failure leaked a connection, the next would get none. */
const FAILURES = 11;

let databaseUrl = "";

beforeAll(async () => {
  databaseUrl = await workerDatabaseUrl("pool", "template1");
});

function opened(): OpenedDatabase {
  const database = openPostgres(databaseUrl, silentLog(), "trial site");
  onTestFinished(() => database.close());
  return database;
}

test("a connection that breaks between two statements fails its transaction and nothing else", async () => {
  const { db } = opened();

  for (let time = 0; time < FAILURES; time += 1) {
    const failing = db.transaction(async (tx) => {
      await endConnection(tx);
      await tx.execute(sql`select 1`);
    });
    await expect(failing).rejects.toSatisfy(isDatabaseUnavailable);
  }

  expect(await queryRows(db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
  expect(await db.transaction((tx) => queryRows(tx, sql`select 2 as two`))).toEqual([{ two: 2 }]);
});

test("transactions that can't begin leak no connection", async () => {
  const database = opened();
  database.beforeStatements?.(() => {
    throw new Error("Not now");
  });

  for (let time = 0; time < FAILURES; time += 1) {
    await expect(database.db.transaction(async () => {})).rejects.toThrow("Not now");
  }

  database.beforeStatements?.(() => {});
  expect(await database.db.transaction((tx) => queryRows(tx, sql`select 1 as one`))).toEqual([{ one: 1 }]);
});

test("a statement that takes too long fails its transaction, and the next transaction gets a working connection", async () => {
  const { db } = opened();

  const slow = db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 20`);
    await tx.execute(sql`select pg_sleep(60)`);
  });

  await expect(slow).rejects.toSatisfy(isDatabaseUnavailable);
  expect(await db.transaction((tx) => queryRows(tx, sql`show statement_timeout`))).toEqual([
    { statement_timeout: "5s" },
  ]);
});

test("a database that accepts no connection is unavailable, with and without a transaction", async () => {
  const database = openPostgres("postgres://rowhouse@127.0.0.1:1/none", silentLog());

  await expect(database.db.execute(sql`select 1`)).rejects.toSatisfy(isDatabaseUnavailable);
  await expect(database.db.transaction(async () => {})).rejects.toSatisfy(isDatabaseUnavailable);
  await database.close();
});

test("statements that find no connection share the next attempt, and go on once the server is back", async () => {
  const gate = await openDatabaseGate(databaseUrl);
  onTestFinished(gate.close);
  const database = openPostgres(gate.url, silentLog());
  onTestFinished(() => database.close());
  const ask = async () => {
    const work = Array.from({ length: 2 * FAILURES }, async (_, at) =>
      at % 2 === 0
        ? database.db.execute(sql`select 1`)
        : database.db.transaction(async (tx) => tx.execute(sql`select 1`)),
    );
    const outcomes = await Promise.allSettled(work);
    return new Set(outcomes.map((each) => (each.status === "fulfilled" ? "fine" : isDatabaseUnavailable(each.reason))));
  };
  expect(await ask()).toEqual(new Set(["fine"]));

  gate.shut();
  expect(await ask()).toEqual(new Set([true]));
  const tried = gate.triedCount();
  for (let turn = 0; turn < FAILURES; turn += 1) expect(await ask()).toEqual(new Set([true]));
  expect(gate.triedCount()).toBe(tried + FAILURES);
  gate.open();

  expect(await ask()).toEqual(new Set(["fine"]));
});

test("a statement listener learns which statements may write, and what it refuses is rolled back", async () => {
  const database = opened();
  const { db } = database;
  const kinds: string[] = [];
  database.beforeStatements?.((kind) => {
    kinds.push(kind);
  });
  await db.execute(sql`create table watched (id integer, updated_at timestamptz)`);
  await db.execute(sql`with all_of_them as (select updated_at from watched) select * from all_of_them`);
  await db.execute(sql`with gone as (delete from watched returning id) select * from gone`);
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into watched values (1)`);
    await tx.transaction((inner) => inner.execute(sql`insert into watched values (2)`));
  });

  expect(kinds).toEqual(["read", "read", "write", ...Array.from({ length: 5 }, () => "read"), "write"]);
  database.beforeStatements?.((kind) => {
    if (kind === "write") throw new Error("Too late");
  });
  await expect(db.transaction((tx) => tx.execute(sql`insert into watched values (3)`))).rejects.toThrow("Too late");
  expect(await queryRows(db, sql`select id from watched order by id`)).toEqual([{ id: 1 }, { id: 2 }]);
});

/** Terminates the connection of a transaction and waits until the server has closed it. */
async function endConnection(tx: Database): Promise<void> {
  const [own] = await queryRows(tx, sql`select pg_backend_pid() as pid`);
  const admin = new Client({ connectionString: databaseUrl });
  await admin.connect();
  await admin.query("select pg_terminate_backend($1, 10000)", [own?.["pid"]]);
  await admin.end();
}
