import fc from "fast-check";
import { expect, test } from "vitest";

import { readLiveRecord } from "./read-live-record.ts";

const RUNS = process.env.PROVE === "1" ? 20_000 : 300;

const WEBSITE = "https://zebrafinch.example.com";

const RECORD = {
  id: WEBSITE,
  placeId: 7,
  name: "Zebra Finch Coffee",
  checkedOn: "2027-01-13",
  closure: null,
  facts: { website: WEBSITE, phone: "+12025550143", menuUrl: `${WEBSITE}/menu` },
};

test("a record is about the listed place that it names, under its source's id and that of the place", () => {
  expect(readLiveRecord(RECORD)).toEqual({
    listedAs: 7,
    place: {
      recordId: `${WEBSITE}#7`,
      facts: { name: RECORD.name, ...RECORD.facts },
      kinds: [],
      cuisine: null,
      checkedOn: "2027-01-13",
      unread: [],
    },
  });
  expect(readLiveRecord({ ...RECORD, closure: "permanent" })).toMatchObject({ closure: "permanent" });
  const long = `${WEBSITE}/${"a".repeat(250)}`;
  expect(readLiveRecord({ ...RECORD, id: long })).toMatchObject({ place: { recordId: `${long.slice(0, 198)}#7` } });
});

test("any other value is skipped", () => {
  const changed = fc
    .tuple(fc.constantFrom(...Object.keys(RECORD), "facts.phone", "more"), fc.jsonValue())
    .map(([key, value]) =>
      key === "facts.phone" ? { ...RECORD, facts: { phone: value } } : { ...RECORD, [key]: value },
    );
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), changed), (value) => {
      const entry = readLiveRecord(value);
      if ("skip" in entry) expect(entry.skip).toBe("malformed");
      else expect(entry.listedAs).toBeGreaterThan(0);
    }),
    { numRuns: RUNS, seed: 20_261_129 },
  );
});
