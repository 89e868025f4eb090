import { expect, test } from "vitest";

import type { ColumnMapping } from "#app/db/columns/import-columns.ts";
import { buildFeature, buildFile } from "../import-builders.ts";
import { guessMapping } from "../mapping/column-mapping.ts";
import { openLocalFile } from "./import-file.server.ts";
import type { ParsedEntry } from "./imported-facts.ts";
import { RECORD_CHARACTERS_MAX } from "./json-records.ts";
import { inspectFile, readEntries } from "./read-file.server.ts";

async function readAll(content: string | Uint8Array, mapping: ColumnMapping = {}) {
  const file = openLocalFile(buildFile(content));
  const found = await inspectFile(file, null);
  if ("problem" in found) throw new Error(found.problem);
  const read: { number: number; line: number; entry: ParsedEntry }[] = [];
  for await (const entry of readEntries(file, { ...found, mapping }, { bytes: 0 })) read.push(entry);
  return { found, read };
}

async function problemOf(content: string | Uint8Array): Promise<string> {
  const found = await inspectFile(openLocalFile(buildFile(content)), null);
  return "problem" in found ? found.problem : "";
}

function said(entries: { entry: ParsedEntry }[]): string[] {
  return entries.map(({ entry }) => ("place" in entry ? entry.place.facts.name : `! ${entry.skip}`));
}

const A = buildFeature({ id: "a", name: "Zebra" });
const B = buildFeature({ id: "b", name: "Quagga" });

test("a collection, a list, lines and concatenated texts give the same entries", async () => {
  const files = [
    JSON.stringify({ type: "FeatureCollection", features: [A, B] }),
    JSON.stringify(
      { name: "x", crs: { type: "name", features: 1 }, features: [A, B], after: { some: "thing" } },
      null,
      2,
    ),
    JSON.stringify([A, B]),
    `${JSON.stringify(A)}\n${JSON.stringify(B)}\n`,
    `\u001e${JSON.stringify(A)}\n\u001e${JSON.stringify(B)}\n`,
    `${JSON.stringify(A, null, 2)}\n${JSON.stringify(B, null, 2)}`,
  ];

  for (const file of files) expect(said((await readAll(file)).read)).toEqual(["Zebra", "Quagga"]);
});

