import { and, eq, ne } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

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
  const successor = alias(places, "successor");
  const [row] = await db
    .select({ slug: successor.slug })
    .from(places)
    .innerJoin(successor, eq(successor.id, places.successorId))
    .where(and(eq(places.slug, slug), eq(places.status, "removed"), ne(successor.status, "removed")));
  return row?.slug ?? null;
}
