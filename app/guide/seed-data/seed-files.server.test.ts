import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import {
  changeSeedFiles,
  factsSeed,
  listedSeed,
  guideFile,
  neighborhoodSeed,
  placeSeed,
  streetPlanSeed,
  testvillePlaces,
  words,
  writeSeedFolder,
} from "#tests/seed-folder.ts";

import { SeedDataError, digestSeedFiles, readSeedData } from "./seed-files.server.ts";

test("a valid folder is read; file names give a place's neighborhood and a guide's slug", () => {
  const seedData = readSeedData(writeSeedFolder());

  expect(seedData.places.map(({ slug, neighborhood }) => [slug, neighborhood])).toEqual([
    ["testville-bakery", "testville"],
    ["testville-bookshop", "testville"],
    ["testville-museum", "testville"],
    ["testville-tavern", "testville"],
  ]);
  expect(seedData.guides).toMatchObject([{ slug: "testville-walk", title: "A walk through Testville" }]);
  expect(seedData.guides[0]?.body).toMatch(/^word1 [\s\S]*::place\{testville-tavern\}$/);
  expect(seedData.places[0]?.facts[0]?.attributes).toEqual({ wifi: true, parking: false });
});

test.each([
  ["bakery, category: Invalid option", bakery({ category: "casino" })],
  ["bakery, summary: Too big: expected string to have <=90 characters", bakery({ summary: "b".repeat(91) })],
  ["bakery, description: write 25 to 60 words", bakery({ description: words(24) })],
  ["bakery, description: write 25 to 60 words", bakery({ description: words(61) })],
  ["bakery, featured: Too big", bakery({ featured: 5 })],
  ["bakery, name: Too small", bakery({ name: "" })],
  ["bakery, otherNames: Too big", bakery({ otherNames: Array.from({ length: 11 }, (_, at) => `Bakery ${at}`) })],
  ["bakery, otherNames.0: Too big", bakery({ otherNames: ["b".repeat(81)] })],
  ["bakery, otherNames.0: use no semicolon", bakery({ otherNames: ["Bread; cake"] })],
  ['bakery, entry: Unrecognized key: "colour"', bakery({ colour: "red" })],
  ["bakery, facts: Too small", bakery({ facts: [] })],
  ["bakery, facts.0.zip: Invalid input", facts({ zip: 20009 })],
  ["bakery, facts.0.zip: use a DC ZIP in quotes", facts({ zip: "22201" })],
  ["bakery, facts.0.address: end the address with its quadrant", facts({ address: "1400 Test Street" })],
  ['bakery, facts.0.phone: use E.164, such as "+12025550123"', facts({ phone: "(202) 555-0100" })],
  ["bakery, facts.0.website: Invalid URL", facts({ website: "javascript:alert(1)" })],
  ["bakery, facts.0.position.1: Too small", facts({ position: [38.915, -78] })],
  ['bakery, facts.0.checkedOn: use "YYYY", "YYYY-MM" or "YYYY-MM-DD"', facts({ checkedOn: "21.11.2026" })],
  ["bakery, facts.0.priceRange: Invalid option", facts({ priceRange: "cheap" })],
  ['bakery, facts.0.attributes: Unrecognized key: "helipad"', facts({ attributes: { helipad: true } })],
  ["bakery, facts.0.attributes.wifi: Invalid input", facts({ attributes: { wifi: "maybe" } })],
  ["neighborhoods.yaml, testville, special: Too small", { "neighborhoods.yaml": [neighborhoodSeed({ special: [] })] }],
  ["street-plans.json, testville.water: Invalid input", { "street-plans.json": { testville: planWithout("water") } }],
  ["neighborhood-shapes.json, testville: Too small", { "neighborhood-shapes.json": { testville: [] } }],
  ["guides/testville-walk.md, publishedAt: Invalid ISO datetime", guide({ publishedAt: "tomorrow" })],
  ["guides/testville-walk.md, excerpt: Too big", guide({ excerpt: "x".repeat(161) })],
  ["guides/testville-walk.md, places: Too small", guide({ places: [] })],
])("a problem names its file, entry and field: %s", (expected, changes) => {
  const problem = expected.replace(/^bakery/, "places/testville.yaml, testville-bakery");

  expect(problemsOf(writeSeedFolder(changes))).toEqual([expect.stringContaining(problem)]);
});

test("an entry without a slug is identified by its position", () => {
  const { slug: _slug, ...nameless } = placeSeed();

  expect(problemsOf(writeSeedFolder({ "places/testville.yaml": [...testvillePlaces(), nameless] }))).toEqual([
    expect.stringMatching(/^places\/testville\.yaml, entry 5, slug: /),
  ]);
});

