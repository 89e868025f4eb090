import { bigint, boolean, integer, pgTable, primaryKey, smallint, text, timestamp, uuid } from "drizzle-orm/pg-core";

import type { CropShape } from "../columns/photo-columns.ts";

/** Why a photo is reported. */
export type PhotoReportReason = "elsewhere" | "stolen" | "people" | "offensive" | "advertising";

/** Photos of a place, from its owner or managers or from its submission. 0004-business.sql describes each column. */
export const placePhotos = pgTable("place_photos", {
  id: uuid().primaryKey().defaultRandom(),
  placeId: bigint("place_id", { mode: "number" }),
  /**
   * The submission that the photo came with; null for a photo from the owner or a manager. Without a place the photo
   * waits with it.
   */
  submissionId: uuid("submission_id"),
  /** Remains true when the submission is deleted with its sender's account. */
  isFromSubmission: boolean("is_from_submission").notNull().default(false),
  sourceDigest: text("source_digest").notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  alt: text().notNull().default(""),
  position: integer().notNull(),
  cropShape: text("crop_shape").$type<CropShape>().notNull().default("whole"),
  cropSize: smallint("crop_size").notNull().default(100),
  cropX: smallint("crop_x").notNull().default(50),
  cropY: smallint("crop_y").notNull().default(50),
  rendition: text().notNull(),
  /** Null: nothing is prepared yet. */
  readyRendition: text("ready_rendition"),
  readyWidth: integer("ready_width"),
  readyHeight: integer("ready_height"),
  storedAt: timestamp("stored_at", { withTimezone: true }),
  tries: smallint().notNull().default(0),
  tryAfter: timestamp("try_after", { withTimezone: true }).notNull(),
  version: integer().notNull().default(1),
  uploadedBy: uuid("uploaded_by"),
  uploadedAt: timestamp("uploaded_at", { withTimezone: true }).notNull(),
  deletedAt: timestamp("deleted_at", { withTimezone: true }),
  takenDownAt: timestamp("taken_down_at", { withTimezone: true }),
  takenDownReason: text("taken_down_reason"),
  filesRemovedAt: timestamp("files_removed_at", { withTimezone: true }),
  /** The file on Wikimedia Commons that it is from; null for an upload. */
  sourceFile: text("source_file"),
});

export const placePhotoReports = pgTable(
  "place_photo_reports",
  {
    photoId: uuid("photo_id").notNull(),
    reporterId: uuid("reporter_id").notNull(),
    reason: text().$type<PhotoReportReason>().notNull(),
    note: text().notNull(),
    reportedAt: timestamp("reported_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.photoId, table.reporterId] })],
);
