import { sql } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { rowsOf } from "#tests/rows-of.ts";
import { test } from "#tests/test-database.ts";
import { visitedBy } from "#tests/visited-rows.ts";

import { buildFeature, buildImport, featureFile } from "./import-builders.ts";
import { importSources, ROWS_COUNTED_MAX, sourceCounts } from "./import-queries.server.ts";
import { OVERTURE } from "./import-source.ts";

test("what stands on a source is counted one by one while it is little", async ({ db }) => {
  await buildImport(db, { path: featureFile([buildFeature({ name: "Zebra Finch Coffee" })]) });
  const sources = await importSources(db);

  // Its name and its position; kind, neighborhood and description are our own words.
  const [records, facts] = [1, 2].map((count) => ({ count, precision: "exact" }));
  expect(sources).toEqual([{ id: OVERTURE.id, title: OVERTURE.title, license: OVERTURE.license, records, facts }]);
});

test("of a source with very much on it the first ten thousand rows of an index are counted, and no other is read", async ({
  db,
}) => {
  await buildImport(db, { path: featureFile([buildFeature()]) });
  await buildRows(db, { records: 3 * ROWS_COUNTED_MAX, facts: 3 * ROWS_COUNTED_MAX });
  const [source] = await importSources(db);
  const counting = sourceCounts(OVERTURE.id);
  const visited = await visitedBy(db, counting);
  const plan = await rowsOf(db, sql`explain ${counting}`);

  const many = { count: ROWS_COUNTED_MAX, precision: "at-least" };
  expect(source).toMatchObject({ records: many, facts: many });
  expect(visited).toBe(2 * (ROWS_COUNTED_MAX + 1));
  // These read more than comes out of them.
  expect(JSON.stringify(plan)).not.toMatch(/Bitmap|Sort|Seq Scan/);
});

/** So much on a source, and for each six of its facts two of the catalogue's beside them. */
async function buildRows(db: Database, { records, facts }: { records: number; facts: number }): Promise<void> {
  // On a busy machine it takes longer than a page may.
  await db.execute(sql`set local statement_timeout = 0`);
  // What these facts are of doesn't matter, and places take their time to be written.
  await db.execute(sql`set local session_replication_role = replica`);
  await db.execute(sql`
    insert into place_facts (place_id, field, value, source_id, origin, recorded_at)
    select 1000000 + n, field, '"Made"', ${OVERTURE.id}, origin, now() from generate_series(1, ${facts / 6}::integer) n
    cross join (values ('name', 'seed'), ('type', 'seed'), ('address', 'import'), ('phone', 'import'), ('zip', 'import'),
      ('website', 'import'), ('hours', 'import'), ('position', 'import')) each (field, origin)
    order by origin desc`);
  await db.execute(sql`
    insert into source_records (source_id, record_id, place_id, facts, digest, linked_at)
    select ${OVERTURE.id}, 'made-' || lpad(n::text, 6, '0'), 1000000, '{}', repeat('0', 64), now()
    from generate_series(1, ${records}::integer) n`);
  for (const table of ["place_facts", "source_records"]) {
    await db.execute(sql`analyze ${sql.identifier(table)}`);
  }
}
