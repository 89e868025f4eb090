import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { onTestFinished } from "vitest";

import { SEED_DATA_FOLDER } from "../cli/prepare-database.ts";

/** The shipped categories are fixed, and the shipped authors serve as well as any. */
const SHIPPED = ["categories.yaml", "authors.yaml"];

/** A square around Testville's center, about 870 m wide and 1,110 m high, in the northwest. */
const SHAPE = [
  [
    [
      [-77.045, 38.91],
      [-77.035, 38.91],
      [-77.035, 38.92],
      [-77.045, 38.92],
    ],
  ],
];

const STATION = {
  slug: "dupont-circle",
  name: "Dupont Circle",
  codes: ["A03"],
  lines: ["red"],
  address: "1525 20th Street NW",
  position: [38.90961, -77.04342],
  source: "general-knowledge",
  checkedOn: "2026-05",
};

/**
 * Writes small, valid seed data (Testville, four places, one guide) into a new folder, with some files replaced.
 *
 * @param changes File name to content: strings are written as they are, anything else as JSON, which YAML's parser also
 * reads.
 */
export function writeSeedFolder(changes: Record<string, unknown> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "rowhouse-catalogue-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of SHIPPED) cpSync(join(SEED_DATA_FOLDER, name), join(folder, name));
  changeSeedFiles(folder, {
    "metro-stations.yaml": [STATION],
    "sources.yaml": ["rowhouse", "general-knowledge", "abca-2025"].map(sourceSeed),
    "neighborhoods.yaml": [neighborhoodSeed()],
    "neighborhood-shapes.json": { testville: SHAPE },
    "street-plans.json": { testville: streetPlanSeed() },
    "places/testville.yaml": testvillePlaces(),
    "guides/testville-walk.md": guideFile(),
    ...changes,
  });
  return folder;
}

export function changeSeedFiles(folder: string, changes: Record<string, unknown>): void {
  for (const [name, content] of Object.entries(changes)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  }
}

/** The places that the guide mentions, with one of them changed. */
export function testvillePlaces(changed: Record<string, unknown> & { slug?: string } = {}): Record<string, unknown>[] {
  return ["testville-bakery", "testville-bookshop", "testville-museum", "testville-tavern"].map((slug, index) =>
    placeSeed({ slug, name: `Testville No. ${index + 1}`, ...(changed.slug === slug ? changed : {}) }),
  );
}

export function placeSeed(given: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    slug: "testville-bakery",
    name: "Testville Bakery",
    category: "food",
    type: "Bakery",
    summary: "Bread and pastry",
    description: words(30),
    facts: [factsSeed()],
    ...given,
  };
}

/** listed.csv with one row. */
export function listedSeed(given: Record<string, string> = {}): string {
  const row = {
    slug: "testville-deli",
    name: "Testville Deli",
    category: "food",
    type: "Deli",
    basis: "name",
    address: "1410 Test Street NW",
    lat: "38.9152",
    lng: "-77.0402",
    neighborhood: "testville",
    source: "abca-2025",
    sourceId: "ABRA-2",
    checkedOn: "2025-02-28",
    phone: "",
    website: "",
    hours: "",
    licensed: "sidewalk-cafe|capacity=40",
    ...given,
  };
  return `${Object.keys(row).join(",")}\n${Object.values(row).join(",")}\n`;
}

export function factsSeed(given: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    source: "general-knowledge",
    address: "1400 Test Street NW",
    zip: "20009",
    position: [38.915, -77.04],
    phone: "+12025550100",
    website: "https://testville.example",
    hours: "Mo-Su 09:00-17:00",
    attributes: { wifi: "yes", parking: false },
    ...given,
  };
}

export function neighborhoodSeed(given: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    slug: "testville",
    name: "Testville",
    kind: "neighborhood",
    quadrants: ["NW"],
    aka: [],
    neighbors: [],
    metro: [{ station: "dupont-circle", inside: false }],
    center: [38.915, -77.04],
    summary: words(10),
    description: words(70),
    special: [1, 2, 3, 4].map((n) => ({ title: `Thing ${n}`, text: words(10) })),
    confidence: "approximate division",
    ...given,
  };
}

export function streetPlanSeed(): Record<string, unknown> {
  return {
    frame: { south: 38.9, west: -77.05, north: 38.92, east: -77.03 },
    shape: [[0, 0, 10, 10]],
    streets: { inside: [], outside: [] },
    roads: { freeway: [], arterial: [] },
    water: [],
    parks: [],
    metro: [],
    stations: [],
  };
}

/** A guide's file: front matter and a body with a line for each place. */
export function guideFile(given: { head?: Record<string, unknown>; body?: string } = {}): string {
  const slugs = testvillePlaces().map(({ slug }) => String(slug));
  const head = {
    title: "A walk through Testville",
    excerpt: "Four doors.",
    category: "food",
    neighborhood: "testville",
    publishedAt: "2026-11-21T00:05:00-05:00",
    author: "rowhouse-editors",
    keywords: ["walk"],
    places: slugs.map((slug) => ({ slug, reason: words(20), hint: words(5) })),
    ...given.head,
  };
  const body = given.body ?? slugs.map((slug) => `${words(150)}\n\n::place{${slug}}\n`).join("\n");
  return `---\n${JSON.stringify(head)}\n---\n${body}\n`;
}

export function words(count: number): string {
  return Array.from({ length: count }, (_, index) => `word${index + 1}`).join(" ");
}

function sourceSeed(id: string): Record<string, unknown> {
  return {
    id,
    title: `Source ${id}`,
    publisher: "Rowhouse",
    license: "none needed",
    licenseBasis: "own",
    credit: "",
    vintage: "",
    note: "",
  };
}
