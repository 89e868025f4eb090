import { z } from "zod";

import type { ImportedFacts } from "#app/db/columns/import-columns.ts";
import { OpenedSchema, partialDay, PictureSchema } from "#app/guide/places/facts/place-facts.ts";

import type { ParsedEntry } from "./imported-facts.ts";
import { findWebsite } from "./parse-fields.ts";

const LiveRecord = z.strictObject({
  id: z.string().min(1).max(200),
  placeId: z.int().positive(),
  name: z.string().min(1).max(120),
  checkedOn: partialDay.nullable(),
  closure: z.literal("permanent").nullable(),
  facts: z.strictObject({
    website: z
      .string()
      .refine((text) => findWebsite(text) === text)
      .optional(),
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
  const { website, opened, picture } = facts;
  const said: ImportedFacts & { name: string } = {
    name,
    ...(website === undefined ? {} : { website }),
    ...(opened === undefined ? {} : { opened }),
    ...(picture === undefined ? {} : { picture }),
  };
  // An item may move to another place.
  const recordId = `${id}#${placeId}`;
  const place = { recordId, facts: said, kinds: [], cuisine: null, checkedOn, unread: [] };
  return { place, listedAs: placeId, ...(closure !== null && { closure }) };
}
