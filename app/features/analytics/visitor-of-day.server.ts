import { and, eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placeMarks } from "#app/db/schema/analytics.ts";
import { dcToday } from "#app/features/places/dc-calendar.ts";

import { saltOf } from "./view-counter.server.ts";
import { addMarks, keyedNumber, visitorKey } from "./visitor-marks.server.ts";

/** Somebody on one day: nobody can tell who, nor know them again on the next. */
export type VisitorOfDay = { day: string; key: Uint8Array };

export async function visitorOfDay(
  db: Database,
  { address, userAgent, now }: { address: string; userAgent: string; now: Date },
): Promise<VisitorOfDay> {
  const day = dcToday(now);
  return { day, key: visitorKey(await saltOf(db, day), { address, userAgent }) };
}

/** By which a visitor is known again today for one purpose, and for no other. */
export function visitorNumber({ key }: VisitorOfDay, purpose: string): string {
  return keyedNumber(key, [purpose]).toString(36);
}

/**
 * Takes one of so many times that something may happen to a visitor in a day, among the marks that go at midnight.
 *
 * @returns False when all are taken.
 */
export async function takeTime(
  db: Database,
  visitor: VisitorOfDay,
  { what, max }: { what: string; max: number },
): Promise<boolean> {
  const marks = marksOf(visitor, what, max);
  const taken = await takenOf(db, visitor.day, marks);
  for (const mark of marks) {
    if (taken.has(mark)) continue;
    // Another request may have taken it meanwhile.
    if ((await addMarks(db, visitor.day, [mark])).size > 0) return true;
  }
  return false;
}

/** For which of some things all times of today are taken. */
export async function withoutTimeLeft(
  db: Database,
  visitor: VisitorOfDay,
  { whats, max }: { whats: readonly string[]; max: number },
): Promise<Set<string>> {
  const byWhat = whats.map((what) => ({ what, marks: marksOf(visitor, what, max) }));
  const taken = await takenOf(
    db,
    visitor.day,
    byWhat.flatMap(({ marks }) => marks),
  );
  return new Set(byWhat.filter(({ marks }) => marks.every((mark) => taken.has(mark))).map(({ what }) => what));
}

function marksOf({ key }: VisitorOfDay, what: string, max: number): bigint[] {
  return Array.from({ length: max }, (_, time) => keyedNumber(key, [what, time]));
}

/** Served by the key of place_marks. */
async function takenOf(db: Database, day: string, marks: bigint[]): Promise<Set<bigint>> {
  if (marks.length === 0) return new Set();
  const rows = await db
    .select({ mark: placeMarks.mark })
    .from(placeMarks)
    .where(and(eq(placeMarks.day, day), inArray(placeMarks.mark, marks)));
  return new Set(rows.map(({ mark }) => mark));
}
