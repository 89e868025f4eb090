import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

import type { Database } from "#app/db/database.server.ts";
import { plainText } from "#app/lib/plain-text.ts";
import type { Precision } from "#app/ui/counted.ts";

/** Counting a million rows takes longer than reading a page of them, and says no more. */
const COUNTED_MAX = 10_000;

/** Whoever finds so many by words asks for others; and each has to be read to be counted. */
const FOUND_COUNTED_MAX = 1_000;

export type BoundedCount = { count: number; precision: Precision };

type Counted = { table: PgTable; where: SQL | undefined; words: string };

/** How many rows there are, up to ten thousand; of those that hold some words up to one thousand. */
export async function boundedCount(db: Database, counted: Counted): Promise<BoundedCount> {
  const max = counted.words === "" ? COUNTED_MAX : FOUND_COUNTED_MAX;
  const count = await db.$count(countedRows(db, counted).as("some"));
  return count > max ? { count: max, precision: "at-least" } : { count, precision: "exact" };
}

/** For the plan of it. */
export function countedRows(db: Database, { table, where, words }: Counted) {
  return db
    .select({ one: sql<number>`1`.as("one") })
    .from(table)
    .where(where)
    .limit((words === "" ? COUNTED_MAX : FOUND_COUNTED_MAX) + 1);
}

/** Longer than any name. */
const WORDS_CHARACTERS_MAX = 100;

/** What somebody looks for, as typed into an address. */
export function searchedWords(typed: string): string {
  return plainText(typed).slice(0, WORDS_CHARACTERS_MAX).toWellFormed();
}

/** An index of groups of three letters knows no less. */
const PART_CHARACTERS_MIN = 3;

/**
 * Whether a text in lower case holds these words; fewer than three letters are looked for where a word of it begins. Either is
 * served by an index of three letters each on the very same text.
 */
export function holds(text: SQL, words: string): SQL {
  const escaped = words.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`);
  if ([...words].length >= PART_CHARACTERS_MIN) return sql`${text} like ${`%${escaped}%`}`;
  return sql`(${text} like ${`${escaped}%`} or ${text} like ${`% ${escaped}%`})`;
}
