import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

import { THEME_STARTER, THEME_STORAGE_KEY } from "./theme-starter.ts";

test("the starter fits in 300 bytes and names the key that the choice is kept under", () => {
  expect(Buffer.byteLength(THEME_STARTER)).toBeLessThan(300);
  expect(THEME_STARTER).toContain(`"${THEME_STORAGE_KEY}"`);
});

test.each([
  ["dark", "dark"],
  ["light", "light"],
  ["purple", null],
  [null, null],
])("a stored theme of %j sets data-theme to %j", (stored, expected) => {
  expect(themeAfterStart(() => stored)).toBe(expected);
});

test("a browser that forbids storage still shows the page", () => {
  expect(
    themeAfterStart(() => {
      throw new Error("SecurityError");
    }),
  ).toBeNull();
});

function themeAfterStart(getItem: () => string | null): string | null {
  let theme: string | null = null;
  const setAttribute = (_name: string, value: string) => {
    theme = value;
  };
  runInNewContext(THEME_STARTER, { localStorage: { getItem }, document: { documentElement: { setAttribute } } });
  return theme;
}
