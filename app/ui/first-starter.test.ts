import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

import { FIRST_STARTER, THEME_STORAGE_KEY } from "./first-starter.ts";

test("the starter fits in 400 bytes and names the key that the choice is kept under", () => {
  expect(Buffer.byteLength(FIRST_STARTER)).toBeLessThan(400);
  expect(FIRST_STARTER).toContain(`"${THEME_STORAGE_KEY}"`);
});

test.each([
  ["dark", { "data-theme": "dark" }],
  ["light", { "data-theme": "light" }],
  ["purple", {}],
  [null, {}],
])("a stored theme of %j marks the page %j", (stored, expected) => {
  expect(marksAfterStart({ getItem: () => stored })).toEqual(expected);
});

test("a browser that forbids storage still shows the page", () => {
  const getItem = () => {
    throw new Error("SecurityError");
  };
  expect(marksAfterStart({ getItem, navigation: "navigate" })).toEqual({ "data-fresh": "" });
});

test.each([
  ["navigate", "", { "data-fresh": "" }],
  ["navigate", "#places", {}],
  ["reload", "", {}],
  ["back_forward", "", {}],
])("a page come to by %s at %j is marked %j", (navigation, hash, expected) => {
  expect(marksAfterStart({ navigation, hash })).toEqual(expected);
});

type Start = { getItem?: () => string | null; navigation?: string; hash?: string };

/** The attributes of the html element once the starter has run; a browser without a list of navigations names none. */
function marksAfterStart({ getItem = () => null, navigation, hash = "" }: Start): Record<string, string> {
  const marks: Record<string, string> = {};
  const setAttribute = (name: string, value: string) => {
    marks[name] = value;
  };
  runInNewContext(FIRST_STARTER, {
    localStorage: { getItem },
    document: { documentElement: { setAttribute } },
    location: { hash },
    performance: { getEntriesByType: () => (navigation === undefined ? [] : [{ type: navigation }]) },
  });
  return marks;
}
