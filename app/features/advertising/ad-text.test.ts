import { expect, test } from "vitest";

import { HOSTILE_NAMES, HOSTILE_TEXT } from "#tests/hostile-texts.ts";

import { adText, adTextProblem } from "./ad-text.ts";

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
])("says what one may say: %s", (text) => {
  expect(adTextProblem(text, rules)).toBeNull();
});

test.for<[string, RegExp]>([
  ["", /Write a headline/],
  ["  \u200B ", /Write a headline/],
  ["x".repeat(61), /at most 60 characters; it has 61/],
  ["1 2 3", /Write words/],
  ["See www.example.org", /web and mail/],
  ["https://evil.example", /web and mail/],
  ["Order at zorble.com today", /web and mail/],
  ["Mail me@zorble", /web and mail/],
  ["Call (202) 555-0143", /phone number/],
  ["GREAT food", /“GREAT” in small letters/],
  ["ÉTÉ on the roof", /“ÉTÉ” in small letters/],
  ["Come! Now! Please!", /one exclamation mark/],
  ["Really?!", /one exclamation mark/],
  ["Pizza 🍕", /no emoji/],
  ["The best tacos in town", /Take out “best”/],
  ["Rated 5 stars", /Take out “5 stars”/],
  ["4.9/5 on every site", /Take out “4.9\/5”/],
  ["#1 in Shaw", /Take out “#1”/],
  ["Award-winning pies", /Take out “Award-winning”/],
  ["Rowhouse loves us", /as if we said it/],
  ["An editor's pick", /as if we said it/],
])("refuses %s and says why", ([text, why]) => {
  expect(adTextProblem(text, rules)).toMatch(why);
});

test("whatever is typed is one line of words that can be shown", () => {
  for (const text of [...HOSTILE_NAMES, HOSTILE_TEXT]) {
    const kept = adText(text);
    expect(kept).not.toMatch(/[\n\r\0]/);
    expect(kept.isWellFormed()).toBe(true);
    expect(() => adTextProblem(text, rules)).not.toThrow();
  }
});
