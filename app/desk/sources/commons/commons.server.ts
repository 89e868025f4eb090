import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { WIKIDATA } from "#app/desk/imports/mapping/import-source.ts";
import { getPath, getText } from "#app/desk/imports/readers/parse-fields.ts";
import type { LiveRecord } from "#app/desk/imports/readers/read-live-record.ts";
import { chunks } from "#app/lib/chunks.ts";
import { distanceMeters, type Point } from "#app/lib/geo.ts";

import { SourceFault } from "../http/source-fault.ts";
import type { SourceHttp } from "../http/source-http.server.ts";
import type { FetchedPiece, LiveSource, SourceWork } from "../live-source.server.ts";
import { PICTURE_REFUSALS, type PictureSubject, readCommonsFile } from "./commons-file.ts";
import { askCommonsFiles } from "./commons-files.server.ts";
import { readWikidataItem, type WikidataItem } from "./wikidata-item.ts";
import { askWikimedia } from "./wikimedia-api.server.ts";

/** The most that one request may name. */
const ITEMS_PER_REQUEST = 50;
/** An item farther away is another place: its id is a typing mistake, or that of a chain. Parks are large. */
const DISTANCE_METERS_MAX = 500;
/** Types of places that are works of art themselves. */
const ARTWORK_TYPES = /\b(?:memorial|monument|public art|mural|sculpture|statue)\b/i;

/**
 * Wikidata, for the websites and dates of places whose item is known, and Wikimedia Commons, for free pictures of them. What
 * comes into the import are facts; the pictures are fetched once it is done.
 */
export const COMMONS_LIVE: LiveSource = {
  name: "commons",
  source: WIKIDATA,
  format: "live",
  publishes: false,
  everyDays: 30,
  wholeEveryDays: 30,
  terms:
    "Its facts are CC0. Each picture has its own free license (CC0, public domain, CC BY or CC BY-SA), and is shown with its author, license and source.",
  traffic:
    "Once a month, one request for 50 places to Wikidata and two to Wikimedia Commons, and each new picture once (about 0.5 MB). We ask only about places whose Wikidata item we know from OpenStreetMap.",
  hostsOf: ({ wikidata, commons }) => [wikidata, commons],
  fetch: fetchItems,
  // What works on pictures takes 20 MB, which the runs of other sources don't need.
  complete: async (work) => (await import("./fetch-pictures.server.ts")).fetchPictures(work),
};

async function* fetchItems({ db, http, hosts, cursor, now }: SourceWork): AsyncGenerator<FetchedPiece> {
  const sought = await listPlacesWithItem(db);
  const after = typeof cursor === "string" ? cursor : "";
  const unclear = sought.filter(({ places: own }) => own.length > 1).length;
  const left = sought.filter(({ id, places: own }) => own.length === 1 && id > after);
  if (after === "" && unclear > 0)
    yield { records: [], cursor: "", counts: { "Items that several places name": unclear } };
  for (const batch of chunks(left, ITEMS_PER_REQUEST)) {
    const counts: Record<string, number> = {};
    const count = (what: string) => {
      counts[what] = (counts[what] ?? 0) + 1;
    };
    const found = await askItems(http, { url: hosts.wikidata, ids: batch.map(({ id }) => id), now });
    const pairs = batch.flatMap(({ id, places: [place] }) => {
      const item = found.get(id);
      if (item === undefined) count("Items that Wikidata doesn’t have");
      else if (!isNear(item, place)) count("Items that are elsewhere than their place");
      else if (place !== undefined) return [{ item: { ...item, id }, place }];
      return [];
    });
    const pictures = await findPictures(http, { url: hosts.commons, pairs, count, now });
    const records = pairs.flatMap(({ item, place }) => {
      const record = toRecord(item, place, pictures.get(item.id));
      return record === null ? [] : [JSON.stringify(record)];
    });
    yield { records, cursor: batch.at(-1)?.id ?? after, counts };
  }
}

type SoughtPlace = { id: number; name: string; type: string; position: Point | null };

