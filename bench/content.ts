import { SEED_DATA_FOLDER } from "../cli/prepare-database.ts";
import { quantile } from "./quantile.ts";
import { readSeedData } from "#app/guide/seed-data/seed-files.server.ts";
import type { SeedData } from "#app/guide/seed-data/seed-data.ts";
import { countWords } from "#app/guide/guides/page/read-time.ts";

type Place = SeedData["places"][number];
type Facts = Place["facts"][number];

const FIELDS = ["address", "zip", "position", "priceRange", "phone", "website", "hours"] as const;

/** The contents of the seed data: places by category, neighborhood and quadrant, known facts, words per guide. */
export async function content(): Promise<void> {
  const { places, guides, neighborhoods } = readSeedData(SEED_DATA_FOLDER);
  console.log(`${places.length} places, ${guides.length} guides, ${neighborhoods.length} neighborhoods`);
  console.log(`By category: ${counts(places.map(({ category }) => category))}`);
  console.log(`By quadrant: ${counts(places.map((place) => known(place, "address")?.split(" ").at(-1) ?? "unknown"))}`);
  console.log(`By neighborhood: ${counts(places.map(({ neighborhood }) => neighborhood))}`);
  for (const field of FIELDS) {
    const share = places.filter((place) => known(place, field) !== undefined).length / places.length;
    console.log(`${field}: ${(100 * share).toFixed(0)} % of places`);
  }
  const withAttributes = places.filter(({ facts }) => facts.some(({ attributes }) => attributes !== undefined)).length;
  console.log(`any attribute: ${((100 * withAttributes) / places.length).toFixed(0)} % of places`);
  console.log(`words per place: ${spread(places.map(({ description }) => countWords(description)))}`);
  console.log(`words per guide, including its places' texts: ${spread(guides.map(guideWords))}`);
}

function known<Field extends keyof Facts>(place: Place, field: Field): Facts[Field] | undefined {
  return place.facts.find((facts) => facts[field] !== undefined)?.[field];
}

function guideWords({ body, places }: SeedData["guides"][number]): number {
  return countWords([body, ...places.map(({ reason, hint }) => `${reason} ${hint}`)].join(" "));
}

function counts(values: string[]): string {
  const groups = [...Map.groupBy(values, (value) => value)].map(([value, all]) => ({ value, count: all.length }));
  return groups
    .toSorted((a, b) => b.count - a.count)
    .map(({ value, count }) => `${value} ${count}`)
    .join(", ");
}

function spread(values: number[]): string {
  return `${quantile(values, 0)} to ${quantile(values, 1)}, median ${quantile(values, 0.5)}`;
}
