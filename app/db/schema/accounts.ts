import { boolean, customType, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const ROLES = ["member", "business", "admin"] as const;
export type Role = (typeof ROLES)[number];

export const users = pgTable("users", {
  id: uuid().primaryKey().defaultRandom(),
  email: text(),
  name: text().notNull(),
  pictureUrl: text("picture_url"),
  role: text().$type<Role>().notNull().default("member"),
  neighborhoodSlug: text("neighborhood_slug"),
  isPublic: boolean("is_public").notNull().default(false),
  isDemo: boolean("is_demo").notNull().default(false),
  isPersona: boolean("is_persona").notNull().default(false),
  joinedAt: timestamp("joined_at", { withTimezone: true }).notNull(),
  suspendedAt: timestamp("suspended_at", { withTimezone: true }),
  deletedAt: timestamp("deleted_at", { withTimezone: true }),
});

const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

export const sessions = pgTable("sessions", {
  id: uuid().primaryKey().defaultRandom(),
  tokenHash: bytea("token_hash").notNull(),
  userId: uuid("user_id").notNull(),
  browser: text().notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  lastSeenAt: timestamp("last_seen_at", { withTimezone: true }).notNull(),
});
