import { and, desc, eq, inArray, lte, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { placeChanges, places } from "#app/db/schema/places.ts";

import type { PlaceChange } from "./correction-case.ts";
import { changedFieldLabel, changeWords } from "./fact-words.ts";

/** Changes of one place that an editor is shown, the last first. */
const CHANGES_SHOWN_MAX = 10;

/** What was changed of places, by the place's id. Served by place_changes_by_place. */
export async function placeHistories(db: Database, placeIds: number[]): Promise<Map<number, PlaceChange[]>> {
  if (placeIds.length === 0) return new Map();
  const ranked = db
    .select({
      id: placeChanges.id,
      rank: sql<number>`row_number() over (partition by ${placeChanges.placeId}
        order by ${placeChanges.changedAt} desc, ${placeChanges.id} desc)`.as("rank"),
    })
    .from(placeChanges)
    .where(inArray(placeChanges.placeId, placeIds))
    .as("ranked");
  const rows = await db
    .select({ change: placeChanges, editor: { name: users.name } })
    .from(placeChanges)
    .innerJoin(ranked, and(eq(ranked.id, placeChanges.id), lte(ranked.rank, CHANGES_SHOWN_MAX)))
    .leftJoin(users, eq(users.id, placeChanges.changedBy))
    .orderBy(desc(placeChanges.changedAt), desc(placeChanges.id));
  const names = await successorNames(db, placeIds);
  const nameOf = (placeId: number) => names.get(placeId) ?? "a place that is gone";
  const byPlace = Map.groupBy(rows, ({ change }) => change.placeId);
  return new Map(
    [...byPlace].map(([placeId, changes]) => [
      placeId,
      changes.map(({ change: { id, field, before, after, changedAt }, editor }) => ({
        id,
        label: changedFieldLabel(field),
        before: changeWords(field, before, nameOf),
        after: changeWords(field, after, nameOf),
        changedLabel: instant.format(changedAt),
        changedBy: editor === null ? nobodyWords(before, after) : editor.name || "Anonymous",
      })),
    ]),
  );
}

/** Reports alone mark a place as reported closed, and its day opens it; all else somebody did whose account is gone. */
function nobodyWords(before: unknown, after: unknown): string {
  if (ReportedClosed.safeParse(after).success) return "Several reports";
  if (ClosedForAWhile.safeParse(before).success && Open.safeParse(after).success) return "The day it was to open again";
  return "Somebody who has left";
}

const ReportedClosed = z.object({ closure: z.literal("reported") });
const ClosedForAWhile = z.object({ closure: z.literal("temporary") });
const Open = z.object({ closure: z.null(), status: z.literal("published") });

/** What the places are called that any of these ever led to. */
async function successorNames(db: Database, placeIds: number[]): Promise<Map<number, string>> {
  const led = sql`select (led.value ->> 'successorId')::bigint from place_changes made,
    jsonb_path_query(jsonb_build_array(made.before, made.after), '$[*]') led (value)
    where made.field = 'closure' and ${inArray(sql`made.place_id`, placeIds)}`;
  const rows = await db
    .select({ id: places.id, name: places.name })
    .from(places)
    .where(sql`${places.id} in (${led})`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const instant = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
