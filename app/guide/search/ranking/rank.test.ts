import { expect, test } from "vitest";

import type { Candidate } from "../candidates/candidate.ts";
import { SEARCH_SORTS, type SearchSort } from "../query/search-filters.ts";
import { rank } from "./rank.ts";

const NOW = new Date("2027-01-13T23:40:00Z");
const SHAW = { lat: 38.913, lng: -77.022 };
const GEORGETOWN = { lat: 38.905, lng: -77.062 };

test("the best score comes first, and breaks the ties of every other order", () => {
  const candidates = [
    candidate("best", { isMeant: true, position: GEORGETOWN }),
    candidate("rated", { isOfType: true, rating: { mean: 4.5, count: 40, isDemo: false }, position: null }),
    candidate("newest", { textRank: 0.1, createdAt: new Date("2026-12-01") }),
    candidate("last", {}),
  ];

  const orders = SEARCH_SORTS.map((sort) => [sort, order(candidates.toReversed(), sort)]);

  expect(Object.fromEntries(orders)).toEqual({
    best: ["best", "rated", "newest", "last"],
    rating: ["rated", "best", "newest", "last"],
    newest: ["newest", "best", "rated", "last"],
    nearest: ["newest", "last", "best", "rated"],
  });
});

test("equal scores are sorted by name, and of branches with one name the first by id comes first, the others behind", () => {
  const candidates = [candidate("b", {}), candidate("a", { id: 2 }), candidate("a", { id: 1 })];

  const ranked = rank(candidates, { sort: "best", near: null, now: NOW });

  expect(ranked.map(({ name, id }) => `${name} ${id}`)).toEqual(["a 1", "b 1", "a 2"]);
});

function order(candidates: Candidate[], sort: SearchSort): string[] {
  return rank(candidates, { sort, near: SHAW, now: NOW }).map(({ name }) => name);
}

function candidate(name: string, given: Partial<Candidate>): Candidate {
  return {
    id: 1,
    fit: "known",
    stop: null,
    isClosed: false,
    occasionFit: 0,
    name,
    category: "food",
    type: "Thai",
    neighborhood: { slug: "shaw", name: "Shaw" },
    priceRange: null,
    hours: null,
    attributes: {},
    position: SHAW,
    rating: null,
    featuredRank: null,
    hubRank: null,
    createdAt: new Date("2026-01-01"),
    updatedAt: new Date("2026-01-01"),
    isNamed: false,
    isMeant: false,
    isExactName: false,
    isOfType: false,
    textRank: 0,
    wordShare: 0,
    saves: 0,
    views: 0,
    factCount: 0,
    isDescribed: true,
    meters: null,
    ...given,
  };
}
