import { PGlite, type QueryOptions, types } from "@electric-sql/pglite";
import { expect, test } from "vitest";

import { KEPT_MAX, openPglite } from "./kept-statements.server.ts";

/** A bare database is enough, and making one takes seconds. */
const client = await openPglite({});

/** One value of every kind that the site sends or reads. */
const EVERY_KIND = `select $1::text as words, $2::integer as number, $3::bigint as big, $4::float8 as real, $5::boolean as is_so,
  $6::timestamptz as at, $7::date as day, $8::jsonb as document, $9::text[] as list, $10::bytea as bytes, null::text as nothing,
  $11::uuid as id, $12::numeric as amount`;
const VALUES = [
  "Ben’s “Chili” Bowl\n\\ '",
  7,
  "9007199254740993",
  38.9072,
  true,
  new Date("2026-11-01T05:30:00Z"),
  "2026-03-08",
  { name: "Shaw", ranks: [1, null] },
  ["a, b", 'say "hi"', "{}"],
  new Uint8Array([0, 255, 10]),
  "6f9619ff-8b86-4011-b42d-00cf4fc964ff",
  "12.50",
];

const ROW_MODES: QueryOptions[] = [
  {},
  { rowMode: "array" },
  { rowMode: "array", parsers: { [types.TIMESTAMPTZ]: (text) => `as written: ${text}` } },
];

test.each(ROW_MODES)("a statement asked again answers as PGlite itself does: %o", async (options) => {
  const itself = await PGlite.prototype.query.call(client, EVERY_KIND, VALUES, options);

  for (let time = 1; time <= 3; time += 1) {
    const { rows, fields, affectedRows } = await client.query(EVERY_KIND, VALUES, options);

    expect({ rows, fields, affectedRows }).toEqual({
      rows: itself.rows,
      fields: itself.fields,
      affectedRows: itself.affectedRows,
    });
  }
});

test("a change tells how many rows it changed, the first time and again", async () => {
  await client.exec("create table counted (number integer)");
  const ask = () => client.query("insert into counted select generate_series(1, 3)");

  const counts = [await ask(), await ask(), await ask()].map(({ affectedRows }) => affectedRows);

  expect(counts).toEqual([3, 3, 3]);
});

test("a statement is kept from its second time on, and in a transaction too", async () => {
  const text = "select 1 as kept_or_not";
  const kept = async () => {
    const asked = "select count(*)::integer as count from pg_prepared_statements where statement = $1";
    return (await client.query<{ count: number }>(asked, [text])).rows;
  };

  await client.query(text);
  const once = await kept();
  await client.transaction(async (transaction) => {
    expect((await transaction.query(text)).rows).toEqual([{ kept_or_not: 1 }]);
  });
  const twice = await kept();

  expect([once, twice]).toEqual([[{ count: 0 }], [{ count: 1 }]]);
});

test("of very many statements only so many are kept", async () => {
  const texts = Array.from({ length: KEPT_MAX + 50 }, (_, index) => `select ${index} as number`);
  for (const text of texts) {
    await client.query(text);
    await client.query(text);
  }

  const again = await client.query("select 0 as number");
  const { rows } = await client.query("select count(*)::integer as count from pg_prepared_statements");

  expect(again.rows).toEqual([{ number: 0 }]);
  expect(rows).toEqual([{ count: KEPT_MAX }]);
});

test("a statement that fails says why, takes back its transaction alone, and can be asked again", async () => {
  await client.exec("create table once (word text constraint once_word unique)");
  const insert = "insert into once values ($1)";
  await client.query(insert, ["a"]);
  await client.query(insert, ["b"]);

  const again = client.query(insert, ["a"]);
  const within = client.transaction(async (transaction) => {
    await transaction.query(insert, ["c"]);
    await transaction.query(insert, ["b"]);
  });

  await expect(again).rejects.toMatchObject({ code: "23505", constraint: "once_word" });
  await expect(within).rejects.toMatchObject({ code: "23505", constraint: "once_word" });
  await client.query(insert, ["d"]);
  expect((await client.query("select word from once order by word")).rows).toEqual(
    ["a", "b", "d"].map((word) => ({ word })),
  );
});

test("a table that was made anew with another type is read as it is now", async () => {
  const text = "select word from renewed";
  await client.exec("create table renewed (word text); insert into renewed values ('7')");
  await client.query(text);
  await client.query(text);

  await client.exec("drop table renewed; create table renewed (word integer); insert into renewed values (7)");

  await expect(client.query(text)).rejects.toThrow("cached plan must not change result type");
  expect((await client.query(text)).rows).toEqual([{ word: 7 }]);
});

test("what isn't SQL is refused each time, also after it was", async () => {
  for (let time = 1; time <= 3; time += 1) {
    await expect(client.query("selct 1")).rejects.toThrow('syntax error at or near "selct"');
  }
  expect((await client.query("select 2 as two")).rows).toEqual([{ two: 2 }]);
});

test("a transaction that has ended asks nothing more", async () => {
  const text = "select 3 as three";
  const ended = await client.transaction((transaction) => Promise.resolve(transaction));
  await client.query(text);
  await client.query(text);

  await expect(ended.query(text)).rejects.toThrow("Transaction is closed");
});
