import { expect, test } from "vitest";

import { OCCASIONS } from "#app/guide/search/query/occasions.ts";
import { parseQuery } from "#app/guide/search/query/parse-query.ts";
import { buildVocabulary } from "#app/guide/search/query/query-vocabulary.ts";
import { normalizePhrase } from "#app/guide/search/query/query-words.ts";

import { shippedSeedData } from "./shipped-seed-data.ts";

const seedData = shippedSeedData();
const types = [...new Set([...seedData.places, ...seedData.listed].map(({ type }) => type))];
const vocabulary = buildVocabulary({
  types,
  neighborhoods: seedData.neighborhoods,
  stations: seedData.stations.map(({ slug, name }) => ({ slug, name, point: { lat: 38.9, lng: -77.03 } })),
});

test("every phrase for an occasion is read as this occasion", () => {
  const misread = OCCASIONS.flatMap(({ slug, words }) =>
    words.split(", ").filter((phrase) => {
      const { conditions, freeText } = parseQuery(phrase, vocabulary);
      const [first] = conditions.map(({ condition }) => condition);
      return first?.kind !== "occasion" || first.slug !== slug || conditions.length > 1 || freeText !== "";
    }),
  );

  expect(misread).toEqual([]);
});

test("there are at least 60 occasions, each with a slug, a label and phrases of its own", () => {
  const phrases = OCCASIONS.flatMap(({ words }) => words.split(", "));

  expect(OCCASIONS.length).toBeGreaterThanOrEqual(60);
  for (const all of [
    phrases.map(normalizePhrase),
    OCCASIONS.map(({ slug }) => slug),
    OCCASIONS.map(({ label }) => label),
  ])
    expect(all).toEqual([...new Set(all)]);
});

test("every kind that suits an occasion is in the directory", () => {
  const unknown = OCCASIONS.flatMap(({ slug, types: kinds }) =>
    kinds.filter((kind) => !types.some((type) => kind.test(type))).map((kind) => `${slug}: ${kind.source}`),
  );

  expect(unknown).toEqual([]);
});