test("broken, cut-off, deep, large and hostile entries are reported with their lines, and the entries after them are read", async () => {
  const deep = `{"type":"Feature","names":1,"deep":${"[".repeat(70_000)}${"]".repeat(70_000)}}`;
  const large = JSON.stringify({ ...A, names: "x".repeat(RECORD_CHARACTERS_MAX + 10) });
  const hostile = `{"type":"Feature","__proto__":{"names":{"primary":"Evil"}},"constructor":{"prototype":{"x":1}},"id":"p"}`;
  const lines = [
    JSON.stringify(A),
    JSON.stringify(B).slice(0, -1),
    '{"type":"Feature","name":"never closed',
    deep,
    large,
    hostile,
    '{"type":"Feature",}',
    JSON.stringify(B),
    JSON.stringify(A).slice(0, 50),
  ];
  const { read } = await readAll(lines.join("\n"));

  expect(said(read)).toEqual([
    "Zebra",
    "! cut-short",
    "! cut-short",
    "! too-deep",
    "! too-large",
    "! not-a-place",
    "! malformed",
    "Quagga",
    "! cut-short",
  ]);
  expect(read.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(Object.hasOwn(Object.prototype, "names")).toBe(false);
});

test("other names are read from OpenStreetMap's tags and from a column, without those that are no other name", async () => {
  const tags = { ...THEATRE, alt_name: "The Zeb;zebra hall", old_name: "Quagga House", short_name: "The Zeb" };
  const element = { type: "node", id: 1, lat: MIDDLE.lat, lon: MIDDLE.lng, tags };
  const osm = await readAll(JSON.stringify({ elements: [element] }));
  const rows = ["Name,Lat,Lng,other_names", "Zebra Hall,38.8973,-76.9665,The Zeb; ;Quagga House"];
  const mapping = guessMapping(["Name", "Lat", "Lng", "other_names"]);
  const table = await readAll(rows.join("\n"), mapping);

  expect(mapping.otherNames).toBe("other_names");
  for (const { read } of [osm, table]) {
    expect(read.map(({ entry }) => ("place" in entry ? entry.place.facts.otherNames : entry.skip))).toEqual([
      ["The Zeb", "Quagga House"],
    ]);
  }
});

test("an OpenStreetMap way or relation is placed at the center of its corners, wherever the file has them", async () => {
  const corner = (id: number, lat: number, lon: number) => ({ type: "node", id, lat, lon });
  const corners = [corner(1, 38.897, -76.966), corner(2, 38.897, -76.968), corner(3, 38.899, -76.966)];
  const named = (type: string, id: number, parts: object) => ({ type, id, ...parts, tags: THEATRE });
  const elements = [
    named("way", 9, { nodes: [1, 2, 3, 1] }),
    named("relation", 11, { members: [member("way", 20), member("way", 21), member("relation", 11)] }),
    named("relation", 12, { members: [member("node", 3), member("node", 2)] }),
    named("way", 10, { nodes: [77] }),
    named("relation", 13, { members: [member("way", 78)] }),
    { type: "way", id: 20, nodes: [1, 2] },
    { type: "way", id: 21, center: { lat: 38.899, lon: -76.967 } },
    ...corners,
  ];
  const forwards = await osmAnswers(elements);
  const backwards = await osmAnswers([...elements].reverse());

  expect(forwards).toEqual([
    ["way/9", MIDDLE],
    ["relation/11", MIDDLE],
    ["relation/12", MIDDLE],
    ["no-corners", "Zebra Hall"],
    ["no-corners", "Zebra Hall"],
  ]);
  expect(backwards).toEqual([...forwards].reverse());
});

test("an Overpass outline is placed by its center, its bounds, or its own or its members’ corners", async () => {
  const [south, north, west, east] = [38.897, 38.899, -76.968, -76.966];
  const bounds = { minlat: south, minlon: west, maxlat: north, maxlon: east };
  const geometry = [null, { lat: south, lon: west }, { lat: north, lon: east }, null];
  const answers = await osmAnswers(
    [
      { type: "way", center: { lat: MIDDLE.lat, lon: MIDDLE.lng } },
      { type: "way", bounds },
      { type: "way", geometry },
      { type: "way", geometry, bounds: { ...bounds, maxlat: 1e308 } },
      { type: "relation", bounds, members: [member("way", 5)] },
      { type: "relation", members: [{ ...member("way", 5), geometry }] },
      { type: "relation", members: [5, null, { ...member("node", 5), lat: MIDDLE.lat, lon: MIDDLE.lng }] },
      { type: "way", geometry: [null, null] },
      { type: "relation", members: [member("way", 5)] },
      { type: "relation", members: "none", bounds: "none", center: [] },
    ].map((element, id) => ({ ...element, id, tags: THEATRE })),
  );

  const isIn = (type: string, id: number) => [`${type}/${id}`, MIDDLE];
  expect(answers).toEqual([
    ...[0, 1, 2, 3].map((id) => isIn("way", id)),
    ...[4, 5, 6].map((id) => isIn("relation", id)),
    ...[7, 8, 9].map(() => ["no-corners", "Zebra Hall"]),
  ]);
});

test("no entry can stop or stall the reading of its file, whatever its values", async () => {
  const noText = { toString: 1, valueOf: 1 };
  const hours = { opens: "09:00", closes: "10:00", dayOfWeek: Array.from({ length: 20 }, () => "Monday") };
  const place = {
    "@context": "https://schema.org",
    "@type": "Bakery",
    geo: { latitude: 38.8973, longitude: -76.9665 },
  };
  const features = await readAll(
    JSON.stringify([
      buildFeature({ categories: { primary: noText, alternate: [noText] }, taxonomy: { hierarchy: [noText] } }),
      buildFeature({ categories: { alternate: Array.from({ length: 100_000 }, () => "bakery") } }),
      buildFeature({ addresses: [{ freeform: `2600 Benning Rd NE${", DC".repeat(900)} 1` }] }),
      { ...buildFeature({ name: "Far Cafe" }), geometry: { type: "Point", coordinates: [1e308, -1e308] } },
      { ...buildFeature({ name: "Odd Cafe" }), geometry: ["Point"], properties: [] },
      { ...buildFeature({ name: "Text Cafe" }), geometry: "POINT(1e308 1e308)" },
    ]),
  );
  const things = await readAll(
    JSON.stringify([
      { ...place, name: "One", openingHoursSpecification: [{ ...hours, dayOfWeek: [noText] }] },
      { ...place, name: "Two", openingHoursSpecification: [hours] },
      ...Array.from({ length: 20 }, () => ({
        ...place,
        name: "Three",
        openingHoursSpecification: Array.from({ length: 1_500 }, () => hours),
      })),
    ]),
  );

  expect(said(features.read)).toEqual([
    "Built Cafe",
    "Built Cafe",
    "Built Cafe",
    "! no-position",
    "! not-a-place",
    "! no-position",
  ]);
  expect(said(things.read)).toEqual(["One", "Two", ...Array.from({ length: 20 }, () => "Three")]);
  const unread = [...features.read, ...things.read].map(({ entry }) => ("place" in entry ? entry.place.unread : []));
  expect(unread.slice(0, 8)).toEqual([[], [], ["address"], [], [], [], ["hours"], []]);
  expect(unread.slice(8)).toEqual(Array.from({ length: 20 }, () => ["hours"]));
});

const MIDDLE = { lat: 38.898, lng: -76.967 };

const THEATRE = { name: "Zebra Hall", amenity: "theatre" };

function member(type: string, ref: number) {
  return { type, ref, role: "outer" };
}

/** Record id and position of each place; skip reason and name of each skipped entry. */
async function osmAnswers(elements: object[]) {
  const { read } = await readAll(JSON.stringify({ version: 0.6, osm3s: {}, elements }));
  return read.flatMap(({ entry }) => {
    if ("place" in entry) return [[entry.place.recordId, entry.place.facts.position]];
    return entry.name === undefined ? [] : [[entry.skip, entry.name]];
  });
}

test("text is read in the encoding of the file", async () => {
  const named = JSON.stringify([buildFeature({ name: "Café Señor" })]);
  const utf16 = Buffer.from(`\uFEFF${named}`, "utf16le");
  const files = [
    Buffer.from(named),
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(named)]),
    utf16,
    Buffer.from(utf16).swap16(),
    Buffer.from(named, "latin1"),
  ];
  const encodings: string[] = [];
  for (const file of files) {
    const { found, read } = await readAll(file);
    encodings.push(found.encoding);
    expect(said(read)).toEqual(["Café Señor"]);
  }

  expect(encodings).toEqual(["utf-8", "utf-8", "utf-16le", "utf-16be", "windows-1252"]);
});

