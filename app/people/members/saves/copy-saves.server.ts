import { sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";

type BetweenPlaces = { from: number; to: number };

/**
 * Copies the saves and list entries of a place to the place it is merged into. The originals stay, but aren't shown
 * while the merged place isn't published.
 */
export async function copySaves(db: Database, { from, to }: BetweenPlaces): Promise<void> {
  await db.execute(sql`
    insert into saved_places (user_id, place_id, saved_at)
    select user_id, ${to}, saved_at from saved_places where place_id = ${from} on conflict do nothing`);
  await db.execute(sql`
    insert into list_entries (list_id, place_id, position, note, added_at)
    select e.list_id, ${to}, (select max(position) + 1 from list_entries o where o.list_id = e.list_id), e.note, e.added_at
    from list_entries e where e.place_id = ${from} on conflict (list_id, place_id) do nothing`);
}

/** Undoes `copySaves`. Copies are recognized by having exactly the same timestamps as the originals. */
export async function undoCopySaves(db: Database, { from, to }: BetweenPlaces): Promise<void> {
  await db.execute(sql`
    delete from saved_places copy using saved_places own
    where copy.place_id = ${to} and own.place_id = ${from} and own.user_id = copy.user_id and own.saved_at = copy.saved_at`);
  await db.execute(sql`
    delete from list_entries copy using list_entries own
    where copy.place_id = ${to} and own.place_id = ${from} and own.list_id = copy.list_id and own.added_at = copy.added_at`);
}
