import { z } from "zod";

import type { SiteFacts } from "#app/db/columns/source-columns.ts";
import { OpeningHoursSchema } from "#app/guide/places/hours/opening-hours.ts";
import { PRICE_RANGES } from "#app/guide/places/place.ts";

import type { ParsedEntry } from "./imported-facts.ts";
import { findPhone, findWebsite, parseIsoDay, RECORD_ID_CHARACTERS_MAX } from "./parse-fields.ts";

/** What the website of a listed place says, as the live source writes it. */
export type SiteRecord = { placeId: number; name: string; website: string; readOn: string; facts: SiteFacts };

const Phone = z.string().refine((text) => findPhone(text) === text);
const Address = z.string().refine((text) => findWebsite(text) === text);

const Record = z.strictObject({
  placeId: z.int().positive(),
  name: z.string().min(1).max(200),
  // As it is listed, which may have another form.
  website: z.string().refine((text) => findWebsite(text) !== null),
  readOn: z.string().refine((text) => parseIsoDay(text) === text),
  facts: z.strictObject({
    phone: Phone.optional(),
    hours: OpeningHoursSchema.optional(),
    priceRange: z.enum(PRICE_RANGES).optional(),
    menuUrl: Address.optional(),
    reservationsUrl: Address.optional(),
    closure: z.literal("permanent").optional(),
  }),
});

/**
 * One place as its own website describes it. Its id is that of the listed place, so nothing is compared. Never throws.
 *
 * The place keeps the name that it is listed under: a website's title is written for search engines.
 */
export function readSiteRecord(value: unknown): ParsedEntry {
  const parsed = Record.safeParse(value);
  if (!parsed.success) return { skip: "malformed" };
  const { placeId, name, website, readOn, facts } = parsed.data;
  const { closure, ...said } = facts;
  const suffix = `#${placeId}`;
  const place = {
    // A page may be the website of several places.
    recordId: website.slice(0, RECORD_ID_CHARACTERS_MAX - suffix.length) + suffix,
    facts: { ...said, name, website },
    kinds: [],
    cuisine: null,
    checkedOn: readOn,
    unread: [],
  };
  return { place, listedAs: placeId, ...(closure !== undefined && { closure }) };
}