test("in a file with two encodings only the entries with unreadable names are skipped", async () => {
  const [good, bad] = [buildFeature({ name: "Café" }), buildFeature({ name: "Señor" })].map((each) =>
    JSON.stringify(each),
  );
  const { found, read } = await readAll(Buffer.concat([Buffer.from(`${good}\n`), Buffer.from(`${bad}\n`, "latin1")]));

  expect(found.isMixed).toBe(true);
  expect(said(read)).toEqual(["Café", "! unreadable"]);
});

test("a file that isn't places is refused with advice on what to do", async () => {
  expect(await problemOf("")).toMatch(/empty/);
  expect(await problemOf(Buffer.from([0x50, 0x4b, 3, 4, 0, 0]))).toMatch(/Unpack/);
  expect(await problemOf(Buffer.from("PAR1\0\0\0"))).toMatch(/GeoJSON/);
  expect(await problemOf("<!doctype html><p>Hello")).toMatch(/page or XML/);
  expect(await problemOf("<!-- 502 --><h1>Bad Gateway</h1>")).toMatch(/page or XML/);
  expect(await problemOf(Buffer.from(`SQLite format 3${"\0".repeat(500)}`))).toMatch(/SQLite/);
  expect(await problemOf(Buffer.from(`\xD0\xCF\x11\xE0${"\0".repeat(500)}`, "latin1"))).toMatch(/spreadsheet/);
  // As many zero bytes as UTF-16 has, but on both sides of the letters.
  expect(await problemOf(Buffer.from("a\0\0b\0\0".repeat(100)))).toMatch(/isn’t a text file/);
  expect(await problemOf('{"hello": "world"}')).toMatch(/no list of records/);
  expect(await problemOf("[1, 2, 3]")).toMatch(/no list of records/);
  // Mac Roman and CP437, in which é is another sign of Windows-1252.
  for (const letter of [0x8e, 0x82]) {
    const row = Buffer.from("name,address\nCafX,1 K St NW\n").map((byte) => (byte === 0x58 ? letter : byte));
    expect(await problemOf(row)).toMatch(/Save it as UTF-8/);
  }
  expect(await problemOf("just a line of words")).toMatch(/first line/);
  expect(await problemOf(Buffer.from([0x61, 0, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67]))).toMatch(/isn’t a text file/);
});

