import { expect, test } from "vitest";

import { normalizeForComparison, holdReasons, type HoldRuleInput } from "./review-rules.ts";

const NOW = new Date("2027-01-13T17:00:00Z");

const ORDINARY: HoldRuleInput = {
  body: "We waited ten minutes for a table. It was worth it: good soup, kind people.",
  authorJoinedAt: new Date("2026-12-01T17:00:00Z"),
  now: NOW,
  othersInLastDay: 0,
  hasDuplicateText: false,
  hasOtherAccounts: false,
};

test("an ordinary review is published directly, even as the tenth of a day by an older account", () => {
  expect(holdReasons(ORDINARY)).toEqual([]);
  expect(holdReasons({ ...ORDINARY, othersInLastDay: 9 })).toEqual([]);
});

test("a new account publishes two reviews a day directly until it is a week old", () => {
  const joined = (authorJoinedAt: string, othersInLastDay: number) =>
    holdReasons({ ...ORDINARY, authorJoinedAt: new Date(authorJoinedAt), othersInLastDay });

  expect(joined("2027-01-13T16:00:00Z", 1)).toEqual([]);
  expect(joined("2027-01-13T16:00:00Z", 2)).toEqual(["new-account"]);
  expect(joined("2027-01-06T17:00:01Z", 2)).toEqual(["new-account"]);
  expect(joined("2027-01-06T17:00:00Z", 2)).toEqual([]);
});

test("all reasons are returned in a fixed order", () => {
  const facts = {
    ...ORDINARY,
    authorJoinedAt: NOW,
    othersInLastDay: 5,
    hasDuplicateText: true,
    hasOtherAccounts: true,
  };

  expect(holdReasons({ ...facts, body: "See http://example.com for more of it." })).toEqual([
    "new-account",
    "duplicate-text",
    "links",
    "several-accounts",
  ]);
});

test.for([
  "Book at https://cheap.example now",
  "Book at HTTP : //cheap.example",
  "hxxps://cheap.example",
  "www.cheap-rooms.example is better",
  "go to Cheap-Rooms.COM!",
  "go to cheaprooms(dot)com",
  "go to cheaprooms [dot] net for rooms",
  "cheaprooms dot com has rooms",
  "ch\u200Beaprooms.c\u200Bom",
  "cheap\uFF0Ecom has rooms",
  "write to me at mia.m@post.example",
  "[click](javascript:alert(1))",
])("a text with a link or address is held: %s", (body) => {
  expect(holdReasons({ ...ORDINARY, body })).toEqual(["links"]);
});

test.for([
  "The soup was good.It came late, at 7.30 p.m., and cost $12.50.",
  "Open Mon.-Fri. only; ask for Mr. Lee, e.g. on St. Patrick’s.",
  "A dot of mustard... and then some. Com'on!",
  "Rated 4.5/5 by my sister @ table 9",
])("a text that only resembles an address isn't held: %s", (body) => {
  expect(holdReasons({ ...ORDINARY, body })).toEqual([]);
});

test("texts with the same words compare equal despite case, spaces and punctuation", () => {
  const plain = normalizeForComparison("Best tacos in town, go now!");

  expect(normalizeForComparison("  BEST tacos — in\ntown... go\u200B now?? ")).toBe(plain);
  expect(normalizeForComparison("ｂｅｓｔ tácos in town go now")).not.toBe("");
  expect(normalizeForComparison("Best burgers in town, go now!")).not.toBe(plain);
  expect(normalizeForComparison("!!! ??? \u{1F600}")).toBe("");
});

test("texts in scripts without case or spaces are compared too", () => {
  expect(normalizeForComparison("とても 美味しかったです。")).toBe(normalizeForComparison("とても美味しかったです"));
  expect(normalizeForComparison("とても美味しかったです")).not.toBe(normalizeForComparison("あまり美味しくなかった"));
});
