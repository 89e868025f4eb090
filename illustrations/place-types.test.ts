import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { parse as parseCsv } from "csv-parse/sync";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

import { subjectCompositions } from "./picture-choices.ts";
import { pictureSubject, SCENE_SUBJECTS, subjectOfType } from "./picture-subject.ts";
import { SHOP_KINDS, shopOf, isShopKind } from "./shops/shop-kinds.ts";

const SEEDS = "seeds/catalogue";

const PlaceTypes = z.array(z.object({ category: z.string(), type: z.string() }));

/** All pairs of category and type in the seed data. */
function seedTypes(): { category: string; type: string }[] {
  const described = readdirSync(join(SEEDS, "places"))
    .filter((name) => name.endsWith(".yaml"))
    .flatMap((name) => PlaceTypes.parse(parse(readFileSync(join(SEEDS, "places", name), "utf8"))));
  const listed = PlaceTypes.parse(parseCsv(readFileSync(join(SEEDS, "listed.csv")), { columns: true }));
  const entries = [...described, ...listed];
  return [...new Map(entries.map((entry) => [`${entry.category}: ${entry.type}`, entry])).values()];
}

test("every type of place in the seed data matches a rule", () => {
  const types = seedTypes();
  const fallen = types.filter((place) => subjectOfType(place) === null);

  expect(types.length).toBeGreaterThan(100);
  expect(
    fallen.map(({ category, type }) => `${category}: ${type}`).toSorted(),
    "add a word to RULES or RULES_BY_CATEGORY in picture-subject.ts",
  ).toEqual([]);
});

test("a type without a rule has no subject, so the test above would fail", () => {
  expect(subjectOfType({ category: "food", type: "Zyxwv" })).toBeNull();
  expect(subjectOfType({ category: "food", type: null })).toBeNull();
});

test.for([
  ["education", "Middle school", "schoolhouse"],
  ["education", "Adult school", "school"],
  ["education", "Branch library", "library"],
  ["services", "Lutheran church", "church"],
  ["services", "Synagogue", "worship"],
  ["services", "Embassy residence", "embassy"],
  ["health", "Children's hospital", "hospital"],
  ["health", "Walk-in clinic", "clinic"],
  ["health", "Pharmacy and clinic", "pharmacy"],
  ["services", "Main post office", "post-office"],
  ["services", "Credit union", "bank"],
  ["home-services", "Hardware store", "hardware"],
  ["entertainment", "Pocket park", "park"],
  ["health", "Recreation center and pool", "swimming"],
  ["services", "Boutique hotel", "hotel"],
  ["services", "Police station", "police"],
  ["services", "Fire station", "firehouse"],
  ["home-services", "Tree service", "landscaping"],
] as const)("a new type is placed by its words: in %s, %s is drawn as %s", ([category, type, subject]) => {
  expect(pictureSubject({ category, type })).toBe(subject);
});

test("no two trades have the same sign", () => {
  const kinds = Object.keys(SHOP_KINDS).filter(isShopKind);
  const bySign = Map.groupBy(kinds, (kind) => shopOf(kind).glyphs[0]);
  const shared = [...bySign.values()].filter((group) => group.length > 1);

  expect(shared).toEqual([]);
});

test("every subject has at least two compositions, so that two places of a type can differ", () => {
  for (const subject of [...SCENE_SUBJECTS, ...Object.keys(SHOP_KINDS).filter(isShopKind)])
    expect(new Set(subjectCompositions({ kind: "place", subject, crop: "card" })).size, subject).toBeGreaterThan(1);
});
