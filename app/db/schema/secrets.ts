import { pgTable, text } from "drizzle-orm/pg-core";

/** Keys that the site signs with, one per use. 0001-core.sql creates them, and nothing changes them. */
export const secrets = pgTable("secrets", {
  name: text().$type<"forms" | "bounces" | "slots">().primaryKey(),
  value: text().notNull(),
});
