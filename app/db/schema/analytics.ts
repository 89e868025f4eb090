import { boolean, customType, date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

import type { ViewSubject } from "#app/features/analytics/view-subject.ts";

const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

export const viewDays = pgTable(
  "view_days",
  {
    day: date().notNull(),
    subject: text().$type<ViewSubject>().notNull(),
    key: text().notNull(),
    views: integer().notNull(),
    visitors: integer().notNull(),
    /** Invented, and not counted; such rows stand beside the counted ones of the same day. */
    isDemo: boolean("is_demo").notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.day, table.subject, table.key, table.isDemo] })],
);

export const visitorSalts = pgTable("visitor_salts", {
  day: date().primaryKey(),
  salt: bytea().notNull(),
});

export const visitorMarks = pgTable(
  "visitor_marks",
  {
    day: date().notNull(),
    subject: text().$type<ViewSubject>().notNull(),
    key: text().notNull(),
    mark: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.subject, table.key, table.mark] })],
);
