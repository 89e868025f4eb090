import { and, count, desc, eq, gte, inArray, ne, type SQL, sql } from "drizzle-orm";

import type { FactCounts } from "#app/db/columns/place-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { factConfirmations } from "#app/db/schema/corrections.ts";
import { factCounts, placeFacts, places } from "#app/db/schema/places.ts";
import { isCheckedSince } from "#app/guide/places/unconfirmed/fact-age.server.ts";
import { dcDayOn, dcToday, subtractDays } from "#app/lib/dc-time.ts";

const YEAR_DAYS = 365;

const isListed = eq(places.status, "published");

/** Counts all facts and stores the figures in place of the last ones. In a transaction, so that no page sees none. */
export async function storeFactCounts(db: Database, now: Date): Promise<void> {
  const [countedOn, counts] = [dcToday(now), await countFacts(db, now)];
  await db.transaction(async (tx) => {
    await tx.delete(factCounts).where(ne(factCounts.countedOn, countedOn));
    await tx
      .insert(factCounts)
      .values({ countedOn, counts })
      .onConflictDoUpdate({ target: factCounts.countedOn, set: { counts } });
  });
}

/** The figures of the last count. Before the first night they are counted at once: one statement more per kind of figure. */
export async function loadFactCounts(db: Database, now: Date): Promise<typeof factCounts.$inferSelect> {
  const [last] = await db.select().from(factCounts).orderBy(desc(factCounts.countedOn)).limit(1);
  return last ?? { countedOn: dcToday(now), counts: await countFacts(db, now) };
}

/** Reads all facts of listed places once: about a second per million facts. */
async function countFacts(db: Database, now: Date): Promise<FactCounts> {
  const today = dcToday(now);
  const sources = await countBySource(db, today);
  const hours = await db
    .select({
      category: places.categorySlug,
      places: count(),
      known: countWhere(sql`coalesce(${places.hours}::text, ${places.hoursText}) is not null`),
    })
    .from(places)
    .where(isListed)
    .groupBy(places.categorySlug)
    .orderBy(places.categorySlug);
  const month = await countMonth(db, `${today.slice(0, 7)}-01`);
  return { places: hours.reduce((sum, category) => sum + category.places, 0), sources, hours, month };
}

async function countBySource(db: Database, today: string): Promise<FactCounts["sources"]> {
  const since = (years: number) => isCheckedSince(placeFacts.checkedOn, subtractDays(today, years * YEAR_DAYS));
  return (
    db
      .select({
        sourceId: placeFacts.sourceId,
        thisYear: countWhere(since(1)),
        lastYear: countWhere(sql`${since(2)} and not ${since(1)}`),
        older: countWhere(sql`not ${since(2)}`),
        undated: countWhere(sql`${placeFacts.checkedOn} is null`),
      })
      .from(placeFacts)
      .innerJoin(places, and(eq(places.id, placeFacts.placeId), isListed))
      // The editors' order of their picks is no fact about a place.
      .where(ne(placeFacts.field, "ranks"))
      .groupBy(placeFacts.sourceId)
      .orderBy(desc(count()), placeFacts.sourceId)
  );
}

async function countMonth(db: Database, from: string): Promise<FactCounts["month"]> {
  const since = new Date(dcDayOn(from).startsMs);
  return {
    places: await db.$count(places, and(isListed, gte(places.createdAt, since))),
    facts: await db.$count(placeFacts, and(gte(placeFacts.recordedAt, since), ne(placeFacts.field, "ranks"))),
    confirmations: await db.$count(factConfirmations, gte(factConfirmations.confirmedAt, since)),
    closed: await db.$count(places, and(inArray(places.closure, ["permanent", "moved"]), gte(places.closedOn, from))),
  };
}

function countWhere(condition: SQL): SQL<number> {
  return sql<number>`(count(*) filter (where ${condition}))::int`;
}
