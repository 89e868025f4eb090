import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";

import { migrate } from "#app/db/migrate.server.ts";
import { openPostgres } from "#app/db/postgres.server.ts";
import { savedPlaces } from "#app/db/schema/members.ts";
import { categories } from "#app/db/schema/places.ts";
import { buildNeighborhood, buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { startPostgres } from "#tests/real-postgres.ts";
import { queryRows } from "#tests/query-rows.ts";
import { silentLog } from "#tests/silent-log.ts";

import { MIGRATIONS_FOLDER } from "../../../../cli/prepare-database.ts";

test("two users who save a place at the same time both count in its search row", async () => {
  const server = await startPostgres();
  const opened = openPostgres(server.url, silentLog());
  onTestFinished(async () => {
    await opened.close();
    await server.stop();
  });
  await migrate(opened, MIGRATIONS_FOLDER);
  const { db } = opened;
  const words = { name: "Food", shortName: "Food", headline: "Food", description: "Food.", position: 1 };
  await db.insert(categories).values({ slug: "food", ...words });
  await buildNeighborhood(db, { slug: "shaw" });
  const [place, one, other] = [await buildPlace(db), await buildUser(db), await buildUser(db)];
  const saveOf = (userId: string) => ({ userId, placeId: place.id, savedAt: NOW });
  const waiting = sql`select 1 from pg_locks where not granted`;

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
