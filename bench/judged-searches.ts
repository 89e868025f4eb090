import { eq } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { postPlaces, posts } from "#app/db/schema/guides.ts";
import { places } from "#app/db/schema/places.ts";
import type { Condition } from "#app/guide/search/query/query-conditions.ts";

import { isReadAs } from "./judged-readings.ts";

/** "Pizza@petworth, 2-amys" */
const Names = z
  .string()
  .default("")
  .transform((text) => text.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()])));

/** One search of judged-queries.yaml, which explains the fields. */
export const JudgedSearch = z.strictObject({
  query: z.string(),
  forty: z.boolean().default(false),
  none: z.boolean().default(false),
  area: z.string().optional(),
  guide: Names,
  best: Names,
  good: Names,
  bad: Names,
  says: z.array(z.string()).default([]),
  not: z.array(z.string()).default([]),
});
export type JudgedSearch = z.infer<typeof JudgedSearch>;

/** What the page shows first: slugs. */
export type Answer = {
  /** The first five places. */
  places: string[];
  /** The guide that answers. */
  guide: string | null;
  neighborhood: string | null;
  conditions: Condition[];
  /** The correction that was applied. */
  corrected: string | null;
};

export type Verdict = {
  isSuccess: boolean;
  /** Null: no places are judged. */
  ndcg: number | null;
  isEmpty: boolean;
  /** Whether the right guide answers, or rightly none; null: not judged. */
  hasGuide: boolean | null;
  bad: string[];
  misread: string[];
  corrected: string | null;
};

/** What a name in a judgment stands for: the slugs of places. Throws for a name that the seed data doesn't have. */
export type Expand = (name: string) => string[];

export const FIRST_FEW = 5;

/** Grades for a place: 2 is what a local would name first, 1 is fine, -1 must not stand among the first. */
type Grade = 2 | 1 | -1;

export async function loadSeedNames(db: Database): Promise<Expand> {
  const listed = await db
    .select({
      slug: places.slug,
      type: places.type,
      category: places.categorySlug,
      neighborhood: places.neighborhoodSlug,
    })
    .from(places);
  const stops = await db
    .select({ guide: posts.slug, slug: places.slug })
    .from(postPlaces)
    .innerJoin(posts, eq(posts.id, postPlaces.postId))
    .innerJoin(places, eq(places.id, postPlaces.placeId));
  return (name) => {
    const [what = "", neighborhood] = name.split("@");
    const found = name.startsWith("guide:")
      ? stops.filter(({ guide }) => `guide:${guide}` === name)
      : listed.filter(
          (place) =>
            [place.slug, place.type, place.category].includes(what) &&
            (neighborhood === undefined || place.neighborhood === neighborhood),
        );
    if (found.length === 0) throw new Error(`judged-queries.yaml: the seed data has no "${name}"`);
    return found.map(({ slug }) => slug);
  };
}

/** Judges the answer to a search. */
export function judgeSearch(search: JudgedSearch, answer: Answer, expand: Expand): Verdict {
  const grades = gradesOf(search, expand);
  for (const guide of search.guide) if (guide !== "none") expand(`guide:${guide}`);
  const hasGuide = search.guide.length === 0 ? null : search.guide.includes(answer.guide ?? "none");
  const isRight = (slug: string) => (grades.get(slug) ?? 0) > 0;
  return {
    isSuccess: isSuccess(search, answer, { isRight, hasGuide }),
    ndcg: search.none ? null : ndcg(answer.places, grades),
    isEmpty: answer.places.length === 0 && !search.none && search.area === undefined,
    hasGuide,
    bad: answer.places.filter((slug) => grades.get(slug) === -1),
    misread: [
      ...search.says.filter((expected) => !answer.conditions.some((condition) => isReadAs(condition, expected))),
      ...search.not
        .filter((unexpected) => answer.conditions.some((condition) => isReadAs(condition, unexpected)))
        .map((unexpected) => `read as ${unexpected}`),
    ],
    corrected: answer.corrected,
  };
}

function isSuccess(
  { none, area, best, good }: JudgedSearch,
  answer: Answer,
  { isRight, hasGuide }: { isRight: (slug: string) => boolean; hasGuide: boolean | null },
): boolean {
  if (none) return answer.places.every(isRight);
  if (area !== undefined) return answer.neighborhood === area;
  return best.length + good.length > 0 ? answer.places.some(isRight) : hasGuide === true;
}

/** A place of a bad kind that is also graded isn't bad; a place that is bad by its own slug is. */
function gradesOf({ best, good, bad }: JudgedSearch, expand: Expand): Map<string, Grade> {
  const grades = new Map<string, Grade>();
  const grade = (names: string[], to: Grade) => {
    for (const slug of names.flatMap(expand)) grades.set(slug, to);
  };
  grade(bad, -1);
  grade(good, 1);
  grade(best, 2);
  for (const name of bad) if (expand(name).includes(name)) grades.set(name, -1);
  return grades;
}

/** The discounted gain of the first places against the best that the seed data could give; null without grades. */
function ndcg(slugs: string[], grades: Map<string, Grade>): number | null {
  const ideal = [...grades.values()].filter((grade) => grade > 0).toSorted((a, b) => b - a);
  if (ideal.length === 0) return null;
  return gain(slugs.map((slug) => Math.max(0, grades.get(slug) ?? 0))) / gain(ideal);
}

function gain(grades: number[]): number {
  return grades.slice(0, FIRST_FEW).reduce((sum, grade, rank) => sum + (2 ** grade - 1) / Math.log2(rank + 2), 0);
}
