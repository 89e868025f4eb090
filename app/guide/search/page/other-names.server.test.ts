import { expect } from "vitest";

import { buildPlace, buildRequestContext } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { suggest } from "../suggest/suggest.server.ts";
import { searchFor, slugs } from "./search-page-builders.ts";

const AT = { lat: 38.8993, lng: -77.0281 };

test("a place is found by a whole other name first, and the reason says which; no correction destroys it", async ({
  db,
}) => {
  const named = await buildPlace(db, {
    name: "Quibble Snorkelry Hall",
    otherNames: ["Old Zorbs", "QZ's", "Zorbarena"],
  });
  await buildPlace(db, {
    name: "Zorb",
    type: "Snorkelry",
    description: "Not far from the old zorbs, or the zorbarena.",
  });

  for (const [words, reason] of [
    ["old zorbs", "Also known as [[Old]] [[Zorbs]]"],
    ["zorbarena", "Also known as [[Zorbarena]]"],
    ["qzs", ""],
    ["qz's", "Also known as [[QZ]]'s"],
    ["quibble snorkelry hall", "Matches its name"],
  ] as const) {
    const found = await searchFor(db, words);
    expect([found.correction, slugs(found).places[0]], words).toEqual([null, named.slug]);
    expect(found.places.items[0]?.reason, words).toBe(reason);
  }
});

test("a misspelled other name is corrected", async ({ db }) => {
  const named = await buildPlace(db, { name: "Quibble Hall", otherNames: ["Zorbarena"] });

  const found = await searchFor(db, "zorbarnea");

  expect([found.correction?.kind, found.correction?.query, slugs(found).places]).toEqual([
    "applied",
    "zorbarena",
    [named.slug],
  ]);
});

test("the suggestion for an other name is the place, once, with the other name beside it", async ({ db }) => {
  const { slug } = await buildPlace(db, {
    name: "Zyxle Hall",
    type: "Snorkelry",
    otherNames: ["Old Quagga House", "Zyxarena", "Zyxarium"],
  });
  const paths = async (text: string) =>
    (await suggest(db, { text, limit: 8 }, buildRequestContext())).map(({ label, detail, path }) => [
      label,
      detail,
      path,
    ]);

  expect(await paths("quagga ho")).toEqual([
    ["Zyxle Hall", "also Old Quagga House · Snorkelry · Shaw", `/places/${slug}`],
  ]);
  expect(await paths("zyx")).toEqual([["Zyxle Hall", "Snorkelry · Shaw", `/places/${slug}`]]);
  expect(await paths("qagga house")).toEqual([
    ["Zyxle Hall", "also Old Quagga House · Snorkelry · Shaw", `/places/${slug}`],
  ]);
});

test("an other name after “near” is a starting point, unless another place has it as its name", async ({ db }) => {
  await buildPlace(db, { name: "Quibble Hall", otherNames: ["Zorb Arena"], ...AT });
  const near = await buildPlace(db, { name: "Near", type: "Snorkelry", ...AT });
  const chips = async (words: string) => (await searchFor(db, words)).chips.map(({ label }) => label);

  for (const words of ["snorkelry near zorb arena", "snorkelry near the zorb arena"]) {
    expect(await chips(words), words).toEqual(["Snorkelry", "Near Quibble Hall"]);
    expect(slugs(await searchFor(db, words)).places, words).toEqual([near.slug]);
  }
  expect((await searchFor(db, "snorkelry", { near: "Zorb Arena", sort: "nearest" })).near?.name).toBe("Quibble Hall");
  await buildPlace(db, { name: "Zorb Arena", lat: 38.95, lng: -77.05 });
  expect(await chips("snorkelry near zorb arena")).toEqual(["Snorkelry", "Near Zorb Arena"]);
  expect((await searchFor(db, "snorkelry", { near: "zorb arena", sort: "nearest" })).near?.name).toBe("Zorb Arena");
});

test.for([
  ["more than ten", Array.from({ length: 11 }, (_, at) => `Name ${at}`)],
  ["one of 81 characters", ["z".repeat(81)]],
  ["an empty one", [""]],
  ["its own name", ["Quibble Hall"]],
  ["a semicolon", ["Zorb; Hall"]],
] as const)("the database refuses other names with %s", async ([, otherNames], { db }) => {
  await expect(buildPlace(db, { name: "Quibble Hall", otherNames: [...otherNames] })).rejects.toThrow();
});
