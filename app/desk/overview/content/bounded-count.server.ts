import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

import type { Database } from "#app/db/database.server.ts";
import { normalizeText } from "#app/lib/plain-text.ts";
import type { CountPrecision } from "#app/ui/format-count.ts";

/** Counting a million rows takes longer than reading a page of them, and tells no more. */
const COUNTED_MAX = 10_000;

/** With this many results people refine their search, and each row has to be read to be counted. */
const SEARCH_COUNTED_MAX = 1_000;

export type BoundedCount = { count: number; precision: CountPrecision };

type CountInput = { table: PgTable; where: SQL | undefined; searchText: string };

/** Counts rows up to 10,000, or up to 1,000 when searching by text. */
export async function countUpTo(db: Database, input: CountInput): Promise<BoundedCount> {
  const max = input.searchText === "" ? COUNTED_MAX : SEARCH_COUNTED_MAX;
  const count = await db.$count(boundedCountQuery(db, input).as("some"));
  return count > max ? { count: max, precision: "at-least" } : { count, precision: "exact" };
}

/** Exported so that a test can check its query plan. */
export function boundedCountQuery(db: Database, { table, where, searchText }: CountInput) {
  return db
    .select({ one: sql<number>`1`.as("one") })
    .from(table)
    .where(where)
    .limit((searchText === "" ? COUNTED_MAX : SEARCH_COUNTED_MAX) + 1);
}

/** Longer than any name. */
const SEARCH_CHARACTERS_MAX = 100;

/** Normalizes the search text of a URL. */
export function normalizeSearchText(typed: string): string {
  return normalizeText(typed).slice(0, SEARCH_CHARACTERS_MAX).toWellFormed();
}

/** A trigram index can't find less. */
const TRIGRAM_CHARACTERS = 3;

/**
 * Whether a lowercase text contains a search text. Fewer than three letters match only at the start of a word. Both are
 * served by a trigram index on the same expression.
 */
export function containsText(text: SQL, searchText: string): SQL {
  const escaped = searchText.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`);
  if ([...searchText].length >= TRIGRAM_CHARACTERS) return sql`${text} like ${`%${escaped}%`}`;
  return sql`(${text} like ${`${escaped}%`} or ${text} like ${`% ${escaped}%`})`;
}
