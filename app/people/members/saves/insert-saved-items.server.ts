import type { Database } from "#app/db/database.server.ts";
import { listEntries, lists, savedGuides, savedPlaces } from "#app/db/schema/members.ts";
import { chunks } from "#app/lib/chunks.ts";

const ROWS_PER_INSERT = 1_000;

export async function addSaves(
  db: Database,
  rows: { places: (typeof savedPlaces.$inferInsert)[]; guides: (typeof savedGuides.$inferInsert)[] },
): Promise<void> {
  for (const chunk of chunks(rows.places, ROWS_PER_INSERT)) await db.insert(savedPlaces).values(chunk);
  for (const chunk of chunks(rows.guides, ROWS_PER_INSERT)) await db.insert(savedGuides).values(chunk);
}

/** Inserts lists with their entries in order. */
export async function addLists(
  db: Database,
  rows: {
    list: typeof lists.$inferInsert & { id: string };
    entries: Pick<typeof listEntries.$inferInsert, "placeId" | "note">[];
  }[],
): Promise<void> {
  const entries = rows.flatMap(({ list, entries: listed }) =>
    listed.map((entry, position) => ({ ...entry, listId: list.id, position, addedAt: list.createdAt })),
  );
  for (const chunk of chunks(rows, ROWS_PER_INSERT)) await db.insert(lists).values(chunk.map(({ list }) => list));
  for (const chunk of chunks(entries, ROWS_PER_INSERT)) await db.insert(listEntries).values(chunk);
}
