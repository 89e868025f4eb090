import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

import { HEAD_SCRIPT, THEME_STORAGE_KEY } from "./head-script.ts";

test("the script fits in 400 bytes and uses the storage key of the theme", () => {
  expect(Buffer.byteLength(HEAD_SCRIPT)).toBeLessThan(400);
  expect(HEAD_SCRIPT).toContain(`"${THEME_STORAGE_KEY}"`);
});

test.each([
  ["dark", { "data-theme": "dark" }],
  ["light", { "data-theme": "light" }],
  ["purple", {}],
  [null, {}],
])("a stored theme of %j sets the attributes %j", (stored, expected) => {
  expect(attributesAfterScript({ getItem: () => stored })).toEqual(expected);
});

test("a browser that forbids storage still runs the rest", () => {
  const getItem = () => {
    throw new Error("SecurityError");
  };
  expect(attributesAfterScript({ getItem, navigation: "navigate" })).toEqual({ "data-fresh": "" });
});

test.each([
  ["navigate", "", { "data-fresh": "" }],
  ["navigate", "#places", {}],
  ["reload", "", {}],
  ["back_forward", "", {}],
])("a page opened by %s at %j gets the attributes %j", (navigation, hash, expected) => {
  expect(attributesAfterScript({ navigation, hash })).toEqual(expected);
});

type Browser = { getItem?: () => string | null; navigation?: string; hash?: string };

/** The attributes of the html element after the script has run. Without `navigation`, the browser lists no navigations. */
function attributesAfterScript({ getItem = () => null, navigation, hash = "" }: Browser): Record<string, string> {
  const attributes: Record<string, string> = {};
  const setAttribute = (name: string, value: string) => {
    attributes[name] = value;
  };
  runInNewContext(HEAD_SCRIPT, {
    localStorage: { getItem },
    document: { documentElement: { setAttribute } },
    location: { hash },
    performance: { getEntriesByType: () => (navigation === undefined ? [] : [{ type: navigation }]) },
  });
  return attributes;
}
