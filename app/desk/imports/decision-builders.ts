import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { importRecords } from "#app/db/schema/importing.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { NOW } from "#tests/builders.ts";

import { buildFeature, buildImport, buildFeatureFile } from "./import-builders.ts";

export const LATER = new Date(NOW.getTime() + 60_000);

export const COMMAND = { kind: "command" as const, id: "import" };

/** Coordinates of an empty spot. */
export const EMPTY_SPOT: [number, number] = [38.8973, -76.9665];

export async function factsOf(db: Database, placeId: number) {
  return db.select().from(placeFacts).where(eq(placeFacts.placeId, placeId)).orderBy(placeFacts.field);
}

export async function bySlug(db: Database, slug: string) {
  const [place] = await db.select().from(places).where(eq(places.slug, slug));
  return place;
}

/** A listed place, and a waiting entry that may be the same place. */
export async function buildPossibleDuplicate(db: Database) {
  await buildImport(db, {
    path: buildFeatureFile([buildFeature({ id: "a", name: "Zephyr Oboe Repairs", at: EMPTY_SPOT })]),
  });
  const entry = buildFeature({
    id: "b",
    name: "Zephyr Organ Repairs",
    at: [38.89735, -76.96655],
    phones: ["+12025550143"],
  });
  const { id, report } = await buildImport(db, { path: buildFeatureFile([entry]) });
  const [record] = await db.select().from(importRecords).where(eq(importRecords.importId, id));
  const place = await bySlug(db, "zephyr-oboe-repairs");
  if (record === undefined || place === undefined) throw new Error("There is nothing to decide");
  return { id, record, place, report };
}
