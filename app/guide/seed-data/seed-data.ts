import { z } from "zod";

import { countWords } from "#app/guide/guides/page/read-time.ts";
import { CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";
import { OTHER_NAME_CHARACTERS_MAX, OTHER_NAMES_MAX } from "#app/guide/places/facts/other-names.ts";
import { ClosedForWorksSchema, LicensedSchema } from "#app/guide/places/facts/place-facts.ts";
import {
  ATTRIBUTE_KEYS,
  METRO_LINES,
  PRICE_RANGES,
  QUADRANTS,
  SUMMARY_CHARACTERS_MAX,
} from "#app/guide/places/place.ts";
import { SLUG_LENGTH_MAX, SLUG_PATTERN } from "#app/lib/slug.ts";

/** The formats of the seed files. docs/content.md explains them to authors. */

const slug = z.string().max(SLUG_LENGTH_MAX).regex(SLUG_PATTERN, "use a-z, 0-9 and single hyphens");
const words = (min: number, max: number) =>
  z
    .string()
    .trim()
    .refine((text) => countWords(text) >= min && countWords(text) <= max, `write ${min} to ${max} words`);
const line = (max: number) => z.string().trim().min(1).max(max);
const sourceDate = z.string().regex(/^\d{4}(-\d{2}){0,2}$/, 'use "YYYY", "YYYY-MM" or "YYYY-MM-DD", in quotes');
const position = z.tuple([z.number().min(38.79).max(39), z.number().min(-77.12).max(-76.9)]);
const coordinate = z.tuple([z.number(), z.number()]);
const paths = z.array(z.array(z.number().int()).min(2));

export const CategorySeed = z.strictObject({
  slug: z.enum(CATEGORY_SLUGS),
  name: line(60),
  shortName: line(40),
  headline: line(160),
  description: words(20, 60),
  /** The types that people look for here, each with its plural: `Plumber: plumbers`. */
  soughtTypes: z.record(line(60), line(60)),
  position: z.number().int().min(0).max(20),
});

export const StationSeed = z.strictObject({
  slug,
  name: line(60),
  codes: z.array(line(4)).min(1),
  lines: z.array(z.enum(METRO_LINES)).min(1),
  address: line(120),
  position,
  source: slug,
  checkedOn: sourceDate,
});

export const SourceSeed = z.strictObject({
  id: slug,
  title: line(160),
  publisher: line(160),
  license: line(160),
  licenseBasis: z.enum(["stated", "inferred", "own"]),
  credit: z.string().trim().max(300),
  vintage: z.string().trim().max(120),
  note: z.string().trim().max(600),
  /** How a sentence names a register: "the District’s liquor license register". */
  register: line(120).optional(),
});

export const AuthorSeed = z.strictObject({ slug, name: line(80), bio: line(300) });

export const NeighborhoodSeed = z.strictObject({
  slug,
  name: line(80),
  kind: z.enum(["neighborhood", "park"]),
  quadrants: z.array(z.enum(QUADRANTS)).min(1),
  aka: z.array(line(60)),
  neighbors: z.array(slug),
  metro: z.array(z.strictObject({ station: slug, inside: z.boolean() })),
  center: position,
  summary: words(8, 30),
  description: words(60, 220),
  special: z.array(z.strictObject({ title: line(40), text: words(8, 40) })).length(4),
  rank: z.number().int().min(1).max(8).optional(),
  confidence: z.enum(["borders known", "approximate division"]),
});

/** Polygons of rings of `[longitude, latitude]`, by slug. `district` is the border of the District. */
export const ShapesSeed = z.record(slug, z.array(z.array(z.array(coordinate).min(4)).min(1)).min(1));

export const StreetPlanSeed = z.strictObject({
  frame: z.strictObject({ south: z.number(), west: z.number(), north: z.number(), east: z.number() }),
  shape: paths,
  district: paths.default([]),
  streets: z.strictObject({ inside: paths, outside: paths }),
  roads: z.strictObject({ freeway: paths, arterial: paths }),
  water: z.array(paths),
  parks: z.array(paths),
  metro: z.array(z.strictObject({ line: z.enum(METRO_LINES), path: z.array(z.number().int()).min(4) })),
  stations: z.array(z.strictObject({ slug, x: z.number().int(), y: z.number().int() })),
});
export const StreetPlansSeed = z.record(slug, StreetPlanSeed);

/** YAML 1.2 parses a bare `yes` as a string. */
const yesOrNo = z.union([z.boolean(), z.enum(["yes", "no"]).transform((word) => word === "yes")]);
const attributeKeys = z.enum(ATTRIBUTE_KEYS);

/** `sidewalk-cafe|dancing|capacity=226` */
const licensedCell = z.string().transform((text, context) => {
  const words = text.split("|").filter((word) => word !== "");
  const capacity = words.find((word) => word.startsWith("capacity="))?.slice("capacity=".length);
  const parsed = LicensedSchema.safeParse({
    uses: words.filter((word) => !word.startsWith("capacity=")),
    capacity: capacity === undefined ? null : Number(capacity),
  });
  if (parsed.success) return parsed.data;
  context.addIssue("name uses of LICENSED_USES and `capacity=` with a number");
  return z.NEVER;
});

export const FactsSeed = z.strictObject({
  source: slug,
  sourceId: line(80).optional(),
  checkedOn: sourceDate.optional(),
  address: z
    .string()
    .trim()
    .max(160)
    .regex(/ (NW|NE|SW|SE)$/, "end the address with its quadrant")
    .optional(),
  zip: z
    .string()
    .regex(/^20\d{3}$/, "use a DC ZIP in quotes")
    .optional(),
  position: position.optional(),
  priceRange: z.enum(PRICE_RANGES).optional(),
  phone: z
    .string()
    .regex(/^\+1\d{10}$/, 'use E.164, such as "+12025550123"')
    .optional(),
  website: z
    .url({ protocol: /^https?$/ })
    .max(300)
    .optional(),
  hours: line(500).optional(),
  /** Hours that can't be written as `hours`, such as "Dawn to dusk". */
  hoursText: line(120).optional(),
  attributes: z.partialRecord(attributeKeys, yesOrNo).optional(),
  /** As in listed.csv: `sidewalk-cafe|capacity=120`. */
  licensed: licensedCell.optional(),
  /** Closes the place for now: `{since: "2023-01", note: "A sentence for its page."}`. */
  closedForWorks: ClosedForWorksSchema.optional(),
});

export const PlaceSeed = z.strictObject({
  slug,
  name: line(120),
  /** By which people look for it too: a nickname, initials, a former name. */
  otherNames: z
    .array(line(OTHER_NAME_CHARACTERS_MAX).regex(/^[^;]*$/, "use no semicolon"))
    .max(OTHER_NAMES_MAX)
    .default([]),
  category: z.enum(CATEGORY_SLUGS),
  type: line(60),
  featured: z.number().int().min(1).max(4).optional(),
  hub: z.number().int().min(1).max(3).optional(),
  summary: line(SUMMARY_CHARACTERS_MAX),
  description: words(25, 60),
  facts: z.array(FactsSeed).min(1),
});

const emptyOr = <Shape extends z.ZodType>(shape: Shape) =>
  z.union([z.literal("").transform(() => undefined), shape]).optional();

/** A row of listed.csv: what a register knows of a place that nobody has described. The register's facts are a block. */
export const ListedPlaceSeed = z
  .strictObject({
    slug,
    name: line(120),
    category: z.enum(CATEGORY_SLUGS),
    type: line(60),
    /** What the type rests on: its name, general knowledge, or the register. Empty: as general as the register's. */
    basis: z.enum(["name", "known", "register", ""]),
    address: FactsSeed.shape.address.unwrap(),
    lat: z.coerce.number(),
    lng: z.coerce.number(),
    neighborhood: slug,
    source: slug,
    sourceId: line(80),
    checkedOn: sourceDate,
    phone: emptyOr(FactsSeed.shape.phone.unwrap()),
    website: emptyOr(FactsSeed.shape.website.unwrap()),
    hours: emptyOr(line(500)),
    licensed: licensedCell,
  })
  .transform(({ address, lat, lng, phone, website, hours, licensed, ...row }) => ({
    ...row,
    facts: [
      {
        source: row.source,
        sourceId: row.sourceId,
        checkedOn: row.checkedOn,
        address,
        position: [lat, lng],
        ...(phone === undefined ? {} : { phone }),
        ...(website === undefined ? {} : { website }),
        ...(hours === undefined ? {} : { hours }),
        ...(licensed.uses.length === 0 && licensed.capacity === null ? {} : { licensed }),
      },
    ] as z.infer<typeof FactsSeed>[],
  }));

/** A row of facts.csv: one fact from a further source, of a place that stands in another file. As a block of facts. */
export const FactRowSeed = z
  .strictObject({
    slug,
    field: z.enum(["hours", "hoursText", "phone", "website"]),
    value: z.string(),
    source: slug,
    checkedOn: emptyOr(sourceDate),
  })
  .transform(({ slug: of, field, value, source, checkedOn }) => ({
    slug: of,
    block: { source, ...(checkedOn === undefined ? {} : { checkedOn }), [field]: value },
  }))
  .pipe(z.strictObject({ slug, block: FactsSeed }));

export const GuideSeed = z.strictObject({
  title: line(140),
  excerpt: line(160),
  category: z.enum(CATEGORY_SLUGS),
  neighborhood: slug.optional(),
  featured: z.number().int().min(1).max(6).optional(),
  publishedAt: z.iso.datetime({ offset: true }).optional(),
  /** Instead of `publishedAt`, so that a new installation has guides in early access. */
  hoursAfterFirstLoad: z.number().int().min(1).max(1_000).optional(),
  access: z.enum(["everyone", "members"]).default("everyone"),
  early: z.boolean().default(false),
  author: slug,
  /** Further authors, in the order of the byline. */
  coauthors: z.array(slug).max(3).default([]),
  picture: line(20).optional(),
  keywords: z.array(line(60)).max(12),
  places: z
    .array(z.strictObject({ slug, reason: words(8, 90), hint: words(3, 60) }))
    .min(4)
    .max(12),
});

export type SeedData = {
  categories: z.infer<typeof CategorySeed>[];
  stations: z.infer<typeof StationSeed>[];
  sources: z.infer<typeof SourceSeed>[];
  authors: z.infer<typeof AuthorSeed>[];
  neighborhoods: z.infer<typeof NeighborhoodSeed>[];
  shapes: z.infer<typeof ShapesSeed>;
  streetPlans: z.infer<typeof StreetPlansSeed>;
  places: (z.infer<typeof PlaceSeed> & { neighborhood: string })[];
  listed: z.infer<typeof ListedPlaceSeed>[];
  guides: (z.infer<typeof GuideSeed> & { slug: string; body: string })[];
};
