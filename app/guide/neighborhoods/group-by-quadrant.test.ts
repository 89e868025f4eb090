import { expect, test } from "vitest";

import type { Quadrant } from "#app/guide/places/place.ts";
import { groupByQuadrant, formatAreaCount } from "./group-by-quadrant.ts";
import type { NeighborhoodCardData } from "./neighborhood.ts";

test("the six come first in a fixed order", () => {
  const { first } = groupByQuadrant([
    buildCard("foggy-bottom", "NW"),
    buildCard("shaw", "NW"),
    buildCard("georgetown", "NW"),
  ]);

  expect(first.map((neighborhood) => neighborhood.slug)).toEqual(["georgetown", "foggy-bottom"]);
});

test("every other neighborhood is listed once, by name, under its first quadrant", () => {
  const { quadrants } = groupByQuadrant([
    buildCard("shaw", "NW"),
    buildCard("brookland", "NE"),
    buildCard("brightwood", "NW"),
    { ...buildCard("capitol-riverfront", "SE"), quadrants: ["SE", "SW"] },
  ]);

  expect(quadrants.map((group) => [group.quadrant, group.neighborhoods.map((each) => each.slug)])).toEqual([
    ["NW", ["brightwood", "shaw"]],
    ["NE", ["brookland"]],
    ["SE", ["capitol-riverfront"]],
  ]);
});

test("parks are counted separately", () => {
  const [neighborhood, park] = [{ kind: "neighborhood" as const }, { kind: "park" as const }];

  expect(formatAreaCount([neighborhood, neighborhood])).toBe("2 neighborhoods");
  expect(formatAreaCount([neighborhood, park, neighborhood, park])).toBe("2 neighborhoods and 2 parks");
  expect(formatAreaCount([neighborhood, park])).toBe("1 neighborhood and 1 park");
});

function buildCard(slug: string, quadrant: Quadrant): NeighborhoodCardData {
  return {
    slug,
    name: slug,
    kind: "neighborhood",
    summary: "",
    quadrants: [quadrant],
    placeCount: 1,
    describedCount: 1,
    guideCount: 0,
    plan: { day: "", night: "" },
  };
}
