import fc from "fast-check";
import { expect, test } from "vitest";

import { diffWords } from "./word-diff.ts";

test.for([
  ["The soup is good.", "The soup is good.", "The soup is good."],
  ["The soup is good.", "The soup is cold.", "The soup is [-good-]{+cold+}."],
  ["Good soup.", "Good hot soup.", "Good {+hot +}soup."],
  ["One.\n\nTwo.", "One.", "One.[-\n\nTwo.-]"],
  ["See the soup, please.", "See www.soup.example, please.", "See [-the soup-]{+www.soup.example+}, please."],
  ["It is the soup we ate.", "It is www.soup.example we ate.", "It is [-the soup-]{+www.soup.example+} we ate."],
  ["", "New", "{+New+}"],
  ["Old", "", "[-Old-]"],
  ["", "", ""],
  ["a b c d e", "a x c y e", "a [-b-]{+x+} c [-d-]{+y+} e"],
] as const)("%j to %j is %j", ([before, after, shown]) => {
  expect(
    diffWords(before, after)
      .map(({ kind, text }) => (kind === "same" ? text : kind === "removed" ? `[-${text}-]` : `{+${text}+}`))
      .join(""),
  ).toBe(shown);
});

test("both texts can be rebuilt from the diff", () => {
  const words = fc.array(fc.constantFrom("a", "b", "c", " ", "\n\n", "é", "  "), { maxLength: 40 });
  fc.assert(
    fc.property(words, words, (one, other) => {
      const [before, after] = [one.join(""), other.join("")];
      const parts = diffWords(before, after);
      const without = (kind: string) =>
        parts
          .filter((part) => part.kind !== kind)
          .map(({ text }) => text)
          .join("");
      expect([without("added"), without("removed")]).toEqual([before, after]);
    }),
  );
});

test("two long texts without a word in common are one removed and one added", () => {
  const text = (letter: string) => Array.from({ length: 2_000 }, () => letter).join(" ");

  expect(diffWords(text("a"), text("b")).map(({ kind }) => kind)).toEqual(["removed", "added"]);
});