test("all problems of all files are reported at once, without follow-up problems", () => {
  const problems = problemsOf(
    writeSeedFolder({
      "places/testville.yaml": testvillePlaces({ slug: "testville-tavern", zip: "x", category: "casino", facts: [] }),
      "neighborhoods.yaml": [neighborhoodSeed({ confidence: "sure" })],
      "guides/testville-walk.md": guideFile({ head: { author: "Nobody At All" } }),
    }),
  );

  expect(new Set(problems.map((problem) => problem.split(":", 1)[0]))).toEqual(
    new Set([
      "guides/testville-walk.md, author",
      "neighborhoods.yaml, testville, confidence",
      "places/testville.yaml, testville-tavern, category",
      "places/testville.yaml, testville-tavern, entry",
      "places/testville.yaml, testville-tavern, facts",
    ]),
  );
  expect(problems).toHaveLength(5);
});

test.each([
  ["places/testville.yaml", "- slug: [unclosed", /^places\/testville\.yaml: .{10,}/],
  ["street-plans.json", "{", /^street-plans\.json: .{10,}/],
  [
    "guides/testville-walk.md",
    "No head.",
    /^guides\/testville-walk\.md: begin with front matter between two lines of ---$/,
  ],
  ["guides/testville-walk.md", "---\ntitle: [unclosed\n---\nBody", /^guides\/testville-walk\.md: .{10,}/],
])("a file that can't be parsed is named: %s with %j", (file, text, problem) => {
  expect(problemsOf(writeSeedFolder({ [file]: text }))[0]).toMatch(problem);
});

test("entries that are valid on their own are rejected if they don't fit together", () => {
  const folder = writeSeedFolder({ "places/elsewhere.yaml": [placeSeed({ slug: "stray" })] });

  expect(problemsOf(folder)).toEqual(["places/elsewhere.yaml, stray: there is no neighborhood elsewhere"]);
});

test("the digest depends on the names and contents of the seed files only", () => {
  const folder = writeSeedFolder();
  const first = digestSeedFiles(folder);

  writeFileSync(join(folder, "notes.txt"), "not a seed file");
  const withNotes = digestSeedFiles(folder);
  changeSeedFiles(folder, { "places/testville.yaml": testvillePlaces({ slug: "testville-tavern", name: "Renamed" }) });
  const changed = digestSeedFiles(folder);
  rmSync(join(folder, "guides", "testville-walk.md"));

  expect(withNotes).toBe(first);
  expect(changed).not.toBe(first);
  expect(digestSeedFiles(folder)).not.toBe(changed);
});

function problemsOf(folder: string): string[] {
  try {
    readSeedData(folder);
  } catch (error) {
    if (!(error instanceof SeedDataError)) throw error;
    expect(error.message).toBe(`The seed data has ${error.problems.length} problem(s):\n${error.problems.join("\n")}`);
    return error.problems;
  }
  return [];
}

/** The places file with a changed bakery. */
function bakery(given: Record<string, unknown>): Record<string, unknown> {
  return { "places/testville.yaml": testvillePlaces({ ...given, slug: "testville-bakery" }) };
}

function facts(given: Record<string, unknown>): Record<string, unknown> {
  return bakery({ facts: [factsSeed(given)] });
}

function guide(head: Record<string, unknown>): Record<string, unknown> {
  return { "guides/testville-walk.md": guideFile({ head }) };
}

function planWithout(field: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(streetPlanSeed()).filter(([name]) => name !== field));
}

test.for([
  ["address", "1410 Test Street", "end the address with its quadrant"],
  ["licensed", "juggling", "name uses of LICENSED_USES and `capacity=` with a number"],
  ["basis", "hearsay", "Invalid option"],
  ["slug", "testville-bakery", "is there more than once"],
  ["source", "no-such-source", "no source no-such-source"],
  ["lat", "38.99", "outside testville"],
] as const)("a problem of listed.csv names its row: %s %s", ([field, value, problem]) => {
  const [found, ...others] = problemsOf(writeSeedFolder({ "listed.csv": listedSeed({ [field]: value }) }));

  expect(found).toContain(problem);
  expect(others).toEqual([]);
});

test.for([
  ["nowhere,phone,+12025550188,abca-2025,", "no place nowhere"],
  ["testville-deli,phone,5550188,abca-2025,", "use E.164"],
  ["testville-deli,mood,good,abca-2025,", "Invalid option"],
  ["testville-deli,phone,+12025550188,abca-2025,yesterday", "use"],
  ["testville-bakery,phone,+12025550188,abca-2025,", "given by two sources"],
  ["testville-deli,phone,+12025550188,hearsay,", "no source hearsay"],
] as const)("a problem of facts.csv names its place: %s", ([row, problem]) => {
  const files = { "listed.csv": listedSeed(), "facts.csv": `slug,field,value,source,checkedOn\n${row}` };

  expect(problemsOf(writeSeedFolder(files)).join()).toContain(problem);
});
