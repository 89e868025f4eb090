import { and, desc, eq, inArray, lte, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { placeChanges, places } from "#app/db/schema/places.ts";
import { formatInstant } from "#app/lib/format-time.ts";

import type { PlaceChange } from "../review/correction-case.ts";
import { changedFieldLabel, formatChange } from "./format-fact.ts";

/** Changes of one place shown to an editor, latest first. */
const CHANGES_SHOWN_MAX = 10;

/** Changes of places, by place id. Served by place_changes_by_place. */
export async function loadPlaceHistories(db: Database, placeIds: number[]): Promise<Map<number, PlaceChange[]>> {
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
  const nameOf = (placeId: number) => names.get(placeId) ?? "a deleted place";
  const byPlace = Map.groupBy(rows, ({ change }) => change.placeId);
  return new Map(
    [...byPlace].map(([placeId, changes]) => [
      placeId,
      changes.map(({ change: { id, field, before, after, changedAt }, editor }) => ({
        id,
        label: changedFieldLabel(field),
        before: formatChange(field, before, nameOf),
        after: formatChange(field, after, nameOf),
        changedLabel: formatInstant(changedAt),
        changedBy: editor === null ? formatUnknownAuthor(before, after) : editor.name || "Anonymous",
      })),
    ]),
  );
}

/** The author of a change without a user: reports, a daily job, or a deleted account. */
function formatUnknownAuthor(before: unknown, after: unknown): string {
  if (ReportedClosed.safeParse(after).success) return "Several reports";
  if (TemporarilyClosed.safeParse(before).success && Open.safeParse(after).success) return "Scheduled reopening";
  if (MayHaveClosed.safeParse(after).success) return "No confirmation for a long time";
  if (MayHaveClosed.safeParse(before).success) return "Confirmed again";
  return "A deleted account";
}

const ReportedClosed = z.object({ closure: z.literal("reported") });
const TemporarilyClosed = z.object({ closure: z.literal("temporary") });
const MayHaveClosed = z.object({ closure: z.enum(["unconfirmed", "unlisted"]) });
const Open = z.object({ closure: z.null(), status: z.literal("published") });

/** Names of all current and former successors of these places. */
async function successorNames(db: Database, placeIds: number[]): Promise<Map<number, string>> {
  const successorIds = sql`select (led.value ->> 'successorId')::bigint from place_changes made,
    jsonb_path_query(jsonb_build_array(made.before, made.after), '$[*]') led (value)
    where made.field = 'closure' and ${inArray(sql`made.place_id`, placeIds)}`;
  const rows = await db
    .select({ id: places.id, name: places.name })
    .from(places)
    .where(sql`${places.id} in (${successorIds})`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
