import { expect, test } from "vitest";

import { HOSTILE_NAMES, HOSTILE_TEXT } from "#tests/hostile-texts.ts";

import { listingToFields } from "./listing.ts";
import { buildListing } from "../submission-builders.ts";
import { parseSubmission, readFormValues } from "./submission-form.ts";
import { listingFields, type ListingFormValues } from "./listing-form.ts";

const FILLED: ListingFormValues = { ...listingToFields(buildListing()), relation: "owner", note: "", mail: "" };

test("a listing in the form is read back unchanged", () => {
  expect(parseSubmission(FILLED)).toEqual({
    submission: { listing: buildListing(), relation: "owner", note: "", email: null },
    problems: null,
  });
});

test("an empty form has problems in exactly the required fields", () => {
  const { problems } = parseSubmission({ ...listingToFields({}), relation: "", note: "", mail: "" });

  expect(Object.keys(problems ?? {}).sort()).toEqual(["category", "name", "quadrant", "relation", "street", "type"]);
});

test.for([...listingFields(FILLED), "relation", "note", "mail"])(
  "any text in %s is accepted or refused at that field, and what is accepted can be stored",
  (field) => {
    for (const text of [...HOSTILE_NAMES, HOSTILE_TEXT, "9".repeat(5_000), "-1", "NaN", "\u0000", "\uD800"]) {
      const typed = readFormValues({ text: (name) => (name === field ? text : (FILLED[name] ?? "")) });
      const { submission } = parseSubmission(typed);
      const stored = JSON.stringify([submission, typed]);
      expect(stored).not.toMatch(/\\u0000|\\ud[89a-f]/i);
      expect(submission?.listing.name.length ?? 0).toBeLessThanOrEqual(120);
    }
  },
);

test.for([
  ["description", "Cheap watches at https://watches.example/", /web addresses/],
  ["description", "Find us on www.watches.biz today, it is great", /web addresses/],
  ["description", "Find us on watches.shop today, it is great fun", /web addresses/],
  ["description", "Write to mia@example.com about all of our rates", /email/],
  ["description", "x".repeat(1_201), /1200 characters\. You have 1201/],
  ["note", "http://a.example http://b.example http://c.example", /at most 2 web/],
  ["note", "x".repeat(501), /500 characters\. You have 501/],
  ["mail", "mia@@example", /name@example.com/],
  ["mail", `${"m".repeat(250)}@example.com`, /name@example.com/],
  ["lat", "51.5", /outside the District/],
  ["lng", "", /leave both empty/],
  ["website", "javascript:alert(1)", /./],
  ["category", "casino", /Choose a category/],
  ["quadrant", "N", /Choose the quadrant/],
  ["zip", "10001", /DC ZIP code/],
] as const)("%s “%s” is refused in words", ([field, text, words]) => {
  const { problems } = parseSubmission({ ...FILLED, [field]: text });

  expect(Object.values(problems ?? {}).join(" ")).toMatch(words);
});

test.for([
  "It is on St. Marys Place, e.g. by Metro, at 9.30 a.m. or so.",
  "Open since 1958.In the family ever since then.",
])("ordinary words are no links: %s", (description) => {
  expect(parseSubmission({ ...FILLED, description }).problems).toBeNull();
});
