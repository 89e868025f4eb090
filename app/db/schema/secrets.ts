import { pgTable, text } from "drizzle-orm/pg-core";

/** Keys that the site signs with, one per use. Migrations create them, and nothing changes them. */
export const secrets = pgTable("secrets", {
  name: text().$type<"forms" | "bounces" | "slots" | "search-alerts">().primaryKey(),
  value: text().notNull(),
});
