import { expect, test } from "vitest";

import { type PickCandidate, type LikedPlace, PICKS_MAX, rankPicks } from "./pick.ts";

const HERE = { lat: 38.9125, lng: -77.0225 };
/** About 1,100 m north. */
const AWAY = { lat: 38.9225, lng: -77.0225 };
const FAR = { lat: 38.82, lng: -77.0225 };

const liked = (given: Partial<LikedPlace> = {}): LikedPlace => ({
  id: 1,
  slug: "compass-coffee",
  name: "Compass Coffee",
  how: "saved",
  stars: null,
  age: 0,
  position: HERE,
  priceRange: "$",
  ...given,
});
const candidate = (id: number, given: Partial<PickCandidate> = {}): PickCandidate => ({
  id,
  likedId: 1,
  isSameNeighborhood: false,
  position: AWAY,
  priceRange: null,
  ...given,
});
const idsOf = (picks: { id: number }[]) => picks.map(({ id }) => id);

test("distance, price range, neighborhood, recency and stars each raise a candidate's rank", () => {
  expect(idsOf(rankPicks([liked()], [candidate(10), candidate(11, { position: HERE })]))).toEqual([11, 10]);
  expect(idsOf(rankPicks([liked()], [candidate(10), candidate(11, { priceRange: "$" })]))).toEqual([11, 10]);
  expect(idsOf(rankPicks([liked()], [candidate(10), candidate(11, { isSameNeighborhood: true })]))).toEqual([11, 10]);
  const later = [liked({ age: 9 }), liked({ id: 2 })];
  expect(idsOf(rankPicks(later, [candidate(10), candidate(11, { likedId: 2 })]))).toEqual([11, 10]);
  const better = [liked({ how: "reviewed", stars: 4 }), liked({ id: 2, how: "reviewed", stars: 5 })];
  expect(idsOf(rankPicks(better, [candidate(10), candidate(11, { likedId: 2 })]))).toEqual([11, 10]);
});

test("several liked places outrank one, and the reason names the strongest", () => {
  const both = [liked(), liked({ id: 2, slug: "the-wydown", name: "The Wydown", position: AWAY })];

  const picks = rankPicks(both, [candidate(10), candidate(11), candidate(11, { likedId: 2 })]);

  expect(idsOf(picks)).toEqual([11, 10]);
  expect(picks[0]?.reason).toEqual({
    slug: "the-wydown",
    name: "The Wydown",
    how: "saved",
    stars: null,
    walkMinutes: 1,
  });
});

test("one liked place explains at most two picks, unless there is no other", () => {
  const near = [10, 11, 12, 13].map((id) => candidate(id, { position: HERE }));
  const other = candidate(20, { likedId: 2, position: FAR });

  expect(idsOf(rankPicks([liked(), liked({ id: 2 })], [...near, other]))).toEqual([10, 11, 20, 12]);
  expect(idsOf(rankPicks([liked()], near))).toEqual([10, 11, 12, 13]);
});

test("the reason has a walking time only for known positions within walking distance", () => {
  const minutes = (given: Partial<PickCandidate>) =>
    rankPicks([liked()], [candidate(10, given)])[0]?.reason.walkMinutes;

  expect(minutes({})).toBe(17);
  expect([minutes({ position: FAR }), minutes({ position: null })]).toEqual([null, null]);
});

test("picks are limited, deterministic, and never include the liked place itself", () => {
  const many = Array.from({ length: 50 }, (_, index) => candidate(100 - index));

  const picks = rankPicks([liked()], [...many, candidate(1)]);

  expect(picks.length).toBe(PICKS_MAX);
  expect(idsOf(picks)).toEqual([51, 52, 53, 54]);
  expect(rankPicks([], many)).toEqual([]);
  expect(rankPicks([liked()], [])).toEqual([]);
});
