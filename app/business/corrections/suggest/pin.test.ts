import { expect, test } from "vitest";

import { suggestPin, parsePin } from "./pin.ts";

const PIN = { pin: "set", lat: "38.905123", lng: "-77.031521" };

test.for([
  [{ ...PIN, pin: "unchanged" }, "unchanged"],
  [{ ...PIN, pin: "none" }, "none"],
  [PIN, { lat: 38.90512, lng: -77.03152 }],
  [
    { ...PIN, lat: " 38.9 ", lng: "\u221277.03" },
    { lat: 38.9, lng: -77.03 },
  ],
  [{ ...PIN, pin: "" }, null],
  [{ ...PIN, pin: "moon" }, null],
  [{ ...PIN, lat: "" }, "outside"],
  [{ ...PIN, lat: "-77.03", lng: "38.9" }, "outside"],
  [{ ...PIN, lng: "77.03" }, "outside"],
  [{ ...PIN, lat: "38.9e0" }, "outside"],
  [{ ...PIN, lat: "Infinity" }, "outside"],
] as const)("%j is parsed as %j", ([typed, read]) => expect(parsePin(typed)).toEqual(read));

const BEFORE = { street: "1855 Kalorama Road", quadrant: "NW" };

test.for([
  ["another number in the block", { street: "1811 Kalorama Road", quadrant: "NW" }, "unchanged"],
  ["the same in capitals", { street: "1855 KALORAMA ROAD", quadrant: "NW" }, "unchanged"],
  ["another block", { street: "1755 Kalorama Road", quadrant: "NW" }, null],
  ["another street", { street: "1855 Columbia Road", quadrant: "NW" }, null],
  ["another quadrant", { street: "1855 Kalorama Road", quadrant: "NE" }, null],
  ["no number", { street: "Kalorama Park", quadrant: "NW" }, null],
  ["no address", null, null],
] as const)("for %s the suggested pin is %j", ([, after, pin]) => {
  expect(suggestPin({ before: BEFORE, after, hasPin: true })).toBe(pin);
});

test("a place without a pin gets none by default", () => {
  expect(suggestPin({ before: BEFORE, after: BEFORE, hasPin: false })).toBe("none");
});