/** Listed places by the id of their item, in its order as text. Served by place_facts_of_wikimedia. */
async function listPlacesWithItem(db: Database): Promise<{ id: string; places: SoughtPlace[] }[]> {
  const rows = await db
    .select({
      item: placeFacts.value,
      id: places.id,
      name: places.name,
      type: places.type,
      lat: places.lat,
      lng: places.lng,
    })
    .from(placeFacts)
    .innerJoin(places, and(eq(places.id, placeFacts.placeId), eq(places.status, "published")))
    .where(eq(placeFacts.field, "wikidata"))
    .orderBy(sql`${placeFacts.value} #>> '{}' collate "C"`, asc(places.id));
  const byItem = Map.groupBy(rows, ({ item }) => z.string().parse(item));
  return [...byItem].map(([id, own]) => ({
    id,
    places: own.map(({ lat, lng, item: _item, ...place }) => ({
      ...place,
      position: lat === null || lng === null ? null : { lat, lng },
    })),
  }));
}

/** The items by the ids that were asked for: one that was merged into another has the other's content. */
async function askItems(
  http: SourceHttp,
  { url, ids, now }: { url: string; ids: string[]; now: Date },
): Promise<Map<string, WikidataItem>> {
  const answer = await askWikimedia(http, {
    url,
    parameters: { action: "wbgetentities", ids: ids.join("|"), props: "claims|labels", languages: "en|mul" },
  });
  const entities = getPath(answer, "entities");
  if (typeof entities !== "object" || entities === null) {
    throw new SourceFault("malformed", `${new URL(url).host} sent no items. Check WIKIDATA_URL.`);
  }
  const items = new Map<string, WikidataItem>();
  for (const [key, entity] of Object.entries(entities)) {
    const item = readWikidataItem(entity, now);
    if (item === null) continue;
    for (const id of [key, getText(entity, "redirects", "from"), item.id]) if (ids.includes(id)) items.set(id, item);
  }
  return items;
}

function isNear(item: WikidataItem, place: SoughtPlace | undefined): boolean {
  if (item.position === null || place === undefined || place.position === null) return false;
  return distanceMeters(item.position, place.position) <= DISTANCE_METERS_MAX;
}

type Pair = { item: WikidataItem; place: SoughtPlace };

/** The pictures that may be shown, by the id of the item. */
async function findPictures(
  http: SourceHttp,
  { url, pairs, count, now }: { url: string; pairs: Pair[]; count: (what: string) => void; now: Date },
): Promise<Map<string, LiveRecord["facts"]["picture"]>> {
  const pages = await askCommonsFiles(
    http,
    url,
    pairs.flatMap(({ item }) => (item.isClosed ? [] : (item.pictureFile ?? []))),
  );
  const pictures = new Map<string, LiveRecord["facts"]["picture"]>();
  for (const { item, place } of pairs) {
    if (item.pictureFile === null || item.isClosed) continue;
    const read = readCommonsFile(pages.get(item.pictureFile), subjectOf(item, place), now);
    if (typeof read === "string") count(`Pictures refused (${PICTURE_REFUSALS[read]})`);
    else {
      count("Pictures that may be shown");
      pictures.set(item.id, read.picture);
    }
  }
  return pictures;
}

function subjectOf({ isArtwork, year }: WikidataItem, { type }: SoughtPlace): PictureSubject {
  return { isArtwork: isArtwork || ARTWORK_TYPES.test(type), year };
}

/** What an item says about its place; null when it says nothing. */
function toRecord(
  { id, label, website, opened, isClosed, checkedOn }: WikidataItem,
  place: SoughtPlace,
  picture: LiveRecord["facts"]["picture"],
): LiveRecord | null {
  const facts = {
    ...(website === null ? {} : { website }),
    ...(opened === null ? {} : { opened }),
    ...(picture === undefined ? {} : { picture }),
  };
  if (Object.keys(facts).length === 0 && !isClosed) return null;
  const name = label !== "" && label.length <= NAME_CHARACTERS_MAX ? label : place.name;
  return { id, placeId: place.id, name, checkedOn, closure: isClosed ? "permanent" : null, facts };
}

/** The limit of the column. */
const NAME_CHARACTERS_MAX = 120;
