import { createHash } from "node:crypto";

import { and, eq, gt, isNotNull, isNull, lt, sql } from "drizzle-orm";

import type { GuideCover } from "#app/db/columns/guide-document-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { guidePictures } from "#app/db/schema/editing.ts";
import { posts } from "#app/db/schema/guides.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import { FULL_CROP } from "#app/guide/photos/place/upload/crop.ts";
import { UPLOADS_PER_DAY_MAX, type PhotoRefusal } from "#app/guide/photos/place/upload/photo-refusals.ts";
import { renderPhotoFiles, processPicture } from "#app/guide/photos/place/upload/picture-processing.server.ts";
import { PHOTO_BYTES_MAX } from "#app/guide/photos/place/place-photo.ts";
import { guidePicturePath, guidePictureWidths, parseGuidePicturePath } from "#app/guide/guides/guide-picture.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Logger } from "#app/platform/log.server.ts";
import type { Storage } from "#app/platform/storage.server.ts";

/** An upload without files after this time has crashed. */
const STORING_MS_MAX = 10 * 60_000;

/** Limit of one run. The next run continues. */
const REMOVED_PER_RUN_MAX = 200;

/** How long an unused picture is retained, in case a draft uses it again. */
const UNUSED_DAYS = 60;

const folderOf = (id: string) => `guide-pictures/${id}`;

type UploadContext = { db: Database; storage: Storage; log: Logger; by: string; now: Date };

/** Adds a picture for guides, re-encoded without metadata. The same file is stored once. */
export async function addGuidePicture(
  context: UploadContext,
  bytes: Uint8Array,
): Promise<{ path: string } | PhotoRefusal> {
  const { db, storage, by, now } = context;
  if (bytes.byteLength > PHOTO_BYTES_MAX) return "too-large";
  const sourceDigest = createHash("sha256").update(bytes).digest("hex");
  const isSame = and(eq(guidePictures.sourceDigest, sourceDigest), isNotNull(guidePictures.storedAt));
  const [existing] = await db.select().from(guidePictures).where(isSame);
  if (existing !== undefined) return { path: guidePicturePath(existing) };
  const since = gt(guidePictures.uploadedAt, new Date(now.getTime() - DAY_MS));
  const count = await db.$count(guidePictures, and(eq(guidePictures.uploadedBy, by), since));
  if (count >= UPLOADS_PER_DAY_MAX) return "too-often";
  const picture = await processPicture(bytes);
  if (typeof picture === "string") return picture;
  const { width, height, master } = picture;
  // The row is inserted before the files are stored, because the clean-up job finds files by their rows.
  const values = { sourceDigest, width, height, uploadedAt: now, uploadedBy: by };
  const [made] = await db.insert(guidePictures).values(values).returning();
  if (made === undefined) throw new Error("The picture was not written");
  const isStored = await storeFiles(context, { id: made.id, master, width, height });
  if (!isStored) return "no-storage";
  if (await markStored(db, { ...made, by, now })) return { path: guidePicturePath(made) };
  await storage.removeFolder(folderOf(made.id));
  await db.delete(guidePictures).where(eq(guidePictures.id, made.id));
  const [other] = await db.select().from(guidePictures).where(isSame);
  return other === undefined ? "no-storage" : { path: guidePicturePath(other) };
}

/** @returns False when the same file was uploaded twice at once and the other upload finished first. */
async function markStored(
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
  { db, storage, log }: UploadContext,
  { id, master, ...size }: { id: string; master: Uint8Array; width: number; height: number },
): Promise<boolean> {
  try {
    const largest = guidePictureWidths(size.width).at(-1);
    for await (const { bytes, type, width, format } of renderPhotoFiles(master, {
      crop: FULL_CROP,
      size,
      formats: ["webp", "jpg"],
    })) {
      if (format === "webp" || width === largest) await storage.put(`${folderOf(id)}/${width}.${format}`, bytes, type);
    }
    return true;
  } catch (error) {
    // A full disk, a bucket that doesn't answer, too many pictures at once: in any case the picture isn't stored.
    log.error({ err: error, picture: id }, "A guide's picture could not be stored");
    await db.delete(guidePictures).where(eq(guidePictures.id, id));
    await storage.removeFolder(folderOf(id)).catch(() => {});
    return false;
  }
}

