import { bigint, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

import type { GuideDocument } from "#app/desk/editor/document/guide-document.ts";

/** Editors' drafts, private until published. */
export const guideDrafts = pgTable("guide_drafts", {
  postId: bigint("post_id", { mode: "number" }).primaryKey(),
  version: integer().notNull(),
  document: jsonb().$type<GuideDocument>().notNull(),
  savedAt: timestamp("saved_at", { withTimezone: true }).notNull(),
  savedBy: uuid("saved_by"),
  /** Digest of the seed file that the draft started from; null for none. */
  seedDigest: text("seed_digest"),
  savedWindow: uuid("saved_window"),
  /** The editor session's own number of that save. */
  savedNumber: integer("saved_number").notNull().default(0),
});

export const guidePreviews = pgTable("guide_previews", {
  key: text().primaryKey(),
  postId: bigint("post_id", { mode: "number" }).notNull(),
  madeAt: timestamp("made_at", { withTimezone: true }).notNull(),
  endsAt: timestamp("ends_at", { withTimezone: true }).notNull(),
});

export type RevisionKind = "first" | "saved" | "published" | "conflict" | "restored";

/** Saved versions of drafts. */
export const guideRevisions = pgTable("guide_revisions", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  postId: bigint("post_id", { mode: "number" }).notNull(),
  kind: text().$type<RevisionKind>().notNull(),
  document: jsonb().$type<GuideDocument>().notNull(),
  begunAt: timestamp("begun_at", { withTimezone: true }).notNull(),
  madeAt: timestamp("made_at", { withTimezone: true }).notNull(),
  madeBy: uuid("made_by"),
  /** Null for a form without JavaScript. */
  windowId: uuid("window_id"),
});

/** The editor sessions in which a guide is open. */
export const guideWindows = pgTable(
  "guide_windows",
  {
    postId: bigint("post_id", { mode: "number" }).notNull(),
    windowId: uuid("window_id").notNull(),
    userId: uuid("user_id").notNull(),
    seenAt: timestamp("seen_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.windowId] })],
);

export const guidePictures = pgTable("guide_pictures", {
  id: uuid().primaryKey().defaultRandom(),
  sourceDigest: text("source_digest").notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  uploadedAt: timestamp("uploaded_at", { withTimezone: true }).notNull(),
  uploadedBy: uuid("uploaded_by"),
  storedAt: timestamp("stored_at", { withTimezone: true }),
});