test("a table is read by its columns with any delimiter, and a broken row affects only itself", async () => {
  const rows = [
    "Name;Address;Lat;Lng",
    '"Zebra; ""the"" cafe";2600 Benning Rd NE;38.8973;-76.9665',
    "Fewer cells;1 K St NW",
    "Too many;2602 Benning Rd NE;38.8973;-76.9665;more",
    '"Over\ntwo lines";2602 Benning Rd NE;38.8973;-76.9665',
    '6" pipes;2604 Benning Rd NE;38.8973;-76.9665',
    "=HYPERLINK(1);2606 Benning Rd NE;38.8973;-76.9665",
    '"never closed;2608 Benning Rd NE;38.8973;-76.9665',
    "Last;2610 Benning Rd NE;38.8973;-76.9665",
  ];
  const mapping = { name: "Name", street: "Address", lat: "Lat", lng: "Lng" };
  const { read } = await readAll(rows.join("\r\n"), mapping);

  expect(said(read)).toEqual([
    'Zebra; "the" cafe',
    "Fewer cells",
    "! malformed",
    "Over two lines",
    '6" pipes',
    "=HYPERLINK(1)",
    "! malformed",
    "Last",
  ]);
  expect(read.map(({ line }) => line)).toEqual([2, 3, 4, 5, 7, 8, 9, 10]);
});

test("plain GeoJSON, saved places of Google Takeout and answers of a search are mapped by column like a table", async () => {
  const at = { type: "Point", coordinates: [-76.9665, 38.8973] };
  const geojson = {
    type: "FeatureCollection",
    features: [
      {
        type: "Feature",
        geometry: at,
        properties: { OBJECTID: 7, NAME: "Zebra Kites", ADDRESS: "2600 Benning Rd NE" },
      },
      { type: "Feature", geometry: at, properties: { OBJECTID: 8, NAME: "Quagga Kites", PHONE: 2025550143 } },
    ],
  };
  const takeout = {
    type: "FeatureCollection",
    features: [
      {
        type: "Feature",
        geometry: at,
        properties: {
          date: "2026-01-02",
          google_maps_url: "http://maps.google.com/?cid=1",
          location: { name: "Zebra Kites", address: "2600 Benning Rd NE, Washington, DC 20002", country_code: "US" },
        },
      },
    ],
  };
  const search = {
    total: 1,
    businesses: [
      {
        id: "zebra-kites-washington",
        name: "Zebra Kites",
        url: "https://www.yelp.com/biz/zebra-kites",
        is_closed: false,
        categories: [{ alias: "kites", title: "Kite shop" }],
        coordinates: { latitude: 38.8973, longitude: -76.9665 },
        location: { address1: "2600 Benning Rd NE", city: "Washington", zip_code: "20002", state: "DC", country: "US" },
        phone: "+12025550143",
      },
    ],
  };
  const factsOf = async (content: object) => {
    const headers = (await inspect(content)).headers;
    const { read } = await readAll(JSON.stringify(content), guessMapping(headers));
    return read.map(({ entry }) => ("place" in entry ? entry.place : entry));
  };

  expect(await factsOf(geojson)).toMatchObject([
    {
      recordId: "7",
      facts: { name: "Zebra Kites", address: { street: "2600 Benning Road" }, position: { lat: 38.8973 } },
    },
    { recordId: "8", facts: { name: "Quagga Kites", phone: "+12025550143", position: { lng: -76.9665 } } },
  ]);
  expect(await factsOf(takeout)).toMatchObject([
    { facts: { name: "Zebra Kites", address: { street: "2600 Benning Road", quadrant: "NE" } } },
  ]);
  const [found] = await factsOf(search);
  expect(found).toMatchObject({
    recordId: "zebra-kites-washington",
    facts: { name: "Zebra Kites", phone: "+12025550143", zip: "20002", position: { lat: 38.8973 } },
    kinds: ["Kite shop"],
  });
  expect(found).not.toHaveProperty("facts.website");
});

async function inspect(content: object) {
  const found = await inspectFile(openLocalFile(buildFile(JSON.stringify(content))), null);
  if ("problem" in found) throw new Error(found.problem);
  return found;
}

