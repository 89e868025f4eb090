import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

import type { Database } from "#app/db/database.server.ts";
import { plainText } from "#app/lib/plain-text.ts";
import type { Precision } from "#app/ui/counted.ts";

/** Counting a million rows takes longer than reading a page of them, and says no more. */
const COUNTED_MAX = 10_000;

export type BoundedCount = { count: number; precision: Precision };

/** How many rows there are, up to ten thousand. */
export async function boundedCount(db: Database, table: PgTable, where: SQL | undefined): Promise<BoundedCount> {
  const some = db
    .select({ one: sql<number>`1`.as("one") })
    .from(table)
    .where(where)
    .limit(COUNTED_MAX + 1);
  const count = await db.$count(some.as("some"));
  return count > COUNTED_MAX ? { count: COUNTED_MAX, precision: "at-least" } : { count, precision: "exact" };
}

/** Longer than any name. */
const WORDS_CHARACTERS_MAX = 100;

/** What somebody looks for, as typed into an address. */
export function searchedWords(typed: string): string {
  return plainText(typed).slice(0, WORDS_CHARACTERS_MAX).toWellFormed();
}

/** A pattern of `like` for texts that hold another; the texts are to be in lower case. */
export function containing(words: string): string {
  return `%${words.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
