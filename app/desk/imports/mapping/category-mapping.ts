import type { CategoryMapping, KindScheme } from "#app/db/columns/import-columns.ts";
import { CATEGORY_NAMES, CATEGORY_SLUGS, type CategorySlug } from "#app/guide/places/facts/categories.ts";
import { characterCount } from "#app/lib/plain-text.ts";

import { CUISINE_TYPES, MAPPING_TABLE } from "./category-tables.ts";

/** Mappings made by editors, by scheme and kind. */
export type CustomMappings = ReadonlyMap<string, CategoryMapping>;

export function mappingKey(scheme: KindScheme, kind: string): string {
  return `${scheme}:${kind.toLowerCase()}`;
}

/**
 * Maps a source's kinds to a category: the first known kind wins. A restaurant gets its cuisine as type. Null: no kind
 * is known.
 */
export function mapToCategory(
  scheme: KindScheme,
  { kinds, cuisine }: { kinds: readonly string[]; cuisine: string | null },
  customMappings: CustomMappings,
): CategoryMapping | null {
  for (const kind of kinds) {
    const custom = customMappings.get(mappingKey(scheme, kind));
    if (custom !== undefined) return custom;
    const known =
      ownCategoryMapping(scheme, kind) ??
      KNOWN_MAPPINGS.get(mappingKey(scheme, kind)) ??
      restaurantMapping(scheme, kind) ??
      ownTypeMapping(scheme, kind);
    if (known === null) continue;
    const specificType = known.category === "food" && known.type === RESTAURANT ? cuisineType(cuisine ?? "") : null;
    return specificType === null ? known : { ...known, type: specificType };
  }
  return null;
}

/** The first, most specific kind, which the report lists when none is known. */
export function primaryKind(kinds: readonly string[]): string {
  return kinds[0] ?? "";
}

const RESTAURANT = "Restaurant";

/** A map, because a file may have a cuisine called "constructor". */
const TYPE_BY_CUISINE: ReadonlyMap<string, string> = new Map(Object.entries(CUISINE_TYPES));

function cuisineType(cuisine: string): string | null {
  for (const part of cuisine.toLowerCase().split(/[;,]/)) {
    const kitchen = TYPE_BY_CUISINE.get(part.trim().replaceAll(" ", "_"));
    if (kitchen !== undefined) return kitchen;
  }
  return null;
}

/** Handles "mexican_restaurant" and "Mexican restaurant" alike. */
function restaurantMapping(scheme: KindScheme, kind: string): CategoryMapping | null {
  if (scheme === "osm" || scheme === "schema-org") return null;
  const [, kitchen = ""] = /^(.+?)[_ ]restaurant$/i.exec(kind) ?? [];
  if (kitchen === "") return null;
  return { category: "food", type: cuisineType(kitchen) ?? RESTAURANT };
}

/** Matches our own type names, which a table may use. */
function ownTypeMapping(scheme: KindScheme, kind: string): CategoryMapping | null {
  if (scheme !== "csv" && scheme !== "google") return null;
  const word = kind.trim().toLowerCase().replaceAll("_", " ");
  return (
    MAPPING_BY_TYPE.get(word) ??
    MAPPING_BY_TYPE.get(TYPE_BY_CUISINE.get(word.replaceAll(" ", "_"))?.toLowerCase() ?? "") ??
    null
  );
}

/** The name of a category as the guide shows it, from its name or slug in any case; null for other words. */
export function ownCategory(text: string): string | null {
  const slug = CATEGORY_BY_NAME.get(text.trim().toLowerCase());
  return slug === undefined ? null : CATEGORY_NAMES[slug];
}

/** Matches "Food & Dining", which then stands for the type too, and "Food & Dining: Ramen bar". */
function ownCategoryMapping(scheme: KindScheme, kind: string): CategoryMapping | null {
  if (scheme !== "csv" && scheme !== "google") return null;
  const [name = "", ...rest] = kind.split(": ");
  const category = CATEGORY_BY_NAME.get(name.trim().toLowerCase());
  if (category === undefined) return null;
  const type = rest.join(": ").trim() || CATEGORY_NAMES[category];
  return { category, type: MAPPING_BY_TYPE.get(type.toLowerCase())?.type ?? type };
}

const CATEGORY_BY_NAME: ReadonlyMap<string, CategorySlug> = new Map(
  CATEGORY_SLUGS.flatMap((slug): [string, CategorySlug][] => {
    const name = CATEGORY_NAMES[slug].toLowerCase();
    return [
      [slug, slug],
      [name, slug],
      [name.replaceAll("&", "and"), slug],
    ];
  }),
);

/** The longest type we store. */
export const TYPE_CHARACTERS_MAX = 60;

export function isValidType(text: string): boolean {
  const count = characterCount(text.trim());
  return count >= 1 && count <= TYPE_CHARACTERS_MAX;
}

const KNOWN_MAPPINGS: ReadonlyMap<string, CategoryMapping> = new Map(
  MAPPING_TABLE.flatMap(([category, type, osm, overture, schemaOrg, google]) => {
    const kind = { category, type };
    const named: [KindScheme, string[]][] = [
      ["osm", osm.split(" ")],
      ["overture", overture.split(" ")],
      ["schema-org", schemaOrg.split(" ")],
      ["google", google.split(";")],
      // A plain table uses everyday words, like Google's.
      ["csv", [...google.split(";"), ...overture.split(" ")]],
    ];
    return named.flatMap(([scheme, keys]) =>
      keys.filter((key) => key !== "").map((key): [string, CategoryMapping] => [mappingKey(scheme, key), kind]),
    );
  }),
);

const MAPPING_BY_TYPE: ReadonlyMap<string, CategoryMapping> = new Map(
  [
    ...MAPPING_TABLE.map(([category, type]) => ({ category, type })),
    ...Object.values(TYPE_BY_CUISINE).map((type): CategoryMapping => ({ category: "food", type })),
  ].map((kind): [string, CategoryMapping] => [kind.type.toLowerCase(), kind]),
);
