import { expect, test } from "vitest";

import { characterCount, normalizeText } from "./plain-text.ts";

test.for([
  ["line ends of every system", "a\r\nb\rc\u2028d", "a\nb\nc\nd"],
  ["more than one empty line", "a\n \n\n\t\nb", "a\n\nb"],
  ["spaces around and at line ends", "  a  \nb  ", "a\nb"],
  ["NUL and other control characters", "a\0b\u0007c\u001B[31m", "abc[31m"],
  ["marks that turn the reading direction", "a\u202Etxt.exe\u202C\u2066b\u2069", "atxt.exeb"],
  ["spaces without width, and the soft hyphen", "\uFEFFa\u200Bb\u2060c\u00AD", "abc"],
  ["letters that nobody sees", "\u3164\u2800\u115Fa", "a"],
  ["half a character", "a\uD83D", "a\uFFFD"],
  ["a tower of marks on a letter", `a${"\u0330".repeat(300)}b`, "a\u0330\u0330\u0330\u0330b"],
  ["letters put together from two", "cafe\u0301", "caf\u00E9"],
] as const)("%s", ([, typed, plain]) => {
  expect(normalizeText(typed)).toBe(plain);
});

test.for([
  "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}",
  "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645",
  "<b>&amp;{{1}}",
  "\u05E9\u05B8\u05BC\u05C1\u05DC\u05D5\u05B9\u05DD",
  "1\uFE0F\u20E3",
])("%s stays as it is", (typed) => {
  expect(normalizeText(typed)).toBe(typed);
});

test("an emoji is one character, as in the database", () => {
  expect(characterCount("a\u{1F600}b")).toBe(3);
});
