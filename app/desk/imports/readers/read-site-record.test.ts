import fc from "fast-check";
import { expect, test } from "vitest";

import { readSiteRecord } from "./read-site-record.ts";

const RUNS = process.env.PROVE === "1" ? 20_000 : 300;

const RECORD = {
  placeId: 7,
  name: "Zebra Finch Coffee",
  website: "https://zebrafinch.example.com",
  readOn: "2027-01-13",
  facts: { phone: "+12025550143", menuUrl: "https://zebrafinch.example.com/menu" },
};

test("a record is about the listed place that it names, under its website's address", () => {
  expect(readSiteRecord(RECORD)).toEqual({
    listedAs: 7,
    place: {
      recordId: "https://zebrafinch.example.com#7",
      facts: { name: RECORD.name, website: RECORD.website, ...RECORD.facts },
      kinds: [],
      cuisine: null,
      checkedOn: "2027-01-13",
      unread: [],
    },
  });
  expect(readSiteRecord({ ...RECORD, facts: { closure: "permanent" } })).toMatchObject({ closure: "permanent" });
  const long = `https://zebrafinch.example.com/${"a".repeat(250)}`;
  expect(readSiteRecord({ ...RECORD, website: long })).toMatchObject({
    place: { recordId: `${long.slice(0, 198)}#7` },
  });
});

test("any other value is skipped", () => {
  const changed = fc
    .tuple(fc.constantFrom(...Object.keys(RECORD), "facts.phone", "more"), fc.jsonValue())
    .map(([key, value]) =>
      key === "facts.phone" ? { ...RECORD, facts: { phone: value } } : { ...RECORD, [key]: value },
    );
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), changed), (value) => {
      const entry = readSiteRecord(value);
      if ("skip" in entry) expect(entry.skip).toBe("malformed");
      else expect(entry.listedAs).toBeGreaterThan(0);
    }),
    { numRuns: RUNS, seed: 20_261_129 },
  );
});
