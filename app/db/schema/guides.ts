import { bigint, boolean, pgTable, primaryKey, smallint, text, timestamp, uuid } from "drizzle-orm/pg-core";

import type { CategorySlug } from "#app/features/places/categories.ts";

export const authors = pgTable("authors", {
  slug: text().primaryKey(),
  name: text().notNull(),
  bio: text().notNull(),
  /** The editors as one, or somebody by name. */
  kind: text().$type<"team" | "person">().notNull().default("team"),
  /** Whose it is; null for one that several use, and once that person is gone. */
  userId: uuid("user_id"),
  /** Since when seed files leave it alone. */
  editedAt: timestamp("edited_at", { withTimezone: true }),
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
  /** Who signs it first; the others are its `postCoauthors`. */
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
  /** Since when anybody, and since when everybody has had it; kept by what is written when it is taken back. */
  firstSeenAt: timestamp("first_seen_at", { withTimezone: true }),
  firstOutAt: timestamp("first_out_at", { withTimezone: true }),
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
    /** Since when the guide names it; null where nobody knows. */
    namedAt: timestamp("named_at", { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.postId, table.placeId] })],
);

/** Addresses that guides have had. */
export const postSlugs = pgTable("post_slugs", {
  slug: text().primaryKey(),
  postId: bigint("post_id", { mode: "number" }).notNull(),
  leftAt: timestamp("left_at", { withTimezone: true }).notNull(),
});

/** Who signs a guide after its first author. */
export const postCoauthors = pgTable(
  "post_coauthors",
  {
    postId: bigint("post_id", { mode: "number" }).notNull(),
    position: smallint().notNull(),
    authorSlug: text("author_slug").notNull(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.position] })],
);
