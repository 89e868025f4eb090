import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Whether a source dates something to this day or later. A year or a month counts until its end. Null without a date. */
export function isCheckedSince(checkedOn: SQLWrapper, day: string): SQL<boolean> {
  return sql<boolean>`(${checkedOn} collate "C" >= left(${day}, length(${checkedOn})))`;
}
