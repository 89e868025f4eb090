import { DISTRICT_BOX } from "#app/guide/places/filters/place-filters.ts";

import { MAPPING_TABLE } from "#app/desk/imports/mapping/category-tables.ts";

/** An extract of the District takes seconds; the server ends the query after this time. */
export const QUERY_SECONDS_MAX = 180;
/** Memory that the query may use on the server, which is the default of Overpass. */
const QUERY_BYTES_MAX = 512 * 1024 * 1024;

/** Prefixes of the keys of a place that isn't there any more. */
const GONE_PREFIXES = ["disused", "was"];

/**
 * The Overpass query for all places of the District of a kind that we list, and for those that were one, with the time of
 * their last change.
 *
 * @param input.since Only what has changed after it; null asks for everything. What was deleted since isn't in the answer.
 * @param input.customKinds Further kinds that editors have mapped, such as "shop=games".
 * @see https://wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL
 */
export function overpassQuery({ since, customKinds }: { since: Date | null; customKinds: readonly string[] }): string {
  const { south, west, north, east } = DISTRICT_BOX;
  // Milliseconds aren't understood.
  const newer = since === null ? "" : `(newer:"${since.toISOString().replace(/\.\d+Z$/, "Z")}")`;
  // Without a name nothing is listed: most pools, benches and sculptures have none.
  const filter = `[~"^(name|name:en|brand|operator)$"~"."]${newer}`;
  const listed = listedKinds(customKinds);
  const kinds = [...listed].map(([key, values]) => `nwr["${key}"~"(^|;) *(${values.join("|")}) *(;|$)"]${filter};`);
  const gone = [...listed.keys()].flatMap((key) => GONE_PREFIXES.map((prefix) => `nwr["${prefix}:${key}"]${filter};`));
  return [
    `[out:json][timeout:${QUERY_SECONDS_MAX}][maxsize:${QUERY_BYTES_MAX}][bbox:${south},${west},${north},${east}];`,
    "(",
    ...kinds,
    ...gone,
    ");",
    "out meta center;",
  ].join("\n");
}

/** The kinds that the import knows, by key: `amenity` has `cafe`, `bar` and more. */
function listedKinds(customKinds: readonly string[]): Map<string, string[]> {
  const kinds = [...MAPPING_TABLE.flatMap(([, , osm]) => osm.split(" ")), ...customKinds].flatMap((kind) => {
    // Anything else could end the text in which it stands in the query.
    const [, key = "", value = ""] = /^([a-z_]+)=([a-z0-9_-]+)$/.exec(kind) ?? [];
    return value === "" ? [] : [{ key, value }];
  });
  return new Map(
    [...Map.groupBy(kinds, ({ key }) => key)].map(([key, own]) => [key, [...new Set(own.map(({ value }) => value))]]),
  );
}
