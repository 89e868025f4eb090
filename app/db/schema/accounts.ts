import { boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

import { bytea } from "../bytea.ts";

export const ROLES = ["member", "business", "admin"] as const;
export type Role = (typeof ROLES)[number];

export const users = pgTable("users", {
  id: uuid().primaryKey().defaultRandom(),
  email: text(),
  name: text().notNull(),
  /** The member chose the name here, so later sign-ins don't overwrite it. */
  hasCustomName: boolean("has_custom_name").notNull().default(false),
  /** The sign-in provider's picture; shown only once a copy of it is the member's picture. */
  pictureUrl: text("picture_url"),
  role: text().$type<Role>().notNull().default("member"),
  neighborhoodSlug: text("neighborhood_slug"),
  isPublic: boolean("is_public").notNull().default(false),
  /** Whether notifications are also sent by email. */
  hasEmailNotifications: boolean("has_email_notifications").notNull().default(false),
  isDemo: boolean("is_demo").notNull().default(false),
  isPersona: boolean("is_persona").notNull().default(false),
  /** 1 at the first sign-in, incremented with each change of the profile. */
  profileVersion: integer("profile_version").notNull().default(1),
  joinedAt: timestamp("joined_at", { withTimezone: true }).notNull(),
  suspendedAt: timestamp("suspended_at", { withTimezone: true }),
  /** Shown to the member. */
  suspensionReason: text("suspension_reason"),
  /** Null: until an editor lifts the suspension. */
  suspendedUntil: timestamp("suspended_until", { withTimezone: true }),
  deletedAt: timestamp("deleted_at", { withTimezone: true }),
});

export const identities = pgTable(
  "identities",
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: uuid("user_id").notNull(),
    linkedAt: timestamp("linked_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
);

export const signInAttempts = pgTable("sign_in_attempts", {
  secretHash: bytea("secret_hash").primaryKey(),
  state: text().notNull(),
  nonce: text().notNull(),
  codeVerifier: text("code_verifier").notNull(),
  returnTo: text("return_to").notNull(),
  startedAt: timestamp("started_at", { withTimezone: true }).notNull(),
});

export const sessions = pgTable("sessions", {
  id: uuid().primaryKey().defaultRandom(),
  tokenHash: bytea("token_hash").notNull(),
  userId: uuid("user_id").notNull(),
  browser: text().notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  lastSeenAt: timestamp("last_seen_at", { withTimezone: true }).notNull(),
});
