import { sql } from "drizzle-orm";
import { expect, test } from "vitest";

import { savedPlaces } from "#app/db/schema/members.ts";
import { categories } from "#app/db/schema/places.ts";
import { buildNeighborhood, buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { migratedDatabase } from "#tests/fresh-database.ts";
import { queryRows } from "#tests/query-rows.ts";

test("two users who save a place at the same time both count in its search row", async () => {
  const [{ db }] = await migratedDatabase();
  const words = { name: "Food", shortName: "Food", headline: "Food", description: "Food.", position: 1 };
  await db.insert(categories).values({ slug: "food", ...words });
  await buildNeighborhood(db, { slug: "shaw" });
  const [place, one, other] = [await buildPlace(db), await buildUser(db), await buildUser(db)];
  const saveOf = (userId: string) => ({ userId, placeId: place.id, savedAt: NOW });
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

  const second = await db.transaction(async (tx) => {
    await tx.insert(savedPlaces).values(saveOf(one.id));
    const saving = db
      .insert(savedPlaces)
      .values(saveOf(other.id))
      .then(() => {});
    await expect.poll(async () => (await queryRows(db, waiting)).length).toBeGreaterThan(0);
    return { saving };
  });
  await second.saving;

  const found = await queryRows(db, sql`select saves from place_search where place_id = ${place.id}`);
  expect(found).toEqual([{ saves: 2 }]);
});
