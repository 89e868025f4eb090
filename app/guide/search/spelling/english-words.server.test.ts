import { readFileSync } from "node:fs";

import wordListPath from "word-list";
import { expect, test } from "vitest";

import { isEnglishWord } from "./english-words.server.ts";

test("every word of the list is found, and no part or misspelling of one", () => {
  const words = readFileSync(wordListPath, "utf8").split("\n");

  expect(words.length).toBeGreaterThan(200_000);
  expect(words.filter((word) => !isEnglishWord(word))).toEqual([]);
  for (const word of ["", "zzzzzz", "resturant", "georgtown", "libary", "Library", "café", "🍕"])
    expect(isEnglishWord(word), word).toBe(false);
});
