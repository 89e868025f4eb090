import { expect, test } from "vitest";

import { MAPPING_TABLE } from "../mapping/category-tables.ts";
import { readJsonLd } from "./read-json-ld.ts";
import { PLACE_TYPES } from "./schema-org-places.ts";

const ADDRESS = { streetAddress: "1309 5th St NE", addressRegion: "DC", postalCode: "20002" };

function read(thing: object) {
  return readJsonLd({ name: "Zebra Kites", address: ADDRESS, ...thing }).map((entry) =>
    "place" in entry ? entry.place : entry.skip,
  );
}

test.for([
  "JobPosting",
  "Service",
  "GovernmentService",
  "Apartment",
  "ApartmentComplex",
  "Residence",
  "City",
  "Organization",
  "MusicEvent",
  "Menu",
  "PostalAddress",
  "constructor",
  5,
])("a thing of type %s with an address isn't a place", (type) => {
  expect(read({ "@type": type })).toEqual(["not-a-place"]);
});

test.for([
  "Bakery",
  "https://schema.org/Bakery",
  "http://www.schema.org/Bakery",
  "schema:Bakery",
  ["Product", "Bakery"],
])("a thing of type %s is a place", (type) => {
  expect(read({ "@type": type })).toMatchObject([{ facts: { name: "Zebra Kites" } }]);
});

test("every type of schema.org with a category is a place's", () => {
  const types = MAPPING_TABLE.flatMap(([, , , , schemaOrg]) => schemaOrg.split(" ")).filter((type) => type !== "");

  expect(types.filter((type) => !PLACE_TYPES.has(type))).toEqual([]);
});

test("entities in a name, an address and a description are read as what they stand for", () => {
  const address = { ...ADDRESS, streetAddress: "O&#39;Hare Hall, 1309 5th St NE" };
  const [place] = read({ "@type": "Bakery", name: "Ben&#39;s &amp; Sons", address, description: "&quot;Pies&quot;" });

  expect(place).toMatchObject({
    facts: { name: "Ben's & Sons", address: { street: "1309 5th Street" }, description: '"Pies"' },
  });
});

test("hours as objects of either property are read, and what can't be read counts as unread", () => {
  const days = { dayOfWeek: ["Monday"], opens: "10:00", closes: "24:00" };
  const open = { weekly: { monday: [{ opens: "10:00", closes: "24:00" }], tuesday: [] } };

  expect(read({ "@type": "Bakery", openingHours: [days] })).toMatchObject([{ facts: { hours: open }, unread: [] }]);
  expect(read({ "@type": "Bakery", openingHours: ["Mo 10:00-24:00", days] })).toMatchObject([{ unread: ["hours"] }]);
});

test("a price that isn't one of ours, such as a range of two, is told and not guessed", () => {
  expect(read({ "@type": "Bakery", priceRange: "$$-$$$" })).toMatchObject([{ unread: ["priceRange"] }]);
});
