import { expect, test } from "vitest";

import { guessWords, spellingCost } from "./spelling.ts";

test("a typo or a phonetic spelling costs less than another word", () => {
  for (const [typed, slip, other] of [
    ["gerogetown", "georgetown", "germantown"],
    ["cofee", "coffee", "cover"],
    ["farmacy", "pharmacy", "farmers"],
    ["brooklend", "brookland", "brooklyn"],
    ["theather", "theater", "feather"],
    ["piza", "pizza", "pita"],
  ] as const) {
    expect(spellingCost(typed, slip), typed).toBeLessThan(spellingCost(typed, other));
  }
  expect(spellingCost("museum", "museum")).toBe(0);
});

test("a guess is sure if no other is close, and distant words are not guessed", () => {
  const known = (...terms: string[]) => terms.map((term) => ({ term, entries: 3 }));

  expect(guessWords("ethopian", known("ethiopian", "european"))[0]).toMatchObject({ term: "ethiopian", isSure: true });
  expect(guessWords("webbler", known("wobbler", "wibbler"))[0]?.isSure).toBe(false);
  expect(guessWords("libary", known("library", "libraries"))[0]).toMatchObject({ term: "library", isSure: true });
  expect(guessWords("xyz", known("abc", "xylophone"))).toEqual([]);
  expect(guessWords("gibberling", known("georgetown"))).toEqual([]);
});

test("of two equally close words the more frequent one ranks first", () => {
  const known = [
    { term: "wibbler", entries: 1 },
    { term: "wobbler", entries: 500 },
  ];

  expect(guessWords("webbler", known)[0]).toMatchObject({ term: "wobbler", isSure: true });
});
