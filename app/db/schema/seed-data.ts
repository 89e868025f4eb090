import { pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const seedLoads = pgTable("seed_loads", {
  digest: text().primaryKey(),
  loadedAt: timestamp("loaded_at", { withTimezone: true }).notNull(),
});
