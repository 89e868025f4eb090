import { customType, date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

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
  },
  (table) => [primaryKey({ columns: [table.day, table.subject, table.key] })],
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
