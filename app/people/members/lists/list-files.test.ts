import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { findListFile } from "./list-export.server.ts";
import { LIST_FORMATS, type ListFile } from "./list-files.ts";
import { addEntry, createList, saveEntryNotes } from "./lists.server.ts";

const SITE = "https://rowhouse.example";

describe("a list's export", () => {
  test("has all places in order with notes, including closed ones, and only the owner can read it", async ({ db }) => {
    const { own, slugs } = await listOfThree(db);

    const list = await findListFile(db, { ...own, siteUrl: SITE });

    expect(list).toMatchObject({ name: "Pizza night", note: "Fridays." });
    expect(list?.entries).toMatchObject([
      {
        name: "First",
        address: "1640 Columbia Road NW, Washington, DC 20009",
        neighborhood: "Shaw",
        point: { lat: 38.92, lng: -77.04 },
        isListed: true,
        note: "Ask for the corner.",
        url: `${SITE}/places/${slugs[0]}`,
      },
      { name: "Second", address: null, point: null, isListed: false },
      { name: "Third", note: "" },
    ]);
    const stranger = await buildUser(db);
    expect(await findListFile(db, { ...own, userId: stranger.id, siteUrl: SITE })).toBeNull();
    expect(await findListFile(db, { ...own, listId: "no-such-list", siteUrl: SITE })).toBeNull();
  });
});

/** Texts that each format has to escape. */
const HOSTILE = [
  '=HYPERLINK("http://evil.example","win")',
  "+1 202 555 0100",
  "-2+3",
  "@SUM(A1)",
  "|calc",
  'two\nlines, a comma and "quotes"',
  "</description><script>alert(1)</script>",
  "]]> & &amp; <b>",
  "tab\tand null\u0000and \uFFFE",
];

describe("as CSV", () => {
  test("round-trips every text, with an apostrophe before spreadsheet formulas", () => {
    const [columns, ...rows] = readCsv(LIST_FORMATS.csv.write(hostileList()));

    expect(columns).toEqual([
      "position",
      "name",
      "type",
      "address",
      "neighborhood",
      "latitude",
      "longitude",
      "listed",
      "note",
      "url",
    ]);
    expect(rows.map((row) => row.length)).toEqual(HOSTILE.map(() => 10));
    for (const [index, row] of rows.entries()) {
      const note = HOSTILE[index] ?? "";
      expect([row[0], row[8]]).toEqual([String(index + 1), index < 5 ? `'${note}` : note]);
      // A number may start with a minus: it is no formula.
      expect([row[5], row[6]]).toEqual(["38.9", "-77.03"]);
      for (const cell of row) expect(cell).not.toMatch(/^[=+@|]|^-(?!\d)/);
    }
  });

  test("ends lines with CR LF, and has a header row even without entries", () => {
    const text = LIST_FORMATS.csv.write({ name: "", note: "", entries: [] });
    expect(text).toMatch(/^position,[a-z,]+url\r\n$/);
  });
});

describe("as GeoJSON", () => {
  const Feature = z.object({
    type: z.literal("Feature"),
    geometry: z.object({ type: z.literal("Point"), coordinates: z.tuple([z.number(), z.number()]) }).nullable(),
    properties: z.record(z.string(), z.unknown()),
  });
  const Collection = z.object({ type: z.literal("FeatureCollection"), name: z.string(), features: z.array(Feature) });

  test("has longitude before latitude, null geometry for unknown positions, and unchanged texts", () => {
    const list = hostileList();
    const [first, ...others] = list.entries;
    const withUnknown = { ...list, entries: first === undefined ? [] : [{ ...first, point: null }, ...others] };

    const { features, name } = Collection.parse(JSON.parse(LIST_FORMATS.geojson.write(withUnknown)));

    expect(name).toBe(HOSTILE[6]);
    expect(features[0]?.geometry).toBeNull();
    expect(features[1]?.geometry?.coordinates).toEqual([-77.03, 38.9]);
    expect(features.map(({ properties }) => properties["note"])).toEqual(HOSTILE);
  });
});

describe("as KML", () => {
  test("escapes every text and drops characters that XML doesn't allow", () => {
    const list = hostileList();
    const xml = LIST_FORMATS.kml.write(list);

    expect(xml).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<kml xmlns="http:\/\/www\.opengis\.net\/kml\/2\.2">/,
    );
    expect([xml.includes("\u0000"), xml.includes("\uFFFE")]).toEqual([false, false]);
    expect(new Set([...xml.matchAll(/<\/?([a-zA-Z]+)/g)].map(([, tag]) => tag))).toEqual(
      new Set(["kml", "Document", "name", "description", "Placemark", "address", "Point", "coordinates"]),
    );
    const names = [...xml.matchAll(/<Placemark>\s*<name>([^<]*)<\/name>/g)].map(([, text = ""]) => unescaped(text));
    expect(names).toEqual(list.entries.map(({ name }) => name.replaceAll("\u0000", "").replaceAll("\uFFFE", "")));
    // KML readers show a description as HTML, so it must contain only escaped text.
    const descriptions = [...xml.matchAll(/<description>([^<]*)<\/description>/g)].map(([, text = ""]) =>
      unescaped(text),
    );
    expect(descriptions.join("")).not.toMatch(/<(?!br>)/);
    expect(unescaped(descriptions.join(" "))).toContain(HOSTILE[6]);
    expect(xml).toContain("<coordinates>-77.03,38.9</coordinates>");
  });
});

function hostileList(): ListFile {
  return {
    name: HOSTILE[6] ?? "",
    note: HOSTILE[7] ?? "",
    entries: HOSTILE.map((text) => ({
      name: text,
      type: "Diner",
      address: "1640 Columbia Road NW, Washington, DC",
      neighborhood: "Shaw",
      point: { lat: 38.9, lng: -77.03 },
      isListed: true,
      note: text,
      url: `${SITE}/places/x`,
    })),
  };
}

/** A strict RFC 4180 parser. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let at = 0;
  while (at < text.length) {
    const row: string[] = [];
    for (;;) {
      const [whole, quoted, plain = ""] = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))/y.exec(text.slice(at)) ?? [""];
      row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
      at += whole.length;
      if (text[at] !== ",") break;
      at += 1;
    }
    if (text.slice(at, at + 2) !== "\r\n") throw new Error(`No end of the line at ${at}: ${text.slice(at, at + 20)}`);
    at += 2;
    rows.push(row);
  }
  return rows;
}

function unescaped(text: string): string {
  const signs: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return text.replaceAll(/&([a-z#0-9]+);/g, (_, name: string) => signs[name] ?? `?${name}?`);
}

async function listOfThree(db: Database) {
  const { id: userId } = await buildUser(db);
  const address = { street: "1640 Columbia Road NW", quadrant: "NW", zip: "20009" } as const;
  const built = [
    await buildPlace(db, { name: "First", ...address, lat: 38.92, lng: -77.04 }),
    await buildPlace(db, { name: "Second" }),
    await buildPlace(db, { name: "Third" }),
  ];
  const slugs = built.map(({ slug }) => slug);
  const made = await createList(db, { userId, name: "Pizza night", note: "Fridays.", now: NOW });
  if (made === "lists-full") throw new Error("The list was not created");
  const own = { userId, listId: made.listId, now: NOW };
  for (const slug of slugs) await addEntry(db, { ...own, slug });
  await saveEntryNotes(db, { ...own, notes: { [slugs[0] ?? ""]: "Ask for the corner." } });
  await db
    .update(places)
    .set({ status: "closed", closedOn: "2027-01-01" })
    .where(eq(places.slug, slugs[1] ?? ""));
  return { own, slugs };
}
