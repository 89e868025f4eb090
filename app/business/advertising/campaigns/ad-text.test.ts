import { expect, test } from "vitest";

import { HOSTILE_NAMES, HOSTILE_TEXT } from "#tests/hostile-texts.ts";

import { normalizeAdText, checkAdText } from "./ad-text.ts";

const rules = { max: 60, name: "a headline" };

test.for([
  "Brunch on the patio, every weekend",
  "Now open until 2 AM!",
  "BBQ and a beer for $15, near U Street NW",
  "St. Patrick's Day: live music from 7",
  "Family-run since 1987. Come in.",
  "Café & crêperie: 20% off for DC residents",
  "New hazy IPA on tap, BLT from noon",
  "Bring your best friend: VIP booths",
  "Dinner in an 1890s rowhouse",
])("allows: %s", (text) => {
  expect(checkAdText(text, rules)).toBeNull();
});

test.for<[string, RegExp]>([
  ["", /Enter a headline/],
  ["  \u200B ", /Enter a headline/],
  ["x".repeat(61), /at most 60 characters\. You have 61/],
  ["1 2 3", /Use words/],
  ["See www.example.org", /web and email/],
  ["https://evil.example", /web and email/],
  ["Order at zorble.com today", /web and email/],
  ["Mail me@zorble", /web and email/],
  ["Call (202) 555-0143", /phone number/],
  ["GREAT food", /Don’t write “GREAT” in capital letters/],
  ["ÉTÉ on the roof", /Don’t write “ÉTÉ” in capital letters/],
  ["Come! Now! Please!", /one exclamation mark/],
  ["Really?!", /one exclamation mark/],
  ["Pizza 🍕", /no emoji/],
  ["The best tacos in town", /Remove “best”/],
  ["Rated 5 stars", /Remove “5 stars”/],
  ["4.9/5 on every site", /Remove “4.9\/5”/],
  ["#1 in Shaw", /Remove “#1”/],
  ["Award-winning pies", /Remove “Award-winning”/],
  ["Rowhouse loves us", /as if we said it/],
  ["An editor's pick", /as if we said it/],
])("refuses %s and says why", ([text, why]) => {
  expect(checkAdText(text, rules)).toMatch(why);
});

test("any input becomes one line of well-formed text", () => {
  for (const text of [...HOSTILE_NAMES, HOSTILE_TEXT]) {
    const oneLine = normalizeAdText(text);
    expect(oneLine).not.toMatch(/[\n\r\0]/);
    expect(oneLine.isWellFormed()).toBe(true);
    expect(() => checkAdText(text, rules)).not.toThrow();
  }
});
