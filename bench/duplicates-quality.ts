import { readFileSync } from "node:fs";
import { join } from "node:path";

import { parse } from "yaml";
import { z } from "zod";

import { readSeedData } from "#app/guide/seed-data/seed-files.server.ts";
import {
  type MatchBand,
  type ComparablePlace,
  compareDuplicates,
} from "#app/desk/imports/duplicates/duplicate-score.ts";
import { CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";
import { QUADRANTS } from "#app/guide/places/place.ts";

import { SEED_DATA_FOLDER } from "../cli/prepare-database.ts";

const Pair = z.strictObject({
  same: z.boolean(),
  why: z.string(),
  listed: z.string(),
  given: z.strictObject({
    name: z.string(),
    category: z.enum(CATEGORY_SLUGS).optional(),
    street: z.string().optional(),
    quadrant: z.enum(QUADRANTS).optional(),
    position: z.tuple([z.number(), z.number()]).optional(),
    phone: z.string().optional(),
    website: z.string().optional(),
  }),
});

/**
 * How labeled pairs are classified. Merging a pair of two places is harmful.
 *
 * In the first run, 9 of the 189 pairs of two places were merged, all parts of a building; the rule for these came
 * later.
 */
export async function duplicatesQuality(): Promise<void> {
  const text = readFileSync(join(import.meta.dirname, "labeled-duplicates.yaml"), "utf8");
  const pairs = z.array(Pair).parse(parse(text));
  const listed = new Map(readSeedData(SEED_DATA_FOLDER).places.map((place) => [place.slug, listedAs(place)]));
  const judged = pairs.map((pair) => {
    const place = listed.get(pair.listed);
    if (place === undefined) throw new Error(`The seed data has no ${pair.listed}`);
    return { ...pair, ...compareDuplicates(givenAs(pair.given), place) };
  });
  const [one, two] = [judged.filter(({ same }) => same), judged.filter(({ same }) => !same)];
  console.log(`${one.length} pairs of one place: ${counts(one)}`);
  console.log(`${two.length} pairs of two places: ${counts(two)}`);
  for (const [why, some] of Map.groupBy(judged, (pair) => `${pair.same ? "one" : "two"}, ${pair.why}`)) {
    console.log(`  ${why.padEnd(56)} ${counts(some)}`);
  }
  for (const { same, band, listed: slug, given, score } of judged) {
    if (same ? band === "different" : band === "same") {
      console.log(`  ${same ? "missed" : "WRONG"}: ${slug} and ${given.name} (${score})`);
    }
  }
}

function counts(pairs: { band: MatchBand }[]): string {
  const of = (band: MatchBand) => pairs.filter((pair) => pair.band === band).length;
  return `same ${of("same")}, possible ${of("possible")}, different ${of("different")}`;
}

type SeededPlace = ReturnType<typeof readSeedData>["places"][number];

function listedAs({ name, category, facts }: SeededPlace): ComparablePlace {
  const address = facts.map((block) => block.address).find((each) => each !== undefined);
  const position = facts.map((block) => block.position).find((each) => each !== undefined);
  return {
    name,
    category,
    street: address?.slice(0, -3) ?? null,
    quadrant: address?.slice(-2) ?? null,
    position: position === undefined ? null : { lat: position[0], lng: position[1] },
    phone: facts.map((block) => block.phone).find((each) => each !== undefined) ?? null,
    website: facts.map((block) => block.website).find((each) => each !== undefined) ?? null,
  };
}

function givenAs(given: z.infer<typeof Pair>["given"]): ComparablePlace {
  const { name, category = null, street = null, quadrant = null, position, phone = null, website = null } = given;
  const point = position === undefined ? null : { lat: position[0], lng: position[1] };
  return { name, category, street, quadrant, position: point, phone, website };
}