/** A picture's file by the name in its URL; null when it doesn't exist. */
export async function findGuidePicture(
  { db, storage }: Pick<UploadContext, "db" | "storage">,
  { id, file }: { id: string; file: string },
): Promise<{ bytes: Uint8Array; type: string } | null> {
  if (!isUuid(id)) return null;
  const [picture] = await db
    .select()
    .from(guidePictures)
    .where(and(eq(guidePictures.id, id), isNotNull(guidePictures.storedAt)));
  if (picture === undefined) return null;
  const widths = guidePictureWidths(picture.width);
  const requested = parseGuidePicturePath(`/guide-pictures/${id}/${file}`);
  const isOriginal = requested !== null && requested.width === picture.width && requested.height === picture.height;
  const webp = widths.find((width) => file === `${width}.webp`);
  if (!isOriginal && webp === undefined) return null;
  const name = isOriginal ? `${widths.at(-1)}.jpg` : `${webp}.webp`;
  const bytes = await storage.get(`${folderOf(id)}/${name}`);
  return bytes === null ? null : { bytes, type: isOriginal ? "image/jpeg" : "image/webp" };
}

/** The cover of a published guide as JPEG, with its credit; null when it has none. */
export async function publishedCoverJpeg(
  context: Pick<UploadContext, "db" | "storage">,
  slug: string,
): Promise<CoverJpeg | null> {
  const [guide] = await context.db
    .select({ cover: posts.cover })
    .from(posts)
    .where(and(eq(posts.slug, slug), eq(posts.status, "published")));
  return coverJpeg(context, guide?.cover ?? null);
}

type CoverJpeg = { jpeg: Uint8Array; credit: string | null };

/** A cover as JPEG; null for none, and when its file doesn't exist. */
export async function coverJpeg(
  context: Pick<UploadContext, "db" | "storage">,
  cover: GuideCover | null,
): Promise<CoverJpeg | null> {
  const picture = cover === null ? null : parseGuidePicturePath(cover.path);
  if (cover === null || picture === null) return null;
  const found = await findGuidePicture(context, { id: picture.id, file: `${picture.width}x${picture.height}.jpg` });
  return found === null ? null : { jpeg: found.bytes, credit: cover.credit === "" ? null : cover.credit };
}

/** Deletes pictures that no guide, draft or revision uses, and crashed uploads. */
export async function deleteUnusedPictures(
  { db, storage }: Pick<UploadContext, "db" | "storage">,
  now: Date,
): Promise<void> {
  const unfinished = and(
    isNull(guidePictures.storedAt),
    lt(guidePictures.uploadedAt, new Date(now.getTime() - STORING_MS_MAX)),
  );
  const isOld = lt(guidePictures.uploadedAt, new Date(now.getTime() - UNUSED_DAYS * DAY_MS));
  const pattern = sql`'%/guide-pictures/' || ${guidePictures.id}::text || '/%'`;
  // Searches the text of every guide, draft and revision: fine for a daily job over a few hundred guides.
  const isUnused = sql`not exists (select 1 from posts p where p.body like ${pattern} or p.cover ->> 'path' like ${pattern})
    and not exists (select 1 from guide_drafts d where d.document::text like ${pattern})
    and not exists (select 1 from guide_revisions r where r.document::text like ${pattern})`;
  const expired = await db
    .select({ id: guidePictures.id })
    .from(guidePictures)
    .where(sql`(${unfinished}) or (${isOld} and ${isUnused})`)
    .limit(REMOVED_PER_RUN_MAX);
  for (const { id } of expired) {
    // Delete the files first: after a crash here, the row makes the next run repeat it.
    await storage.removeFolder(folderOf(id));
    await db.delete(guidePictures).where(eq(guidePictures.id, id));
  }
}
