import { eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";

import { type Database } from "#app/db/database.server.ts";
import { retryTransaction } from "#app/db/retry-transaction.server.ts";
import { authors, postPlaces } from "#app/db/schema/guides.ts";
import { categories, places } from "#app/db/schema/places.ts";
import { moveMentions } from "#app/guide/guides/write/move-mentions.server.ts";
import { buildNeighborhood, buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { migratedDatabase } from "#tests/fresh-database.ts";
import { queryRows } from "#tests/query-rows.ts";

import { createDraftGuide, findGuideWithDraft } from "../draft/drafts.server.ts";
import { EMPTY_GUIDE } from "../document/guide-document.ts";
import { publishDraft } from "./publish.server.ts";

test("a guide can be published while two of its places are merged, although the two transactions would deadlock", async () => {
  const [one, other] = await migratedDatabase();
  const { db } = one;
  const { by, successor, merged } = await buildCity(db);
  const document = {
    ...EMPTY_GUIDE,
    title: "Kites",
    slug: "kites",
    excerpt: "About kites.",
    body: `::place{${merged.slug}}`,
  };
  const id = await createDraftGuide(db, { document, by, now: NOW });
  await publishDraft(db, { id, by, version: 1, document, at: null, now: NOW });
  const placesLocked = Promise.withResolvers<void>();
  let merges = 0;

  // Like a merge: locks its places first, then the guides that mention them.
  const merging = retryTransaction(other.db, async (tx) => {
    merges += 1;
    const both = inArray(places.id, [successor.id, merged.id]);
    await tx.select({ id: places.id }).from(places).where(both).orderBy(places.id).for("update");
    placesLocked.resolve();
    if (merges === 1) await untilLockWait(db);
    return moveMentions(tx, { from: merged.id, to: successor.id, only: null });
  });
  await placesLocked.promise;
  const words = { ...document, body: `Changed.\n\n${document.body}` };
  const publishing = publishDraft(db, { id, by, version: 2, document: words, at: null, now: NOW });
  const [published] = await Promise.all([publishing, merging]);

  expect(published).toMatchObject({ outcome: "published", slug: "kites" });
  expect(await findGuideWithDraft(db, id)).toMatchObject({
    post: { status: "published", body: words.body },
    version: 3,
  });
  expect(await db.$count(postPlaces, eq(postPlaces.postId, id))).toBe(1);
});

/** The minimum data for a guide with places. */
async function buildCity(db: Database) {
  const food = { slug: "food" as const, name: "Food", shortName: "Food", headline: "Food", description: "Food." };
  await db
    .insert(categories)
    .values({ ...food, position: 0 })
    .onConflictDoNothing();
  await buildNeighborhood(db, { slug: "shaw" });
  await db.insert(authors).values({ slug: "rowhouse-editors", name: "The Rowhouse editors", bio: "" });
  const { id: by } = await buildUser(db, { role: "admin" });
  return { by, successor: await buildPlace(db), merged: await buildPlace(db) };
}

async function untilLockWait(db: Database): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await queryRows(db, waiting)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
}
