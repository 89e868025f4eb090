import { and, eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placeVisitorHashes } from "#app/db/schema/analytics.ts";
import { dcToday } from "#app/lib/dc-time.ts";

import { loadDailySalt } from "../counters/view-counter.server.ts";
import { addVisitorHashes, keyedHash, visitorKey } from "./visitor-hashes.server.ts";

/** A visitor on one day, who can't be identified and isn't recognized the next day. */
export type DailyVisitor = { day: string; key: Uint8Array };

export async function identifyDailyVisitor(
  db: Database,
  { address, userAgent, now }: { address: string; userAgent: string; now: Date },
): Promise<DailyVisitor> {
  const day = dcToday(now);
  return { day, key: visitorKey(await loadDailySalt(db, day), { address, userAgent }) };
}

/** A token that recognizes the visitor today, for one purpose only. */
export function visitorToken({ key }: DailyVisitor, purpose: string): string {
  return keyedHash(key, [purpose]).toString(36);
}

/**
 * Takes one of a visitor's limited uses of something for today, stored as hashes that are deleted at midnight.
 *
 * @returns False when all uses are taken.
 */
export async function takeDailyUse(
  db: Database,
  visitor: DailyVisitor,
  { what, max }: { what: string; max: number },
): Promise<boolean> {
  const hashes = hashUses(visitor, what, max);
  const taken = await findTaken(db, visitor.day, hashes);
  for (const hash of hashes) {
    if (taken.has(hash)) continue;
    // Another request may have taken it in the meantime.
    if ((await addVisitorHashes(db, visitor.day, [hash])).size > 0) return true;
  }
  return false;
}

/** Which of these things have no uses left today. */
export async function findExhaustedUses(
  db: Database,
  visitor: DailyVisitor,
  { whats, max }: { whats: readonly string[]; max: number },
): Promise<Set<string>> {
  const byWhat = whats.map((what) => ({ what, hashes: hashUses(visitor, what, max) }));
  const taken = await findTaken(
    db,
    visitor.day,
    byWhat.flatMap(({ hashes }) => hashes),
  );
  return new Set(byWhat.filter(({ hashes }) => hashes.every((hash) => taken.has(hash))).map(({ what }) => what));
}

function hashUses({ key }: DailyVisitor, what: string, max: number): bigint[] {
  return Array.from({ length: max }, (_, time) => keyedHash(key, [what, time]));
}

/** Served by the key of place_visitor_hashes. */
async function findTaken(db: Database, day: string, hashes: bigint[]): Promise<Set<bigint>> {
  if (hashes.length === 0) return new Set();
  const rows = await db
    .select({ hash: placeVisitorHashes.hash })
    .from(placeVisitorHashes)
    .where(and(eq(placeVisitorHashes.day, day), inArray(placeVisitorHashes.hash, hashes)));
  return new Set(rows.map(({ hash }) => hash));
}
