import { z } from "zod";

import type { FactField } from "#app/db/schema/places.ts";

import { CATEGORY_SLUGS } from "./categories.ts";
import { isSameName } from "./other-names.ts";
import { OpeningHoursSchema } from "../hours/opening-hours.ts";
import {
  ATTRIBUTE_KEYS,
  type Attributes,
  LICENSED_USES,
  PRICE_RANGES,
  QUADRANTS,
  SUMMARY_CHARACTERS_MAX,
} from "../place.ts";

/** The value of one field of a place, with its source. */
export type Fact = {
  field: FactField;
  value: unknown;
  sourceId: string;
  sourceRecord: string | null;
  checkedOn: string | null;
  origin: "seed" | "import" | "person";
};

const attributeKeys = z.enum(ATTRIBUTE_KEYS);

export const LicensedSchema = z.object({
  uses: z.array(z.enum(LICENSED_USES)),
  capacity: z.number().int().positive().nullable(),
});

/** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
export const partialDay = z.string().regex(/^\d{4}(-\d{2}){0,2}$/, 'use "YYYY", "YYYY-MM" or "YYYY-MM-DD", in quotes');

/**
 * A place that is closed for works. Days are as precise as the source: `YYYY`, `YYYY-MM` or a full date. `until`: when it
 * opens again; null if unknown. `note`: a sentence for its page.
 */
export const ClosedForWorksSchema = z.strictObject({
  since: partialDay,
  until: partialDay.nullable().default(null),
  note: z.string().trim().min(1).max(200),
});

/** See `Opened`. */
export const OpenedSchema = z.object({ on: partialDay, kind: z.enum(["opened", "begun"]) });

const webAddress = z.url({ protocol: /^https?$/ }).max(2_000);

/** See `PlacePicture`. */
export const PictureSchema = z.object({
  file: z.string().min(1).max(255),
  pageUrl: webAddress,
  author: z.string().max(500),
  origin: z.string().max(500),
  license: z.string().min(1).max(80),
  licenseUrl: webAddress,
  sha1: z.string().regex(/^[0-9a-f]{40}$/),
});

/** The id of an item in Wikidata. */
export const WikidataIdSchema = z.string().regex(/^Q[1-9]\d{0,11}$/);

/** Schema of each field's value. Null: the source's value is wrong and the right one is unknown. */
export const FACT_VALUES = z.object({
  name: z.string(),
  otherNames: z.array(z.string()).nullish(),
  category: z.enum(CATEGORY_SLUGS),
  type: z.string(),
  neighborhood: z.string(),
  summary: z.string().max(SUMMARY_CHARACTERS_MAX).optional(),
  description: z.string().optional(),
  ranks: z.object({ featured: z.number().nullable(), hub: z.number().nullable() }).optional(),
  address: z.object({ street: z.string(), quadrant: z.enum(QUADRANTS) }).optional(),
  zip: z.string().nullish(),
  position: z.object({ lat: z.number(), lng: z.number() }).nullish(),
  priceRange: z.enum(PRICE_RANGES).nullish(),
  phone: z.string().nullish(),
  website: z.string().nullish(),
  hours: OpeningHoursSchema.nullish(),
  hoursText: z.string().optional(),
  attributes: z.partialRecord(attributeKeys, z.boolean()).optional(),
  attributeCorrections: z.partialRecord(attributeKeys, z.boolean().nullable()).optional(),
  licensed: LicensedSchema.optional(),
  closedForWorks: ClosedForWorksSchema.optional(),
  menuUrl: z.string().nullish(),
  reservationsUrl: z.string().nullish(),
  orderUrl: z.string().nullish(),
  wikidata: WikidataIdSchema.optional(),
  opened: OpenedSchema.optional(),
  picture: PictureSchema.optional(),
});

/**
 * Derives all columns of a place's row from its facts. Nothing else does.
 *
 * @throws When a fact's value has the wrong shape, or name, category, type or neighborhood is missing.
 */
export function columnsFromFacts(facts: Iterable<Fact>) {
  const values = FACT_VALUES.parse(Object.fromEntries([...facts].map(({ field, value }) => [field, value])));
  return {
    name: values.name,
    // The name may have changed since, to one of them.
    otherNames: (values.otherNames ?? []).filter((otherName) => !isSameName(otherName, values.name)),
    categorySlug: values.category,
    type: values.type,
    neighborhoodSlug: values.neighborhood,
    summary: values.summary ?? "",
    description: values.description ?? "",
    featuredRank: values.ranks?.featured ?? null,
    hubRank: values.ranks?.hub ?? null,
    street: values.address?.street ?? null,
    quadrant: values.address?.quadrant ?? null,
    zip: values.zip ?? null,
    lat: values.position?.lat ?? null,
    lng: values.position?.lng ?? null,
    priceRange: values.priceRange ?? null,
    phone: values.phone ?? null,
    website: values.website ?? null,
    menuUrl: values.menuUrl ?? null,
    reservationsUrl: values.reservationsUrl ?? null,
    orderUrl: values.orderUrl ?? null,
    hours: values.hours ?? null,
    hoursText: values.hoursText ?? null,
    attributes: correctedAttributes(values),
  };
}

function correctedAttributes({
  attributes = {},
  attributeCorrections = {},
}: Pick<z.infer<typeof FACT_VALUES>, "attributes" | "attributeCorrections">): Attributes {
  const corrected: Attributes = {};
  for (const key of ATTRIBUTE_KEYS) {
    const value = key in attributeCorrections ? attributeCorrections[key] : attributes[key];
    if (value != null) corrected[key] = value;
  }
  return corrected;
}

/**
 * What brings the facts of one origin in line with the wanted ones. Facts of other origins stay, so `wanted` leaves out
 * their fields.
 */
export function diffFacts(
  current: Fact[],
  { wanted, origin }: { wanted: Fact[]; origin: Fact["origin"] },
): { put: Fact[]; drop: FactField[] } {
  const byField = new Map(current.map((fact) => [fact.field, fact]));
  const put = wanted.filter((fact) => {
    const before = byField.get(fact.field);
    return before === undefined || canonical(before) !== canonical(fact);
  });
  const fields = new Set(wanted.map(({ field }) => field));
  const dropped = current.filter((fact) => fact.origin === origin && !fields.has(fact.field));
  return { put, drop: dropped.map(({ field }) => field) };
}

/** Value, source and date of a fact as text, for comparison. */
function canonical({ field, value, sourceId, sourceRecord, checkedOn, origin }: Fact): string {
  return JSON.stringify([field, sortKeys(value), sourceId, sourceRecord, checkedOn, origin]);
}

/** Sorts keys for comparison, because jsonb doesn't preserve their order. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}
