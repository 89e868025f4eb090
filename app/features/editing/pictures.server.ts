import { createHash } from "node:crypto";

import { and, eq, gt, isNotNull, isNull, lt, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { guidePictures } from "#app/db/schema/editing.ts";
import { recordChange } from "#app/features/audit/audit.server.ts";
import { WHOLE } from "#app/features/gallery/crop.ts";
import { UPLOADS_PER_DAY_MAX, type PhotoRefusal } from "#app/features/gallery/photo-refusals.ts";
import { makeFiles, readPicture } from "#app/features/gallery/picture-work.server.ts";
import { PHOTO_BYTES_MAX } from "#app/features/gallery/place-photo.ts";
import { guidePicturePath, guidePictureWidths, readGuidePicture } from "#app/features/guides/guide-picture.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Logger } from "#app/platform/log.server.ts";
import type { Storage } from "#app/platform/storage.server.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Whose files haven't come by then, died over it. */
const STORING_MS_MAX = 10 * 60_000;

/** Of one run; the next goes on. */
const REMOVED_PER_RUN_MAX = 200;

/** So long nothing names a picture before its files go: also a draft that was put aside may want it again. */
const UNNAMED_DAYS = 60;

const folderOf = (id: string) => `guide-pictures/${id}`;

type Adding = { db: Database; storage: Storage; log: Logger; by: string; now: Date };

/** Takes a picture for guides: encoded anew, without what the file said besides. The same file is the same picture. */
export async function addGuidePicture(adding: Adding, bytes: Uint8Array): Promise<{ path: string } | PhotoRefusal> {
  const { db, storage, by, now } = adding;
  if (bytes.byteLength > PHOTO_BYTES_MAX) return "too-large";
  const sourceDigest = createHash("sha256").update(bytes).digest("hex");
  const isSame = and(eq(guidePictures.sourceDigest, sourceDigest), isNotNull(guidePictures.storedAt));
  const [known] = await db.select().from(guidePictures).where(isSame);
  if (known !== undefined) return { path: guidePicturePath(known) };
  const since = gt(guidePictures.uploadedAt, new Date(now.getTime() - DAY_MS));
  const count = await db.$count(guidePictures, and(eq(guidePictures.uploadedBy, by), since));
  if (count >= UPLOADS_PER_DAY_MAX) return "too-often";
  const picture = await readPicture(bytes);
  if (typeof picture === "string") return picture;
  const { width, height, kept } = picture;
  // The row comes first: files without one would be nobody's to remove.
  const values = { sourceDigest, width, height, uploadedAt: now, uploadedBy: by };
  const [made] = await db.insert(guidePictures).values(values).returning();
  if (made === undefined) throw new Error("The picture was not written");
  const isStored = await storeFiles(adding, { id: made.id, kept, width, height });
  if (!isStored) return "no-storage";
  if (await noteStored(db, { ...made, by, now })) return { path: guidePicturePath(made) };
  await storage.removeFolder(folderOf(made.id));
  await db.delete(guidePictures).where(eq(guidePictures.id, made.id));
  const [other] = await db.select().from(guidePictures).where(isSame);
  return other === undefined ? "no-storage" : { path: guidePicturePath(other) };
}

/** False: the same file came twice at once, and the other is the one that is shown. */
async function noteStored(
  db: Database,
  { id, sourceDigest, width, height, by, now }: typeof guidePictures.$inferSelect & { by: string; now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const stored = await tx
      .update(guidePictures)
      .set({ storedAt: now })
      .where(
        and(
          eq(guidePictures.id, id),
          sql`not exists (select 1 from guide_pictures o where o.source_digest = ${sourceDigest} and o.stored_at is not null)`,
        ),
      )
      .returning({ id: guidePictures.id });
    if (stored.length === 0) return false;
    const actor = { kind: "staff", id: by } as const;
    const subject = { kind: "guide-picture", id };
    const after = { width, height };
    await recordChange(tx, { actor, action: "guide-picture.add", subject, before: null, after, now });
    return true;
  });
}

async function storeFiles(
  { db, storage, log }: Adding,
  { id, kept, ...size }: { id: string; kept: Uint8Array; width: number; height: number },
): Promise<boolean> {
  try {
    const largest = guidePictureWidths(size.width).at(-1);
    for await (const { bytes, type, width, format } of makeFiles(kept, {
      crop: WHOLE,
      size,
      formats: ["webp", "jpg"],
    })) {
      if (format === "webp" || width === largest) await storage.put(`${folderOf(id)}/${width}.${format}`, bytes, type);
    }
    return true;
  } catch (error) {
    // A full disk, a bucket that doesn't answer, too many pictures at once: whatever it is, the picture isn't there.
    log.error({ err: error, picture: id }, "A guide's picture could not be stored");
    await db.delete(guidePictures).where(eq(guidePictures.id, id));
    await storage.removeFolder(folderOf(id)).catch(() => {});
    return false;
  }
}

/** A file of a picture by the name in its address; null when there is none. */
export async function findGuidePicture(
  { db, storage }: Pick<Adding, "db" | "storage">,
  { id, file }: { id: string; file: string },
): Promise<{ bytes: Uint8Array; type: string } | null> {
  if (!isUuid(id)) return null;
  const [picture] = await db
    .select()
    .from(guidePictures)
    .where(and(eq(guidePictures.id, id), isNotNull(guidePictures.storedAt)));
  if (picture === undefined) return null;
  const widths = guidePictureWidths(picture.width);
  const asked = readGuidePicture(`/guide-pictures/${id}/${file}`);
  const isWhole = asked !== null && asked.width === picture.width && asked.height === picture.height;
  const webp = widths.find((width) => file === `${width}.webp`);
  if (!isWhole && webp === undefined) return null;
  const name = isWhole ? `${widths.at(-1)}.jpg` : `${webp}.webp`;
  const bytes = await storage.get(`${folderOf(id)}/${name}`);
  return bytes === null ? null : { bytes, type: isWhole ? "image/jpeg" : "image/webp" };
}

/** Removes pictures that no guide, draft or revision names, and uploads that died halfway. */
export async function removeGuidePictures({ db, storage }: Pick<Adding, "db" | "storage">, now: Date): Promise<void> {
  const unfinished = and(
    isNull(guidePictures.storedAt),
    lt(guidePictures.uploadedAt, new Date(now.getTime() - STORING_MS_MAX)),
  );
  const long = lt(guidePictures.uploadedAt, new Date(now.getTime() - UNNAMED_DAYS * DAY_MS));
  const named = sql`'%/guide-pictures/' || ${guidePictures.id}::text || '/%'`;
  // Once a day, and over some hundred guides: each text is looked through.
  const unnamed = sql`not exists (select 1 from posts p where p.body like ${named})
    and not exists (select 1 from guide_drafts d where d.document ->> 'body' like ${named})
    and not exists (select 1 from guide_revisions r where r.document ->> 'body' like ${named})`;
  const gone = await db
    .select({ id: guidePictures.id })
    .from(guidePictures)
    .where(sql`(${unfinished}) or (${long} and ${unnamed})`)
    .limit(REMOVED_PER_RUN_MAX);
  for (const { id } of gone) {
    // The files first: should this end here, the row brings it back to the same.
    await storage.removeFolder(folderOf(id));
    await db.delete(guidePictures).where(eq(guidePictures.id, id));
  }
}
