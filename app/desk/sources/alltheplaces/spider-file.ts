import { isInDistrictBox } from "#app/guide/places/filters/place-filters.ts";
import { JsonRecords } from "#app/desk/imports/readers/json-records.ts";
import { geometryCenter, getPath, getText } from "#app/desk/imports/readers/parse-fields.ts";
import { parseJson } from "#app/lib/parse-json.ts";

/** The file's attributes stand before its features, in some hundred characters. */
const HEAD_CHARACTERS_MAX = 64 * 1024;

/** What is read of a feature. Pictures and e-mail addresses aren't. */
const TAGS = [
  "amenity",
  "shop",
  "tourism",
  "leisure",
  "healthcare",
  "craft",
  "office",
  "historic",
  "name",
  "brand",
  "operator",
  "cuisine",
  "addr:housenumber",
  "addr:street",
  "addr:postcode",
  "addr:state",
  "addr:country",
  "phone",
  "opening_hours",
  "wheelchair",
  "outdoor_seating",
  "takeaway",
  "delivery",
  "diet:vegetarian",
  "reservation",
  "internet_access",
] as const;

/**
 * A spider's file, read as it arrives: the District's features, as lines of the import. A file is complete once it has an
 * end, and no feature that can't be read.
 *
 * @see https://github.com/alltheplaces/alltheplaces/blob/master/DATA_FORMAT.md
 */
export class SpiderFile {
  /** The District's places so far. */
  readonly records: string[] = [];
  /** The spider ignored the site's robots.txt: nothing of it is read. */
  isRefused = false;
  readonly #spider: string;
  readonly #today: string;
  readonly #features = new JsonRecords();
  #head = "";
  /** Null until the head is complete. */
  #collectedOn: string | null = null;
  #isHeadRead = false;
  #featureCount = 0;
  #brokenCount = 0;

  /** @param input.today The day in Washington, for places that close later. */
  constructor({ spider, today }: { spider: string; today: string }) {
    this.#spider = spider;
    this.#today = today;
  }

  /** At the end of the file. An empty one is one of a spider that crashed. */
  get isComplete(): boolean {
    return this.#features.isWhole && this.#brokenCount === 0 && this.#featureCount > 0;
  }

  /** Reads the next part of the file. False: the rest isn't needed. */
  read(text: string): boolean {
    if (!this.#isHeadRead) {
      this.#head = (this.#head + text).slice(0, HEAD_CHARACTERS_MAX);
      const end = this.#head.indexOf('"features"');
      if (end === -1 && this.#head.length < HEAD_CHARACTERS_MAX) {
        // No feature begins before, but the brackets count.
        for (const _record of this.#features.read(text)) this.#brokenCount += 1;
        return true;
      }
      this.#readHead(end === -1 ? this.#head : this.#head.slice(0, end));
      if (this.isRefused) return false;
    }
    for (const record of this.#features.read(text)) {
      const feature = "text" in record ? parseJson(record.text) : undefined;
      if (feature === undefined) this.#brokenCount += 1;
      else this.#add(feature);
    }
    return true;
  }

  #readHead(head: string): void {
    this.#isHeadRead = true;
    this.#head = "";
    this.isRefused = /"spider:robots_txt"\s*:\s*"ignored"/.test(head);
    this.#collectedOn = /"spider:collection_time"\s*:\s*"(\d{4}-\d{2}-\d{2})T/.exec(head)?.[1] ?? null;
  }

  #add(feature: unknown): void {
    this.#featureCount += 1;
    const record = readFeature(feature, { spider: this.#spider, collectedOn: this.#collectedOn, today: this.#today });
    if (record !== null) this.records.push(record);
  }
}

/** The feature as a line of the import; null: it isn't in the District, or has no id. */
export function readFeature(
  feature: unknown,
  { spider, collectedOn, today }: { spider: string; collectedOn: string | null; today: string },
): string | null {
  const properties = getPath(feature, "properties");
  const id = getText(feature, "id");
  const point = geometryCenter(getPath(feature, "geometry"));
  const state = getText(properties, "addr:state");
  const isDistrict = /^(?:US-)?(?:DC|D\.C\.|District of Columbia)$/i.test(state);
  const isHere = point === null ? isDistrict : isInDistrictBox(point) && (isDistrict || state === "");
  if (!isHere || id === "" || id.length > 100) return null;
  const street = getText(properties, "addr:street_address") || getText(properties, "addr:full");
  const hasStreet = getText(properties, "addr:housenumber") !== "" && getText(properties, "addr:street") !== "";
  const tags = TAGS.map((tag) => [tag, getText(properties, tag)]);
  return JSON.stringify({
    type: "Feature",
    id: `${spider}/${id}`,
    geometry: point === null ? null : { type: "Point", coordinates: [point.lng, point.lat] },
    properties: {
      ...Object.fromEntries(tags.filter(([, text]) => text !== "")),
      ...(hasStreet || street === "" ? {} : { "addr:housenumber": "", "addr:street": street }),
      website: withoutTracking(getText(properties, "website")),
      ...(hasEnded(getText(properties, "end_date"), today) ? { disused: "yes" } : {}),
      ...(collectedOn === null ? {} : { check_date: collectedOn }),
    },
  });
}

/** Without what a chain adds for its own statistics. */
function withoutTracking(website: string): string {
  return /[?&](?:utm_|y_source|gclid|cid=)/i.test(website) ? (website.split("?")[0] ?? "") : website;
}

/** "yes" is a day that isn't known. A day to come is one on which the place will close. */
function hasEnded(endDate: string, today: string): boolean {
  if (endDate === "yes") return true;
  if (/^\d{4}-\d{2}-\d{2}$/.test(endDate)) return endDate <= today;
  return /^\d{4}(?:-\d{2})?$/.test(endDate) && endDate < today.slice(0, endDate.length);
}
