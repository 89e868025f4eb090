import { bigint, boolean, jsonb, pgTable, primaryKey, smallint, text, timestamp, uuid } from "drizzle-orm/pg-core";

import type { GuideCover } from "../columns/guide-document-columns.ts";
import type { CategorySlug } from "../columns/place-columns.ts";

export const authors = pgTable("authors", {
  slug: text().primaryKey(),
  name: text().notNull(),
  bio: text().notNull(),
  /** The editors as a team, or a person. */
  kind: text().$type<"team" | "person">().notNull().default("team"),
  /** The member whose byline it is; null for a shared byline, and once that member is deleted. */
  userId: uuid("user_id"),
  /** Since when seed files leave it unchanged. */
  editedAt: timestamp("edited_at", { withTimezone: true }),
});

/** The specification calls guides "posts", and so do the database and the URLs. */
export const posts = pgTable("posts", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  slug: text().notNull(),
  title: text().notNull(),
  excerpt: text().notNull(),
  body: text().notNull(),
  categorySlug: text("category_slug").$type<CategorySlug>().notNull(),
  neighborhoodSlug: text("neighborhood_slug"),
  /** The first author; the others are in `postCoauthors`. */
  authorSlug: text("author_slug").notNull(),
  keywords: text().array().notNull(),
  picture: text(),
  pictureSalt: smallint("picture_salt").notNull().default(0),
  /** Shown in place of the drawn picture. */
  cover: jsonb().$type<GuideCover>(),
  featuredRank: smallint("featured_rank"),
  status: text().$type<"draft" | "published">().notNull(),
  /** Who may read more than the opening. */
  access: text().$type<"everyone" | "members">().notNull().default("everyone"),
  /** Whether plans with early guides get it before `publishedAt`; `billing/entitlements.ts` says how long before. */
  isEarly: boolean("is_early").notNull().default(false),
  readMinutes: smallint("read_minutes").notNull(),
  publishedAt: timestamp("published_at", { withTimezone: true }).notNull(),
  /** When an editor withdrew the published guide. */
  unpublishedAt: timestamp("unpublished_at", { withTimezone: true }),
  /** When the first readers, and when all readers, got access; set by whatever unpublishes the guide. */
  firstVisibleAt: timestamp("first_visible_at", { withTimezone: true }),
  firstPublicAt: timestamp("first_public_at", { withTimezone: true }),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
  seedDigest: text("seed_digest"),
  /** When an editor deleted it. An editor may restore it. A deleted guide is a draft that no list of drafts shows. */
  deletedAt: timestamp("deleted_at", { withTimezone: true }),
  statusBeforeDeletion: text("status_before_deletion").$type<"draft" | "published">(),
});

export const postPlaces = pgTable(
  "post_places",
  {
    postId: bigint("post_id", { mode: "number" }).notNull(),
    placeId: bigint("place_id", { mode: "number" }).notNull(),
    position: smallint().notNull(),
    reason: text().notNull(),
    hint: text().notNull(),
    /** Since when the guide mentions the place; null if unknown. */
    mentionedAt: timestamp("mentioned_at", { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.postId, table.placeId] })],
);

/** Former slugs of guides. */
export const postSlugs = pgTable("post_slugs", {
  slug: text().primaryKey(),
  postId: bigint("post_id", { mode: "number" }).notNull(),
  replacedAt: timestamp("replaced_at", { withTimezone: true }).notNull(),
});

/** A guide's authors after the first. */
export const postCoauthors = pgTable(
  "post_coauthors",
  {
    postId: bigint("post_id", { mode: "number" }).notNull(),
    position: smallint().notNull(),
    authorSlug: text("author_slug").notNull(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.position] })],
);
