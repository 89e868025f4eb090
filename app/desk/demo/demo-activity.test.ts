import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { shippedSeedData } from "#tests/shipped-seed-data.ts";

import { generateDemoActivity, type DemoFixtures } from "./demo-activity.ts";
import { readDemoFiles } from "./demo-files.server.ts";
import { selectDemoPlaces } from "./demo-places.ts";

const SEEDS = join(import.meta.dirname, "..", "..", "..", "seeds");
const TODAY = "2026-11-21";
const files = readDemoFiles(join(SEEDS, "demo"));

/** The default seed and others: which place gets which text differs. */
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

  test("has 40 members, 300 reviews on 80 places, saves, lists and the views of 60 days", () => {
    expect(members).toHaveLength(40);
    expect(new Set(members.map(({ name }) => name)).size).toBe(40);
    expect(reviews).toHaveLength(300);
    expect(new Set(reviews.map(({ placeId }) => placeId)).size).toBe(80);
    expect(savedPlaces.length).toBeGreaterThan(150);
    expect(savedPlaces.length).toBeLessThan(300);
    expect(savedGuides.length).toBeGreaterThan(30);
    expect(lists.length).toBeGreaterThan(10);
    expect(new Set(views.map(({ day }) => day)).size).toBe(60);
    expect(
      views
        .map(({ day }) => day)
        .toSorted()
        .at(-1),
    ).toBe("2026-11-20");
    expect(views.filter(({ views: count, visitors }) => visitors > count || visitors < 1)).toEqual([]);
  });

  test("has places with many reviews and with a few", () => {
    const perPlace = [...Map.groupBy(reviews, ({ placeId }) => placeId).values()].map((group) => group.length);

    expect(Math.max(...perPlace)).toBeGreaterThan(6);
    expect(Math.max(...perPlace)).toBeLessThanOrEqual(12);
    expect(perPlace.filter((count) => count < 4).length).toBeGreaterThan(25);
  });

  test("has ratings of three to five stars: most good, some in the middle", () => {
    const share = (stars: number) => reviews.filter((review) => review.stars === stars).length / reviews.length;

    expect(share(5)).toBeLessThan(0.55);
    expect(share(4)).toBeGreaterThan(0.3);
    expect(share(3)).toBeGreaterThan(0.1);
    expect(reviews.filter(({ stars }) => stars < 3)).toEqual([]);
  });

  test("uses no review text twice", () => {
    expect(new Set(reviews.map(({ body }) => body)).size).toBe(300);
  });

  test("is only about described places of the kinds in reviews.yaml, and never where it would be in poor taste", () => {
    const byId = new Map(fixtures.places.map((place) => [place.id, place]));
    const bySlug = new Map(fixtures.places.map((place) => [place.slug, place]));
    const subjects = [
      ...[...reviews, ...lists.flatMap(({ entries }) => entries)].map(({ placeId }) => byId.get(placeId)),
      ...savedPlaces.map(({ id }) => byId.get(id)),
      ...views.filter(({ subject }) => subject === "place").map(({ key }) => bySlug.get(key)),
    ];

    const unfit = subjects.filter(
      (place) => place?.isDescribed !== true || SOLEMN_TYPE.test(place.type) || SOLEMN_NAME.test(place.name),
    );
    expect(unfit).toEqual([]);
    for (const { id, kind } of selectDemoPlaces(fixtures.places, files.kinds))
      expect(files.kinds.find((each) => each.kind === kind)?.types).toContain(byId.get(id)?.type);
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
    expect(Math.max(...members.map(({ id }) => lists.filter(({ ownerId }) => ownerId === id).length))).toBe(1);
  });
});

test("without places and guides there are only members", () => {
  const activity = generateDemoActivity({ ...shippedFixtures(1791), places: [], guides: [], neighborhoods: [] });

  expect(activity.members).toHaveLength(40);
  expect([activity.reviews, activity.savedPlaces, activity.savedGuides, activity.lists]).toEqual([[], [], [], []]);
});

describe("the review texts", () => {
  const texts = files.kinds.flatMap(({ five, four, three }) => [...five, ...four, ...three]);

  test("are 300 whole, different texts that the review form would accept", () => {
    expect(texts).toHaveLength(300);
    expect(new Set(texts).size).toBe(300);
    expect(texts.filter((text) => text.length < 20 || text.length > 400 || !/^[A-Z][^{}|]*[.?!]$/.test(text))).toEqual(
      [],
    );
  });

  test("claim no dish, price, person or event of the place, and nothing that could harm it", () => {
    const claim =
      /\$\d|\b(?:dollars?|cheap|expensive|overpriced|waiter|waitress|server|staff|bartender|barista|chef|owner|clerk|service|menu|pizza|burger|pasta|tacos?|soup|salad|steak|dessert|wine list|concert|festival|exhibit(?:ion)?|happy hour|trivia|dirty|rude|sick|unsafe|worst|disgust\w*|broken promise|scam\w*)\b/i;

    expect(texts.filter((text) => claim.test(text))).toEqual([]);
  });

  test("name each type of place once", () => {
    const types = files.kinds.flatMap((kind) => kind.types);

    expect(types.filter((type, at) => types.indexOf(type) !== at)).toEqual([]);
  });
});

/** Hospitals, worship, schools, child care, embassies, memorials, cemeteries, police and offices, apart from the code. */
const SOLEMN_TYPE =
  /hospital|clinic|health|worship|school|college|universit|child|embassy|memorial|cemetery|cathedral|police|office|care|dentist|veterinarian|shelter/i;
const SOLEMN_NAME = /\b(?:memorial|monument|holocaust|cemetery|church|cathedral|hospital|school|embassy|police)\b/i;

function shippedFixtures(seed: number): DemoFixtures {
  const { places, guides, neighborhoods } = shippedSeedData();
  return {
    seed,
    today: TODAY,
    ...files,
    places: places.map(({ slug, name, type, category, neighborhood, hub, description }, index) => ({
      id: index + 1,
      slug,
      name,
      type,
      category,
      neighborhoodSlug: neighborhood,
      isFeatured: hub !== undefined,
      isDescribed: description !== undefined && description !== "",
    })),
    guides: guides.map(({ slug }, index) => ({ id: index + 1, slug })),
    neighborhoods: neighborhoods.map(({ slug }) => slug),
  };
}