test.for([
  ["CLOSED_PERMANENTLY", "permanent"],
  ["Permanently closed", "permanent"],
  ["Out of Business", "permanent"],
  ["Inactive", "permanent"],
  ["Expired", "permanent"],
  ["Cancelled", "permanent"],
  ["Revoked", "permanent"],
  ["CLOSED_TEMPORARILY", "temporary"],
  ["Temporarily closed", "temporary"],
  ["Suspended", "temporary"],
  ["Safekeeping", "temporary"],
  ["Pending", "unpublished"],
  ["Active", null],
  ["OPERATIONAL", null],
  ["", null],
] as const)("a row with the status “%s” is read as %s", async ([status, expected]) => {
  const table = `name,address,status\nZebra Kites,2600 Benning Rd NE,${status}`;
  const { read } = await readAll(table, guessMapping(["name", "address", "status"]));
  const [{ entry } = { entry: null }] = read;

  expect(entry !== null && "place" in entry ? (entry.closure ?? null) : entry?.skip).toBe(expected);
});

test.for([
  ["is_closed", "true", "permanent"],
  ["is_closed", "false", null],
  ["status", "true", null],
] as const)("a column “%s” with “%s” is read as %s", async ([column, value, expected]) => {
  const { read } = await readAll(
    `name,address,${column}\nZebra Kites,2600 Benning Rd NE,${value}`,
    guessMapping(["name", "address", column]),
  );
  const [{ entry } = { entry: null }] = read;

  expect(entry !== null && "place" in entry ? (entry.closure ?? null) : entry?.skip).toBe(expected);
});

test("numbers as a spreadsheet's column of fractions has them are read", async () => {
  const table = "id,name,address,zip,phone\n17.0,Zebra Kites,2600 Benning Rd NE,20002.0,2025550143.0";
  const { read } = await readAll(table, guessMapping(["id", "name", "address", "zip", "phone"]));

  expect(read[0]?.entry).toMatchObject({
    place: { recordId: "17", facts: { zip: "20002", phone: "+12025550143" }, unread: [] },
  });
});

test("names without Latin letters at one address have ids of their own", async () => {
  const names = ["食べる", "北京楼", "Кафе"];
  const table = ["name,address", ...names.map((name) => `${name},1309 5th St NE`)].join("\n");
  const { read } = await readAll(table, guessMapping(["name", "address"]));
  const ids = read.map(({ entry }) => ("place" in entry ? entry.place.recordId : entry.skip));

  expect(ids).toEqual(names.map((name) => `${name.toLowerCase()}@1309-5th-street-ne`));
});

test("an unclosed quotation mark or a cell of three million letters affects only its own line", async () => {
  const rows = [
    "name,address",
    '"Zebra Kites,2600 Benning Rd NE',
    "Quagga Kites,2602 Benning Rd NE",
    'Okapi "Best" Kites,2604 Benning Rd NE',
    '"Plover\nKites","2606 Benning Rd NE"',
    `${"x".repeat(3_000_000)},2608 Benning Rd NE`,
    `"${"x".repeat(500_000)}",2610 Benning Rd NE`,
    "Dodo Kites,2612 Benning Rd NE",
  ];
  const { read } = await readAll(rows.join("\n"), { name: "name", street: "address" });

  expect(said(read)).toEqual([
    "! malformed",
    "Quagga Kites",
    'Okapi "Best" Kites',
    "Plover Kites",
    "! malformed",
    "! malformed",
    "Dodo Kites",
  ]);
  expect(read.map(({ line }) => line)).toEqual([2, 3, 4, 5, 7, 8, 9]);
});

test("osmium output is detected as OpenStreetMap, with and without element types", async () => {
  const named = { name: "Zebra Bakery", shop: "bakery" };
  const geometry = { type: "Point", coordinates: [-76.9665, 38.8973] };
  const features = [
    { type: "Feature", geometry, properties: { "@type": "node", "@id": 51, ...named } },
    { type: "Feature", id: "a104", geometry, properties: named },
  ];
  const answers = [];
  for (const feature of features) answers.push(await readAll(JSON.stringify({ features: [feature] })));

  expect(answers.map(({ found }) => found.format)).toEqual(["osm", "osm"]);
  expect(
    answers.flatMap(({ read }) => read.map(({ entry }) => ("place" in entry ? entry.place.recordId : ""))),
  ).toEqual(["node/51", "way/52"]);
});

test("columns with the same name or no name are told apart", async () => {
  const { found, read } = await readAll("Name,Name,,Address\nFirst,Second,Third,2600 Benning Rd NE", {
    name: "Name (column 2)",
    street: "Address",
  });

  expect(found.headers).toEqual(["Name", "Name (column 2)", "Column 3", "Address"]);
  expect(said(read)).toEqual(["Second"]);
});

