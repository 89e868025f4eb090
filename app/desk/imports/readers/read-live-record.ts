import { z } from "zod";

import { OpenedSchema, partialDay, PictureSchema } from "#app/guide/places/facts/place-facts.ts";
import { OpeningHoursSchema } from "#app/guide/places/hours/opening-hours.ts";
import { PRICE_RANGES } from "#app/guide/places/place.ts";

import type { ParsedEntry } from "./imported-facts.ts";
import { findPhone, findWebsite, RECORD_ID_CHARACTERS_MAX } from "./parse-fields.ts";

const Address = z.string().refine((text) => findWebsite(text) === text);

const LiveRecord = z.strictObject({
  id: z.string().min(1).max(300),
  placeId: z.int().positive(),
  name: z.string().min(1).max(120),
  checkedOn: partialDay.nullable(),
  closure: z.literal("permanent").nullable(),
  facts: z.strictObject({
    website: Address.optional(),
    phone: z
      .string()
      .refine((text) => findPhone(text) === text)
      .optional(),
    hours: OpeningHoursSchema.optional(),
    priceRange: z.enum(PRICE_RANGES).optional(),
    menuUrl: Address.optional(),
    reservationsUrl: Address.optional(),
    orderUrl: Address.optional(),
    opened: OpenedSchema.optional(),
    picture: PictureSchema.optional(),
  }),
});

/**
 * What a live source says about a listed place that it was asked about, so that the place needn't be searched for.
 *
 * @property checkedOn The source's own date: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
 * @property closure How the source says that the place is closed.
 */
export type LiveRecord = z.infer<typeof LiveRecord>;

/** One record as a live source has written it. Never throws. */
export function readLiveRecord(value: unknown): ParsedEntry {
  const parsed = LiveRecord.safeParse(value);
  if (!parsed.success) return { skip: "malformed" };
  const { id, placeId, name, checkedOn, closure, facts } = parsed.data;
  // An item may move to another place, and a website be that of several.
  const suffix = `#${placeId}`;
  const recordId = id.slice(0, RECORD_ID_CHARACTERS_MAX - suffix.length) + suffix;
  const place = { recordId, facts: { ...facts, name }, kinds: [], cuisine: null, checkedOn, unread: [] };
  return { place, listedAs: placeId, ...(closure !== null && { closure }) };
}
