import { and, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";

import { describeClosure } from "./closure.ts";
import type { PlacePage } from "../place.ts";

/** For closed places without a recorded kind of closure. */
export const CLOSED_LINE: PlacePage["hours"] = { tone: "closed", lead: "Closed", rest: "", stale: "Closed" };

type ClosureColumns = Pick<
  typeof places.$inferSelect,
  "status" | "closure" | "closedOn" | "successorId" | "reopensOn" | "isClosedByOwner"
>;

/** The notice at the top of a closed place's page. Null when the place is open as usual. */
export async function closureNotice(db: Database, row: ClosureColumns): Promise<PlacePage["closure"]> {
  const isListed = row.status === "published";
  const text = describeClosure({ ...row, isListed });
  if (text === null) return null;
  const [successor = null] =
    row.successorId === null
      ? []
      : await db
          .select({ slug: places.slug, name: places.name })
          .from(places)
          .where(and(eq(places.id, row.successorId), ne(places.status, "removed")));
  return { ...text, successor, isFinal: !isListed };
}

/** The slug of the listing that a merged duplicate redirects to. Null if there is none. */
export async function findSuccessorSlug(db: Database, slug: string): Promise<string | null> {
  // That listing may have been merged again since. Served by the keys of slugs and ids.
  const result = await db.execute(sql`
    with recursive way (id, slug, status, successor_id) as (
      select id, slug, status, successor_id from ${places} where slug = ${slug} and status = 'removed'
      union select p.id, p.slug, p.status, p.successor_id from way join ${places} p on p.id = way.successor_id
      where way.status = 'removed')
    select slug from way where status <> 'removed'`);
  return z.object({ rows: z.array(z.object({ slug: z.string() })) }).parse(result).rows[0]?.slug ?? null;
}