test("a Google table needs no mapping, including hours, special days and unpublished listings", async () => {
  const header =
    "Status,Store code,Business name,Address line 1,Locality,Administrative area,Postal code,Primary phone,Sunday hours,Monday hours,Tuesday hours,Wednesday hours,Thursday hours,Friday hours,Saturday hours,Special hours";
  const row = (status: string, name: string, saturday: string) =>
    `${status},S1,${name},2600 Benning Rd NE,Washington,DC,20002,(202) 555-0143,x,9:00AM-5:00PM,09:00-17:00,09:00-17:00,09:00-17:00,"11:30-14:00, 17:00-02:00",${saturday},"2026-12-24: 09:00-13:00, 2026-12-25: x"`;
  const { found, read } = await readAll(
    [
      header,
      row("Published", "Zebra", "10:00-14:00"),
      row("Not published", "No", "x"),
      row("Published", "Odd", "noonish"),
    ].join("\n"),
  );
  const { guessMapping } = await import("../mapping/column-mapping.ts");
  const mapped = await readAll(
    [
      header,
      row("Published", "Zebra", "10:00-14:00"),
      row("Not published", "No", "x"),
      row("Published", "Odd", "noonish"),
    ].join("\n"),
    guessMapping(found.headers),
  );

  expect(found.format).toBe("google");
  expect(read.length).toBe(3);
  expect(said(mapped.read)).toEqual(["Zebra", "! unpublished", "Odd"]);
  const [zebra, , odd] = mapped.read.map(({ entry }) => ("place" in entry ? entry.place : null));
  expect(zebra?.facts).toMatchObject({
    zip: "20002",
    phone: "+12025550143",
    address: { street: "2600 Benning Road", quadrant: "NE" },
  });
  expect(zebra?.facts.hours?.weekly.monday).toEqual([{ opens: "09:00", closes: "17:00" }]);
  expect(zebra?.facts.hours?.exceptions.length).toBe(2);
  expect(odd?.facts.hours).toBeUndefined();
  expect(odd?.unread).toEqual(["hours"]);
});

test("JSON-LD gives places from graphs, lists and departments, without other sites' ratings", async () => {
  const shop = {
    "@type": "Store",
    name: "Zebra Supplies",
    address: { streetAddress: "2600 Benning Road NE", addressRegion: "DC", postalCode: "20002" },
    geo: { latitude: "38.8973", longitude: "-76.9665" },
    openingHours: ["Mo-Sa 11:00-14:30", "Mo-Th 17:00-21:30"],
    aggregateRating: { ratingValue: "5", reviewCount: "9" },
    department: {
      "@type": ["Pharmacy"],
      name: "Zebra Pharmacy",
      address: "2600 Benning Road NE, Washington, DC 20002",
    },
  };
  const person = { "@type": "Person", name: "Nobody" };
  const { read } = await readAll(JSON.stringify({ "@context": "https://schema.org", "@graph": [shop, person] }));

  expect(said(read)).toEqual(["Zebra Supplies", "Zebra Pharmacy", "! not-a-place"]);
  const [first] = read.map(({ entry }) => ("place" in entry ? entry.place : null));
  expect(first?.kinds).toEqual(["Store"]);
  expect(first?.facts.hours?.weekly.monday.length).toBe(2);
  expect(JSON.stringify(first)).not.toContain("reviewCount");
});

test("the entries of a file don't depend on how it is split into chunks", async () => {
  const { JsonRecords } = await import("./json-records.ts");
  const { TableRows } = await import("./table-rows.ts");
  const json = `{"a":"]}\\"{","features":[${JSON.stringify(A)},\n ${JSON.stringify(B)}]}\n`;
  const table = 'a,"b ""c""\r\nd",e\r\n\r\n"f",g,h\n';
  for (let size = 1; size < 12; size += 1) {
    const records = new JsonRecords();
    const rows = new TableRows(",");
    const found = [...pieces(json, size).flatMap((piece) => [...records.read(piece)]), ...records.end()];
    const cells = [...pieces(table, size).flatMap((piece) => [...rows.read(piece)]), ...rows.end()];
    expect(found.map((record) => ("text" in record ? JSON.parse(record.text) : record))).toEqual([A, B]);
    expect(cells.map(({ text }) => text)).toEqual(['a,"b ""c""\r\nd",e', "", '"f",g,h']);
  }
});

function pieces(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
}
