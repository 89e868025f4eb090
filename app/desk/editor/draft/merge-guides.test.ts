import { describe, expect, test } from "vitest";

import { mergeGuides } from "./merge-guides.ts";

const BASE = "One.\n\nTwo.\n\nThree.";

describe("two changes of a text", () => {
  test.each([
    [
      "of different paragraphs",
      "One, theirs.\n\nTwo.\n\nThree.",
      "One.\n\nTwo.\n\nThree, mine.",
      "One, theirs.\n\nTwo.\n\nThree, mine.",
    ],
    [
      "of neighboring paragraphs",
      "One, theirs.\n\nTwo.\n\nThree.",
      "One.\n\nTwo, mine.\n\nThree.",
      "One, theirs.\n\nTwo, mine.\n\nThree.",
    ],
    ["that are the same", "One.\n\nBoth.\n\nThree.", "One.\n\nBoth.\n\nThree.", "One.\n\nBoth.\n\nThree."],
    ["that add to the end", `${BASE}\n\nTheirs.`, `${BASE}\n\nMine.`, `${BASE}\n\nTheirs.\n\nMine.`],
    ["that add the same to the end", `${BASE}\n\nBoth.`, `${BASE}\n\nBoth.`, `${BASE}\n\nBoth.`],
    ["of which one removes a paragraph", "One.\n\nThree.", "One, mine.\n\nTwo.\n\nThree.", "One, mine.\n\nThree."],
    [
      "of which one splits a paragraph",
      "One.\n\nTwo.\n\nAnd a half.\n\nThree.",
      "One.\n\nTwo.\n\nThree, mine.",
      "One.\n\nTwo.\n\nAnd a half.\n\nThree, mine.",
    ],
    [
      "of which one adds a place",
      "One.\n\n::place{a}\n\nTwo.\n\nThree.",
      "One, mine.\n\nTwo.\n\nThree.",
      "One, mine.\n\n::place{a}\n\nTwo.\n\nThree.",
    ],
  ])("%s are both kept", (_what, theirs, mine, merged) => {
    expect(bodies(BASE, theirs, mine)).toEqual({ fields: { body: merged }, conflicts: [] });
  });

  test("of one paragraph are a conflict, in which the rest is merged", () => {
    const versions = {
      base: { body: BASE },
      theirs: { body: "One.\n\nTwo, theirs.\n\nThree, theirs." },
      mine: { body: "One, mine.\n\nTwo, mine.\n\nThree." },
    };

    const merged = (["mine", "theirs", "both"] as const).map((preference) => mergeGuides(versions, preference));

    expect(merged.map(({ conflicts }) => conflicts)).toEqual([["body"], ["body"], ["body"]]);
    expect(merged.map(({ fields }) => fields["body"])).toEqual([
      "One, mine.\n\nTwo, mine.\n\nThree, theirs.",
      "One, mine.\n\nTwo, theirs.\n\nThree, theirs.",
      "One, mine.\n\nTwo, theirs.\n\nTwo, mine.\n\nThree, theirs.",
    ]);
  });

  test.each([
    ["One.\n\nThree.", "One.\n\nTwo, mine.\n\nThree."],
    ["::place{a}\n\nOne.\n\nTwo.\n\nThree.", "One.\n\nTwo.\n\nThree.\n\n::place{a}"],
    ["::members\n\nOne.\n\nTwo.\n\nThree.", "One.\n\nTwo.\n\n::members\n\nThree."],
    ["A new text.", "Another new text.\n\nOf two paragraphs."],
  ])("are a conflict if one removes what the other changes, or both add what a guide has once: %o", (theirs, mine) => {
    expect(bodies(BASE, theirs, mine).conflicts).toEqual(["body"]);
  });
});

test("fields are merged one by one, and only those that both changed are a conflict", () => {
  const merged = mergeGuides({
    base: { title: "A walk", excerpt: "Old.", keywords: "a, b", access: "members" },
    theirs: {
      title: "A walk",
      excerpt: "Theirs.",
      keywords: "a,b",
      access: "members",
      "has-x": "yes",
      "reason-x": "Bread",
    },
    mine: { title: "A long walk", excerpt: "Mine.", keywords: "a, b, c" },
  });

  expect(merged).toEqual({
    fields: { title: "A long walk", excerpt: "Mine.", keywords: "a, b, c", "has-x": "yes", "reason-x": "Bread" },
    conflicts: ["excerpt"],
  });
});

function bodies(base: string, theirs: string, mine: string) {
  return mergeGuides({ base: { body: base }, theirs: { body: theirs }, mine: { body: mine } });
}
