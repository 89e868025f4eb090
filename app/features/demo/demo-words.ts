import { z } from "zod";

import { CATEGORY_SLUGS } from "#app/features/places/categories.ts";

/** One sentence or word a line. */
const Lines = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  );

/** "a cousin from Ohio = my cousin": at first, and afterwards. */
const Companions = Lines.transform((lines) =>
  lines.map((line) => {
    const [first = "", later = first] = line.split(" = ");
    return { first, later };
  }),
);

const Categories = z.array(z.enum(CATEGORY_SLUGS)).default([]);

const Kind = z.strictObject({
  name: z.string(),
  /** Types of place that it is for; a category's other places have the kind that names the category. */
  types: z.array(z.string()).default([]),
  categories: Categories,
  /** Fewer stars would be out of place here: at a memorial, in a hospital. */
  least: z.int().min(1).max(5).default(1),
  /** Nobody opens or closes with the small talk that goes with every other place. */
  isPlain: z.boolean().default(false),
  good: Lines,
  mixed: Lines,
  poor: Lines,
  tip: Lines,
});
export type WordKind = z.infer<typeof Kind>;

/** `seeds/demo/words.yaml` */
export const DemoWords = z.strictObject({
  words: z.strictObject({ who: Companions, day: Lines, hour: Lines, wait: Lines, times: Lines }),
  shared: z.strictObject({ open: Lines, glad: Lines, even: Lines, sour: Lines }),
  kinds: z.array(Kind),
  things: z.record(z.string(), z.array(z.string()).min(4)),
  lists: z.array(z.strictObject({ name: z.string().min(1).max(120), note: z.string(), categories: Categories })),
  entryNotes: Lines,
});
export type DemoWords = z.infer<typeof DemoWords>;

/** `seeds/demo/people.yaml` */
export const DemoPeople = z.array(
  z.strictObject({
    name: z.string().min(1).max(120),
    neighborhood: z.string(),
    temper: z.enum(["generous", "fair", "strict"]),
    talk: z.enum(["short", "middle", "long"]),
    likes: z.array(z.enum(CATEGORY_SLUGS)),
  }),
);
export type DemoPerson = z.infer<typeof DemoPeople>[number];

/** What is said of a place of this type; every category names a kind (a test sees to it). */
export function wordKindOf(words: DemoWords, place: { type: string; category: string }): WordKind {
  const kind =
    words.kinds.find(({ types }) => types.includes(place.type)) ??
    words.kinds.find(({ categories }) => categories.some((category) => category === place.category));
  if (kind === undefined) throw new Error(`No kind of words is for ${place.category}`);
  return kind;
}
