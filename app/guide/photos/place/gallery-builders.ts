import { randomBytes } from "node:crypto";

import type { Database } from "#app/db/database.server.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import { NOW } from "#tests/builders.ts";

/** A public photo without an uploader and without files, unless overridden. */
export async function buildPlacePhoto(
  db: Database,
  overrides: Pick<typeof placePhotos.$inferInsert, "placeId"> & Partial<typeof placePhotos.$inferInsert>,
): Promise<typeof placePhotos.$inferSelect> {
  const rendition = randomBytes(16).toString("hex");
  const [photo] = await db
    .insert(placePhotos)
    .values({
      sourceDigest: randomBytes(32).toString("hex"),
      width: 1_600,
      height: 1_200,
      alt: "A photo that a test has built",
      position: 1,
      rendition,
      readyRendition: rendition,
      readyWidth: 1_600,
      readyHeight: 1_200,
      storedAt: NOW,
      tryAfter: NOW,
      uploadedAt: NOW,
      ...overrides,
    })
    .returning();
  if (photo === undefined) throw new Error("The photo was not written");
  return photo;
}
