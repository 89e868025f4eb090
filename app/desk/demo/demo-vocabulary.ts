import { z } from "zod";

import { CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";

/** One sentence or word per line. */
const Lines = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  );

/** "a cousin from Ohio = my cousin": the first mention, and later ones. */
const Companions = Lines.transform((lines) =>
  lines.map((line) => {
    const [first = "", later = first] = line.split(" = ");
    return { first, later };
  }),
);

const Categories = z.array(z.enum(CATEGORY_SLUGS)).default([]);

const Kind = z.strictObject({
  name: z.string(),
  /** Place types it applies to. Other places use the kind that lists their category. */
  types: z.array(z.string()).default([]),
  categories: Categories,
  /** The fewest stars, for places where a bad rating would be in poor taste: memorials, hospitals. */
  least: z.int().min(1).max(5).default(1),
  /** Leaves out the small talk that opens and closes other reviews. */
  isPlain: z.boolean().default(false),
  good: Lines,
  mixed: Lines,
  poor: Lines,
  tip: Lines,
});
export type PhraseSet = z.infer<typeof Kind>;

/** `seeds/demo/words.yaml` */
export const DemoVocabulary = z.strictObject({
  words: z.strictObject({ who: Companions, day: Lines, hour: Lines, wait: Lines, times: Lines }),
  shared: z.strictObject({ open: Lines, glad: Lines, even: Lines, sour: Lines }),
  kinds: z.array(Kind),
  things: z.record(z.string(), z.array(z.string()).min(4)),
  lists: z.array(z.strictObject({ name: z.string().min(1).max(120), note: z.string(), categories: Categories })),
  entryNotes: Lines,
});
export type DemoVocabulary = z.infer<typeof DemoVocabulary>;

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

/** The phrases for a type of place. A test checks that every category has some. */
export function findPhraseSet(words: DemoVocabulary, place: { type: string; category: string }): PhraseSet {
  const kind =
    words.kinds.find(({ types }) => types.includes(place.type)) ??
    words.kinds.find(({ categories }) => categories.some((category) => category === place.category));
  if (kind === undefined) throw new Error(`words.yaml has no kind for ${place.category}`);
  return kind;
}
