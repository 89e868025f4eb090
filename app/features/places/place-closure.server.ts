import { and, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";

import { closureWords } from "./closure.ts";
import type { PlacePage } from "./place.ts";

/** Of places that were closed before anybody wrote down how. */
export const CLOSED_LINE: PlacePage["hours"] = { tone: "closed", lead: "Closed", rest: "", stale: "Closed" };

type ClosureColumns = Pick<
  typeof places.$inferSelect,
  "status" | "closure" | "closedOn" | "successorId" | "reopensOn" | "isClosedByOwner"
>;

/** What the page of a place says first when it isn't open as usual. */
export async function closureNotice(db: Database, row: ClosureColumns): Promise<PlacePage["closure"]> {
  const isListed = row.status === "published";
  const words = closureWords({ ...row, isListed });
  if (words === null) return null;
  const [successor = null] =
    row.successorId === null
      ? []
      : await db
          .select({ slug: places.slug, name: places.name })
          .from(places)
          .where(and(eq(places.id, row.successorId), ne(places.status, "removed")));
  return { ...words, successor, isFinal: !isListed };
}

/** Where a listing that was there twice leads: the address of the one that stays. Null: nowhere. */
export async function successorOf(db: Database, slug: string): Promise<string | null> {
  // The one that stayed may have gone into a third since. Served by the keys of slugs and ids.
  const result = await db.execute(sql`
    with recursive way (id, slug, status, successor_id) as (
      select id, slug, status, successor_id from ${places} where slug = ${slug} and status = 'removed'
      union select p.id, p.slug, p.status, p.successor_id from way join ${places} p on p.id = way.successor_id
      where way.status = 'removed')
    select slug from way where status <> 'removed'`);
  return z.object({ rows: z.array(z.object({ slug: z.string() })) }).parse(result).rows[0]?.slug ?? null;
}
