import { and, asc, between, count, eq, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { excludedColumns } from "#app/db/excluded-columns.ts";
import { sourceRuns, websiteReadings } from "#app/db/schema/live-sources.ts";
import { places } from "#app/db/schema/places.ts";
import { openSourceQuestion } from "#app/business/corrections/suggest/source-question.server.ts";
import type { LiveRecord } from "#app/desk/imports/readers/read-live-record.ts";
import { findWebsite } from "#app/desk/imports/readers/parse-fields.ts";
import { OWN_WEBSITE } from "#app/desk/imports/mapping/import-source.ts";
import { addSource } from "#app/guide/places/facts/imported-places.server.ts";
import { dcToday } from "#app/lib/dc-time.ts";
import { DAY_MS } from "#app/lib/duration.ts";

import type { SitePlace } from "./site-facts.ts";
import type { Visit } from "./visit-website.server.ts";

/** The shortest time between two readings of a place's website. */
const READING_DAYS = 7;
/** Places whose websites are read within a day. */
const SITES_PER_DAY_MAX = 500;
/** Readings in a row after which the editors are asked about a website that is gone, parked or moved. */
const MISSING_READINGS_MAX = 3;
const RECORDS_PER_PIECE = 500;

type ReadingRow = typeof websiteReadings.$inferSelect;

/** A place whose website is due, with its last reading. */
export type DueWebsite = { place: SitePlace; last: ReadingRow | null };

/** The host of a website, without "www.". */
const hostOf = sql<string>`lower(substring(${places.website} from '^https?://(?:www\\.)?([^/:?#]+)'))`;

/**
 * The listed places whose websites weren't read for a week, those first that were never read or longest ago. Fewer when many
 * were read within the last day.
 */
export async function listDueWebsites(db: Database, now: Date): Promise<DueWebsite[]> {
  const [today] = await db
    .select({ count: count() })
    .from(websiteReadings)
    .where(between(websiteReadings.readAt, new Date(now.getTime() - DAY_MS), now));
  const limit = Math.max(0, SITES_PER_DAY_MAX - (today?.count ?? 0));
  const isListed = and(eq(places.status, "published"), sql`${places.website} ~ '^https?://'`);
  const hosts = db
    .select({ host: hostOf.as("host"), placeCount: count().as("place_count") })
    .from(places)
    .where(isListed)
    .groupBy(hostOf)
    .as("hosts");
  const rows = await db
    .select({ place: places, last: websiteReadings, placeCount: hosts.placeCount })
    .from(places)
    .innerJoin(hosts, eq(hosts.host, hostOf))
    .leftJoin(websiteReadings, eq(websiteReadings.placeId, places.id))
    .where(
      and(
        isListed,
        or(
          isNull(websiteReadings.readAt),
          lte(websiteReadings.readAt, new Date(now.getTime() - READING_DAYS * DAY_MS)),
        ),
      ),
    )
    .orderBy(sql`${websiteReadings.readAt} nulls first`, asc(places.id))
    .limit(limit);
  return rows.flatMap(({ place, last, placeCount }) => {
    const { id, name, otherNames, type, street, quadrant, phone, website } = place;
    if (website === null) return [];
    return { place: { id, name, otherNames, type, street, quadrant, phone, website, isShared: placeCount > 1 }, last };
  });
}

/** Whether the source has a run: it may have been stopped meanwhile. Served by source_runs_current. */
export async function hasWebsitesRun(db: Database): Promise<boolean> {
  return (await db.$count(sourceRuns, and(eq(sourceRuns.source, "websites"), isNull(sourceRuns.endedAt)))) > 0;
}

/** Saves what reading websites came to, and asks the editors about those that are gone. */
export async function saveReadings(
  db: Database,
  { visits, now }: { visits: { due: DueWebsite; visit: Visit }[]; now: Date },
): Promise<void> {
  const ids = visits.map(({ due }) => due.place.id);
  await db.transaction(async (tx) => {
    // A place may have been deleted while its website was read.
    const existing = await tx.select({ id: places.id }).from(places).where(inArray(places.id, ids)).for("key share");
    const existingIds = new Set(existing.map(({ id }) => id));
    const rows = visits.filter(({ due }) => existingIds.has(due.place.id)).map((each) => readingOf(each, now));
    if (rows.length === 0) return;
    await tx
      .insert(websiteReadings)
      .values(rows)
      .onConflictDoUpdate({
        target: websiteReadings.placeId,
        set: excludedColumns(websiteReadings, [
          "website",
          "readAt",
          "outcome",
          "detail",
          "missingCount",
          "facts",
          "factsOn",
        ]),
      });
    const missing = rows.filter(
      ({ outcome, missingCount }) => isMissing(outcome) && missingCount >= MISSING_READINGS_MAX,
    );
    if (missing.length > 0) await addSource(tx, OWN_WEBSITE);
    for (const row of missing) await askAboutWebsite(tx, { row, now });
  });
}

function readingOf({ due: { place, last }, visit }: { due: DueWebsite; visit: Visit }, now: Date): ReadingRow {
  // Of another website nothing is known.
  const before = last?.website === place.website ? last : null;
  const missingBefore = before?.missingCount ?? 0;
  const { outcome } = visit;
  const isRead = outcome === "read";
  return {
    placeId: place.id,
    website: place.website,
    readAt: now,
    outcome,
    detail: isRead ? null : visit.detail.slice(0, 500),
    missingCount: isRead ? 0 : isMissing(outcome) ? Math.min(missingBefore + 1, 1_000) : missingBefore,
    facts: isRead ? visit.facts : (before?.facts ?? null),
    factsOn: isRead ? dcToday(now) : (before?.factsOn ?? null),
  };
}

function isMissing(outcome: ReadingRow["outcome"]): boolean {
  return outcome !== "read" && outcome !== "unread";
}

const MISSING_TEXTS = {
  gone: "Its website has been gone for three weeks in a row",
  parked: "Its website’s domain has been for sale or unused for three weeks in a row",
  moved: "Its website has led to another domain for three weeks in a row",
};

async function askAboutWebsite(db: Database, { row, now }: { row: ReadingRow; now: Date }): Promise<void> {
  const { placeId, website, outcome, detail } = row;
  if (outcome === "read" || outcome === "unread") return;
  const after = outcome === "moved" ? findWebsite(detail ?? "") : null;
  const change = after === null ? "remove its website" : "use the new one";
  await openSourceQuestion(db, {
    placeId,
    sourceId: OWN_WEBSITE.id,
    checkedOn: dcToday(row.readAt),
    content: { kind: "edit", changes: [{ field: "website", before: website, after }] },
    note: `${MISSING_TEXTS[outcome]}. ${(detail ?? "").slice(0, 250)} Is the place still there? Approve to ${change}, reject to keep it.`,
    now,
  });
}

/**
 * What the websites of listed places said when they were last read, by the id of the place. What a website said that the place
 * doesn't have any more is left out.
 *
 * @param after The place behind which the list begins.
 */
export async function listSiteRecords(
  db: Database,
  after: number,
): Promise<{ records: LiveRecord[]; lastId: number | null }> {
  const rows = await db
    .select({ reading: websiteReadings, name: places.name })
    .from(websiteReadings)
    .innerJoin(
      places,
      and(
        eq(places.id, websiteReadings.placeId),
        eq(places.website, websiteReadings.website),
        eq(places.status, "published"),
      ),
    )
    .where(gt(websiteReadings.placeId, after))
    .orderBy(asc(websiteReadings.placeId))
    .limit(RECORDS_PER_PIECE);
  const records = rows.flatMap(({ reading: { placeId, website, facts, factsOn }, name }) => {
    if (facts === null || factsOn === null) return [];
    const { closure = null, ...said } = facts;
    // A few are listed in another form than the import writes.
    const confirmed = findWebsite(website) === website ? { website } : {};
    return [{ id: website, placeId, name, checkedOn: factsOn, closure, facts: { ...confirmed, ...said } }];
  });
  return { records, lastId: rows.at(-1)?.reading.placeId ?? null };
}
