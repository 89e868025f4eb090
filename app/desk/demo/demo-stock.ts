import { z } from "zod";

import { CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";

/** One text per line. */
const Lines = z.string().transform((text) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== ""),
);

/** `seeds/demo/reviews.yaml`: whole reviews by kind of place and stars. */
export const DemoReviewStock = z.array(
  z.strictObject({
    kind: z.string(),
    /** How many places of this kind get reviews. */
    places: z.int().min(1),
    /** The place types it applies to. Places of other types get nothing. */
    types: z.array(z.string()).min(1),
    five: Lines,
    four: Lines,
    three: Lines,
  }),
);
export type DemoKind = z.infer<typeof DemoReviewStock>[number];

/** `seeds/demo/lists.yaml` */
export const DemoListStock = z.strictObject({
  lists: z.array(z.strictObject({ name: z.string().min(1).max(120), note: z.string(), kinds: z.array(z.string()) })),
  entryNotes: Lines,
});
export type DemoListStock = z.infer<typeof DemoListStock>;

/** `seeds/demo/people.yaml` */
export const DemoPeople = z.array(
  z.strictObject({
    name: z.string().min(1).max(120),
    neighborhood: z.string(),
    likes: z.array(z.enum(CATEGORY_SLUGS)),
  }),
);
export type DemoPerson = z.infer<typeof DemoPeople>[number];
