import { and, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placePhotoReports, type PhotoReportReason } from "#app/db/schema/gallery.ts";
import { openPhotoCase } from "#app/features/moderation/cases.server.ts";

/** Keeps a person's report of a photo and opens a case about it. Their second report changes nothing. */
export async function reportPhoto(
  db: Database,
  given: { photoId: string; reporterId: string; reason: PhotoReportReason; note: string; now: Date },
): Promise<void> {
  const { now, ...report } = given;
  await db.transaction(async (tx) => {
    const kept = await tx
      .insert(placePhotoReports)
      .values({ ...report, reportedAt: now })
      .onConflictDoNothing()
      .returning({ photoId: placePhotoReports.photoId });
    if (kept.length > 0) await openPhotoCase(tx, { photoId: report.photoId, reasons: [report.reason], now });
  });
}

/** Whether somebody has reported a photo. Served by the key of place_photo_reports. */
export async function hasReportedPhoto(
  db: Database,
  { photoId, reporterId }: { photoId: string; reporterId: string },
): Promise<boolean> {
  const isTheirs = and(eq(placePhotoReports.photoId, photoId), eq(placePhotoReports.reporterId, reporterId));
  return (await db.$count(placePhotoReports, isTheirs)) > 0;
}
