import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { memberPictures } from "#app/db/schema/members.ts";
import { downloadImage } from "#app/guide/photos/stock/image-download.server.ts";

/** A provider's 96-pixel picture has 2 to 8 KB. The same as the database's limit. */
const PICTURE_BYTES_MAX = 65_536;

/** A form submission waits for the download. */
const DOWNLOAD_MS_MAX = 5_000;

export type FetchedPicture = { sourceUrl: string; bytes: Uint8Array };

/** Downloads a provider's picture, so that visitors' browsers don't contact the provider. A string is the error. */
export async function downloadProviderPicture(sourceUrl: string): Promise<FetchedPicture | string> {
  const bytes = await downloadImage(sourceUrl, { bytesMax: PICTURE_BYTES_MAX, msMax: DOWNLOAD_MS_MAX });
  return typeof bytes === "string" ? bytes : { sourceUrl, bytes };
}

/** The source and time of a member's copied picture; null if the picture is drawn. */
export async function findMemberPicture(
  db: Database,
  userId: string,
): Promise<{ sourceUrl: string; fetchedAt: Date } | null> {
  const [row] = await db
    .select({ sourceUrl: memberPictures.sourceUrl, fetchedAt: memberPictures.fetchedAt })
    .from(memberPictures)
    .where(eq(memberPictures.userId, userId));
  return row ?? null;
}

export async function findMemberPictureBytes(db: Database, userId: string): Promise<Uint8Array | null> {
  const [row] = await db
    .select({ bytes: memberPictures.bytes })
    .from(memberPictures)
    .where(eq(memberPictures.userId, userId));
  return row?.bytes ?? null;
}

/** Replaces a member's picture; null switches back to the drawn one. */
export async function replaceMemberPicture(
  db: Database,
  { userId, picture, now }: { userId: string; picture: FetchedPicture | null; now: Date },
): Promise<void> {
  if (picture === null) {
    await db.delete(memberPictures).where(eq(memberPictures.userId, userId));
    return;
  }
  await db
    .insert(memberPictures)
    .values({ userId, ...picture, fetchedAt: now })
    .onConflictDoUpdate({ target: memberPictures.userId, set: { ...picture, fetchedAt: now } });
}
