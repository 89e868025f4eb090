import { and, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placePhotoReports, type PhotoReportReason } from "#app/db/schema/place-photos.ts";
import { openPhotoCase } from "#app/core/cases/subject-cases.server.ts";

/** Stores a member's report of a photo and opens a case. A second report by the same member changes nothing. */
export async function reportPhoto(
  db: Database,
  input: { photoId: string; reporterId: string; reason: PhotoReportReason; note: string; now: Date },
): Promise<void> {
  const { now, ...report } = input;
  await db.transaction(async (tx) => {
    const inserted = await tx
      .insert(placePhotoReports)
      .values({ ...report, reportedAt: now })
      .onConflictDoNothing()
      .returning({ photoId: placePhotoReports.photoId });
    if (inserted.length > 0) await openPhotoCase(tx, { photoId: report.photoId, reasons: [report.reason], now });
  });
}

/** Whether this member has reported a photo. Served by the primary key of place_photo_reports. */
export async function hasReportedPhoto(
  db: Database,
  { photoId, reporterId }: { photoId: string; reporterId: string },
): Promise<boolean> {
  const isOwnReport = and(eq(placePhotoReports.photoId, photoId), eq(placePhotoReports.reporterId, reporterId));
  return (await db.$count(placePhotoReports, isOwnReport)) > 0;
}
