import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { readSeedData } from "#app/guide/seed-data/seed-files.server.ts";
import { CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";

import { generateDemoActivity, type DemoFixtures } from "./demo-activity.ts";
import { readDemoFiles } from "./demo-files.server.ts";
import { findPhraseSet } from "./demo-vocabulary.ts";
import { ngramsOf } from "./used-ngrams.ts";

const SEEDS = join(import.meta.dirname, "..", "..", "..", "seeds");
const TODAY = "2026-11-21";
const files = readDemoFiles(join(SEEDS, "demo"));

/** The default seed, and others whose output nobody has proofread. */
const TRIED_SEEDS = process.env["PROVE"] === "1" ? [1791, ...Array.from({ length: 40 }, (_, n) => n)] : [1791, 7];

describe.each(TRIED_SEEDS)("activity from seed %i", (seed) => {
  const fixtures = shippedFixtures(seed);
  const activity = generateDemoActivity(fixtures);
  const { members, reviews, savedPlaces, savedGuides, lists, views } = activity;

  test("depends only on the seed, not on the order of places and guides", () => {
    const again = generateDemoActivity({
      ...fixtures,
      places: fixtures.places.toReversed(),
      guides: fixtures.guides.toReversed(),
    });

    expect(again).toEqual(activity);
    expect(generateDemoActivity({ ...fixtures, seed: seed + 1 }).reviews).not.toEqual(reviews);
  });

  test("has 40 members, at least 1,500 reviews, saves, lists and the views of 60 days", () => {
    expect(members).toHaveLength(40);
    expect(new Set(members.map(({ name }) => name)).size).toBe(40);
    expect(reviews.length).toBeGreaterThanOrEqual(1_500);
    expect(savedPlaces.length).toBeGreaterThan(200);
    expect(savedGuides.length).toBeGreaterThan(40);
    expect(lists.length).toBeGreaterThan(15);
    expect(new Set(views.map(({ day }) => day)).size).toBe(60);
    expect(
      views
        .map(({ day }) => day)
        .toSorted()
        .at(-1),
    ).toBe("2026-11-20");
    expect(views.filter(({ views: count, visitors }) => visitors > count || visitors < 1)).toEqual([]);
  });

  test("has places with many reviews, with a few and with none", () => {
    const perPlace = fixtures.places.map(({ id }) => reviews.filter(({ placeId }) => placeId === id).length);

    expect(perPlace.filter((count) => count > 10).length).toBeGreaterThan(10);
    expect(perPlace.filter((count) => count > 0 && count < 6).length).toBeGreaterThan(100);
    expect(perPlace.filter((count) => count === 0).length).toBeGreaterThan(20);
  });

  test("has a realistic distribution of stars: most good, some mediocre, a few poor", () => {
    const share = (stars: number) => reviews.filter((review) => review.stars === stars).length / reviews.length;

    expect(share(5)).toBeLessThan(0.55);
    expect(share(4)).toBeGreaterThan(0.2);
    expect(share(3)).toBeGreaterThan(0.1);
    expect(share(2) + share(1)).toBeGreaterThan(0.03);
    expect(share(2) + share(1)).toBeLessThan(0.2);
  });

  test("has short and long reviews that the review form would accept, without leftover template syntax", () => {
    const lengths = reviews.map(({ body }) => body.length).toSorted((a, b) => a - b);

    expect(lengths[0]).toBeGreaterThanOrEqual(20);
    expect(lengths.at(-1)).toBeLessThanOrEqual(4_000);
    expect(lengths[Math.floor(lengths.length * 0.1)]).toBeLessThan(150);
    expect(lengths[Math.floor(lengths.length * 0.9)]).toBeGreaterThan(350);
    const odd = /[{}()|]|undefined|\ba [aeio](?!ne)|\s[.,]|(\b\w+\b) \1\b/i;
    expect(reviews.map(({ body }) => body).filter((body) => odd.test(body))).toEqual([]);
  });

  test("has no two reviews that share more than eight consecutive words", () => {
    const usedBy = new Map<string, string>();
    const shared: string[] = [];
    for (const { id, body } of reviews) {
      for (const run of new Set(ngramsOf(body))) {
        if (usedBy.has(run)) shared.push(run);
        usedBy.set(run, id);
      }
    }

    expect(usedBy.size).toBeGreaterThan(20_000);
    expect(shared).toEqual([]);
  });

  test("criticizes places only for taste, crowds and waiting", () => {
    const libel =
      /\b(?:sick|ill(?:ness)?|poison\w*|dirty|filthy|unclean|rats?|mice|roach\w*|mold\w*|hair in|raw|rotten|stale|expired|rude|racis\w*|sexis\w*|thie\w*|stole\w*|steal|scam\w*|fraud\w*|cheat\w*|overcharg\w*|lied?|liar|illegal|unsafe|danger\w*|injur\w*|negligen\w*|malpractice|misdiagnos\w*|broken promise|health code|violation|police|lawsuit|worst|disgust\w*|never again)\b/i;

    expect(reviews.filter(({ body }) => libel.test(body)).map(({ body }) => body)).toEqual([]);
    const solemn = new Set(fixtures.places.filter(({ type }) => type === "Memorial").map(({ id }) => id));
    expect(reviews.filter(({ placeId, stars }) => solemn.has(placeId) && stars < 3)).toEqual([]);
  });

  test("is in order: members write and save only after joining, and nothing happens today or later", () => {
    const joined = new Map(members.map(({ id, joinedAt }) => [id, joinedAt]));
    const today = new Date(`${TODAY}T05:00:00Z`);
    const actions = [
      ...reviews.map(({ authorId, createdAt }) => ({ by: authorId, at: createdAt })),
      ...[...savedPlaces, ...savedGuides].map(({ userId, savedAt }) => ({ by: userId, at: savedAt })),
      ...lists.map(({ ownerId, createdAt }) => ({ by: ownerId, at: createdAt })),
    ];

    expect(actions.filter(({ by, at }) => at < (joined.get(by) ?? today) || at >= today)).toEqual([]);
    expect(
      reviews.filter(({ editedAt, createdAt }) => editedAt !== null && (editedAt < createdAt || editedAt >= today)),
    ).toEqual([]);
    expect(reviews.filter(({ visitMonth, createdAt }) => visitMonth > createdAt.toISOString().slice(0, 7))).toEqual([]);
  });

  test("has one review per member and place, no duplicate saves and no place twice in a list", () => {
    const duplicates = (keys: string[]) => keys.filter((key, at) => keys.indexOf(key) !== at);

    expect(duplicates(reviews.map(({ authorId, placeId }) => `${authorId} ${placeId}`))).toEqual([]);
    expect(duplicates(savedPlaces.map(({ userId, id }) => `${userId} ${id}`))).toEqual([]);
    expect(duplicates(savedGuides.map(({ userId, id }) => `${userId} ${id}`))).toEqual([]);
    expect(lists.flatMap(({ entries }) => duplicates(entries.map(({ placeId }) => String(placeId))))).toEqual([]);
    expect(Math.max(...members.map(({ id }) => lists.filter(({ ownerId }) => ownerId === id).length))).toBe(3);
  });
});

test("without places and guides there are only members", () => {
  const activity = generateDemoActivity({ ...shippedFixtures(1791), places: [], guides: [], neighborhoods: [] });

  expect(activity.members).toHaveLength(40);
  expect([activity.reviews, activity.savedPlaces, activity.savedGuides, activity.lists]).toEqual([[], [], [], []]);
});

test("every category has phrases and things to mention, also for unknown place types", () => {
  for (const category of CATEGORY_SLUGS) {
    const kind = findPhraseSet(files.words, { type: "Something new", category });
    expect(files.words.things[kind.name]?.length, category).toBeGreaterThan(3);
    for (const tone of ["good", "mixed", "poor", "tip"] as const)
      expect(kind[tone].length, kind.name).toBeGreaterThan(0);
  }
  for (const kind of files.words.kinds) expect(files.words.things[kind.name]?.length, kind.name).toBeGreaterThan(3);
});

function shippedFixtures(seed: number): DemoFixtures {
  const { places, guides, neighborhoods } = readSeedData(join(SEEDS, "catalogue"));
  const names = new Map(neighborhoods.map(({ slug, name }) => [slug, name]));
  return {
    seed,
    today: TODAY,
    ...files,
    places: places.map(({ slug, type, category, neighborhood, hub }, index) => ({
      id: index + 1,
      slug,
      type,
      category,
      neighborhoodSlug: neighborhood,
      neighborhoodName: names.get(neighborhood) ?? neighborhood,
      isFeatured: hub !== undefined,
    })),
    guides: guides.map(({ slug }, index) => ({ id: index + 1, slug })),
    neighborhoods: neighborhoods.map(({ slug }) => slug),
  };
}
