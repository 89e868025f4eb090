import { bigint, boolean, pgTable, primaryKey, smallint, text, timestamp } from "drizzle-orm/pg-core";

import type { CategorySlug } from "#app/features/places/categories.ts";

export const authors = pgTable("authors", {
  slug: text().primaryKey(),
  name: text().notNull(),
  bio: text().notNull(),
});

/** The specification calls guides "posts"; so does the database and the URL. */
export const posts = pgTable("posts", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  slug: text().notNull(),
  title: text().notNull(),
  excerpt: text().notNull(),
  body: text().notNull(),
  categorySlug: text("category_slug").$type<CategorySlug>().notNull(),
  neighborhoodSlug: text("neighborhood_slug"),
  authorSlug: text("author_slug").notNull(),
  keywords: text().array().notNull(),
  picture: text(),
  pictureSalt: smallint("picture_salt").notNull().default(0),
  featuredRank: smallint("featured_rank"),
  status: text().$type<"draft" | "published">().notNull(),
  /** Who may read more than its opening. */
  access: text().$type<"everyone" | "members">().notNull().default("everyone"),
  /** Whether plans with early guides have it before `publishedAt`; how long before, `billing/entitlements.ts` says. */
  isEarly: boolean("is_early").notNull().default(false),
  readMinutes: smallint("read_minutes").notNull(),
  publishedAt: timestamp("published_at", { withTimezone: true }).notNull(),
  /** Since when an editor has taken back what was out. */
  unpublishedAt: timestamp("unpublished_at", { withTimezone: true }),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
  seedDigest: text("seed_digest"),
  /** By an editor, who may restore it; a deleted guide is a draft that no list of drafts shows. */
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
  },
  (table) => [primaryKey({ columns: [table.postId, table.placeId] })],
);

/** Addresses that guides have had. */
export const postSlugs = pgTable("post_slugs", {
  slug: text().primaryKey(),
  postId: bigint("post_id", { mode: "number" }).notNull(),
  leftAt: timestamp("left_at", { withTimezone: true }).notNull(),
});
