import { createGzip } from "node:zlib";
import { pipeline } from "node:stream";

import { and, asc, gt, inArray, isNull, ne, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { dailyPlaceStats, monthlyPlaceStats, dailyViews } from "#app/db/schema/analytics.ts";
import { posts } from "#app/db/schema/guides.ts";
import { neighborhoods, neighborhoodStations } from "#app/db/schema/neighborhoods.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { findGuideWithDraft } from "#app/desk/editor/draft/drafts.server.ts";
import { formatGuideFile } from "#app/desk/editor/publish/guide-file.server.ts";
import { toByteStream } from "#app/lib/byte-stream.ts";
import { formatCsv } from "#app/lib/csv.ts";
import { TarWriter } from "#app/lib/tar.ts";

import { CONTENT_EXPORTS, type ExportName } from "./exports.ts";

/** Rows in memory at once. */
const ROWS_PER_PART = 500;

/** Generates a file part by part, as it is sent. */
export function streamExport(db: Database, name: Exclude<ExportName, "everything.tar.gz">): AsyncGenerator<string> {
  return WRITERS[name](db);
}

const WRITERS: Record<Exclude<ExportName, "everything.tar.gz">, (db: Database) => AsyncGenerator<string>> = {
  "places.json": (db) => jsonList(placeRows(db)),
  "places.csv": placesCsv,
  "guides.json": (db) => jsonList(guideRows(db)),
  "neighborhoods.json": (db) => jsonList(neighborhoodRows(db)),
  "neighborhoods.csv": neighborhoodsCsv,
  "figures.csv": viewsCsv,
  "place-figures.csv": placeFiguresCsv,
};

/** A compressed archive of all content files and of each guide as Markdown, created as it is read. */
export function streamExportArchive(db: Database, now: Date): ReadableStream<Uint8Array> {
  const archive = new TarWriter(now);
  // When the reader stops, adding fails and nothing is left to do; an error here fails the body.
  addContent(archive, db).catch((error: unknown) => archive.fail(error));
  const packed = createGzip();
  pipeline(archive.bytes, packed, () => {});
  return toByteStream(packed);
}

/** A tar header holds the file's length, so each file is complete in memory. The longest needs a few kilobytes per place. */
async function addContent(archive: TarWriter, db: Database): Promise<void> {
  for (const name of CONTENT_EXPORTS) {
    if (name === "everything.tar.gz") continue;
    const parts: Buffer[] = [];
    for await (const part of streamExport(db, name)) parts.push(Buffer.from(part));
    await archive.add(`rowhouse/${name}`, Buffer.concat(parts));
  }
  for await (const { id, slug } of guideIds(db)) {
    const opened = await findGuideWithDraft(db, id);
    if (opened === null) continue;
    const { document, post } = opened;
    const text = formatGuideFile(document, post.status === "published" ? post.publishedAt : null);
    await archive.add(`rowhouse/guides/${slug.slice(0, SLUG_CHARACTERS_MAX)}.md`, Buffer.from(text));
  }
  archive.end();
}

/** Leaves room for the folder names in a tar header. */
const SLUG_CHARACTERS_MAX = 80;

/** A JSON array with one entry per line. */
async function* jsonList(rows: AsyncGenerator): AsyncGenerator<string> {
  yield "[";
  let isFirst = true;
  for await (const row of rows) {
    yield `${isFirst ? "\n" : ",\n"}${JSON.stringify(row)}`;
    isFirst = false;
  }
  yield "\n]\n";
}

type PlaceRow = typeof places.$inferSelect;

/** All places but deleted and merged ones, which can't be edited. Paged by the primary key. */
async function* placePages(db: Database): AsyncGenerator<PlaceRow[]> {
  let last = 0;
  for (;;) {
    const page = await db
      .select()
      .from(places)
      .where(and(gt(places.id, last), ne(places.status, "removed")))
      .orderBy(asc(places.id))
      .limit(ROWS_PER_PART);
    if (page.length > 0) yield page;
    if (page.length < ROWS_PER_PART) return;
    last = page.at(-1)?.id ?? last;
  }
}

async function* placeRows(db: Database): AsyncGenerator {
  for await (const page of placePages(db)) {
    const ids = page.map(({ id }) => id);
    const facts = await db
      .select()
      .from(placeFacts)
      .where(inArray(placeFacts.placeId, ids))
      .orderBy(asc(placeFacts.field));
    const factsOf = Map.groupBy(facts, ({ placeId }) => placeId);
    for (const place of page) {
      yield {
        slug: place.slug,
        status: place.status,
        closure: place.closure,
        closedOn: place.closedOn,
        updatedAt: place.updatedAt,
        facts: (factsOf.get(place.id) ?? []).map(({ field, value, sourceId, sourceRecord, checkedOn }) => ({
          field,
          value,
          source: sourceId,
          sourceRecord,
          checkedOn,
        })),
      };
    }
  }
}

async function* placesCsv(db: Database): AsyncGenerator<string> {
  yield formatCsv([PLACE_COLUMNS]);
  for await (const page of placePages(db)) {
    yield formatCsv(
      page.map((place) => [
        place.slug,
        place.name,
        place.categorySlug,
        place.type,
        place.neighborhoodSlug,
        place.street,
        place.quadrant,
        place.zip,
        place.lat,
        place.lng,
        place.priceRange,
        place.phone,
        place.website,
        place.hours === null ? place.hoursText : JSON.stringify(place.hours),
        place.otherNames.join("; "),
        place.summary,
        place.description,
        place.status,
        place.updatedAt.toISOString(),
      ]),
    );
  }
}

const PLACE_COLUMNS = [
  "slug",
  "name",
  "category",
  "type",
  "neighborhood",
  "street",
  "quadrant",
  "zip",
  "lat",
  "lng",
  "price_range",
  "phone",
  "website",
  "hours",
  "other_names",
  "summary",
  "description",
  "status",
  "updated_at",
];

async function* guideIds(db: Database): AsyncGenerator<{ id: number; slug: string }> {
  let last = 0;
  for (;;) {
    const page = await db
      .select({ id: posts.id, slug: posts.slug })
      .from(posts)
      .where(and(gt(posts.id, last), isNull(posts.deletedAt)))
      .orderBy(asc(posts.id))
      .limit(ROWS_PER_PART);
    yield* page;
    if (page.length < ROWS_PER_PART) return;
    last = page.at(-1)?.id ?? last;
  }
}

/** Guides as they are in the editor, because unpublished changes would be lost otherwise. */
async function* guideRows(db: Database): AsyncGenerator {
  for await (const { id } of guideIds(db)) {
    const opened = await findGuideWithDraft(db, id);
    if (opened === null) continue;
    const { document, post } = opened;
    yield { ...document, status: post.status, publishedAt: post.publishedAt, updatedAt: post.updatedAt };
  }
}

async function* neighborhoodRows(db: Database): AsyncGenerator {
  const stations = await db.select().from(neighborhoodStations).orderBy(asc(neighborhoodStations.position));
  const stationsOf = Map.groupBy(stations, ({ neighborhoodSlug }) => neighborhoodSlug);
  for (const row of await db.select().from(neighborhoods).orderBy(asc(neighborhoods.slug))) {
    const { seedDigest: _digest, streetPlan: _plan, ...texts } = row;
    yield { ...texts, stations: (stationsOf.get(row.slug) ?? []).map(({ stationSlug }) => stationSlug) };
  }
}

async function* neighborhoodsCsv(db: Database): AsyncGenerator<string> {
  yield formatCsv([["slug", "name", "kind", "quadrants", "summary", "description", "lat", "lng", "updated_at"]]);
  const rows = await db.select().from(neighborhoods).orderBy(asc(neighborhoods.slug));
  yield formatCsv(
    rows.map((row) => [
      row.slug,
      row.name,
      row.kind,
      row.quadrants.join(" "),
      row.summary,
      row.description,
      row.centerLat,
      row.centerLng,
      row.updatedAt.toISOString(),
    ]),
  );
}

/** Real views only, without demo data. Paged by the primary key. */
async function* viewsCsv(db: Database): AsyncGenerator<string> {
  yield formatCsv([["day", "subject", "key", "views", "visitors"]]);
  let last = { day: "0001-01-01", subject: "", key: "" };
  for (;;) {
    const rows = await db
      .select()
      .from(dailyViews)
      .where(
        and(
          sql`(${dailyViews.day}, ${dailyViews.subject}, ${dailyViews.key}) > (${last.day}::date, ${last.subject}, ${last.key})`,
          sql`not ${dailyViews.isDemo}`,
        ),
      )
      .orderBy(asc(dailyViews.day), asc(dailyViews.subject), asc(dailyViews.key))
      .limit(ROWS_PER_PART);
    yield formatCsv(rows.map(({ day, subject, key, views, visitors }) => [day, subject, key, views, visitors]));
    if (rows.length < ROWS_PER_PART) return;
    last = rows.at(-1) ?? last;
  }
}

/** Days first, then the months that older days were rolled up into. */
async function* placeFiguresCsv(db: Database): AsyncGenerator<string> {
  yield formatCsv([["place", "from", "span", "metric", "count", "visitors"]]);
  let last = 0;
  for (;;) {
    const page = await db
      .select({ id: places.id, slug: places.slug })
      .from(places)
      .where(gt(places.id, last))
      .orderBy(asc(places.id))
      .limit(PLACES_PER_PART);
    const ids = page.map(({ id }) => id);
    const slugOf = new Map(page.map(({ id, slug }) => [id, slug]));
    const days = await db
      .select()
      .from(dailyPlaceStats)
      .where(inArray(dailyPlaceStats.placeId, ids))
      .orderBy(asc(dailyPlaceStats.placeId), asc(dailyPlaceStats.day), asc(dailyPlaceStats.metric));
    const months = await db
      .select()
      .from(monthlyPlaceStats)
      .where(inArray(monthlyPlaceStats.placeId, ids))
      .orderBy(asc(monthlyPlaceStats.placeId), asc(monthlyPlaceStats.month), asc(monthlyPlaceStats.metric));
    yield formatCsv([
      ...days.map((row) => [slugOf.get(row.placeId) ?? "", row.day, "day", row.metric, row.count, row.visitors]),
      ...months.map((row) => [slugOf.get(row.placeId) ?? "", row.month, "month", row.metric, row.count, row.visitors]),
    ]);
    if (page.length < PLACES_PER_PART) return;
    last = page.at(-1)?.id ?? last;
  }
}

/** Each place has some hundred days with a few statistics. */
const PLACES_PER_PART = 20;
