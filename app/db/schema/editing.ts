import { bigint, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

import type { GuideDocument } from "../columns/guide-document-columns.ts";

/** Editors' drafts, private until published. */
export const guideDrafts = pgTable("guide_drafts", {
  postId: bigint("post_id", { mode: "number" }).primaryKey(),
  version: integer().notNull(),
  document: jsonb().$type<GuideDocument>().notNull(),
  savedAt: timestamp("saved_at", { withTimezone: true }).notNull(),
  savedBy: uuid("saved_by"),
  /** Digest of the seed file that the draft started from; null for none. */
  seedDigest: text("seed_digest"),
  savedSessionId: uuid("saved_session_id"),
  /** The editor session's own number of that save. */
  saveNumber: integer("save_number").notNull().default(0),
});

export const guidePreviews = pgTable("guide_previews", {
  key: text().primaryKey(),
  postId: bigint("post_id", { mode: "number" }).notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
});

export type RevisionKind = "first" | "saved" | "published" | "scheduled" | "conflict" | "restored";

/** Saved versions of drafts. */
export const guideRevisions = pgTable("guide_revisions", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  postId: bigint("post_id", { mode: "number" }).notNull(),
  kind: text().$type<RevisionKind>().notNull(),
  document: jsonb().$type<GuideDocument>().notNull(),
  startedAt: timestamp("started_at", { withTimezone: true }).notNull(),
  savedAt: timestamp("saved_at", { withTimezone: true }).notNull(),
  savedBy: uuid("saved_by"),
  /** Null for a form without JavaScript. */
  editorSessionId: uuid("editor_session_id"),
});

/** The editor sessions in which a guide is open. */
export const guideEditorSessions = pgTable(
  "guide_editor_sessions",
  {
    postId: bigint("post_id", { mode: "number" }).notNull(),
    editorSessionId: uuid("editor_session_id").notNull(),
    userId: uuid("user_id").notNull(),
    seenAt: timestamp("seen_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.editorSessionId] })],
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
