import { expect, test } from "vitest";

import { type HighlightedTexts, searchReason } from "./search-reason.ts";

const UNMARKED: HighlightedTexts = {
  name: "Beau Thai",
  type: "Thai",
  neighborhood: "Shaw",
  bynames: "Blagden Alley",
  category: "Food & Dining",
  street: "1550 7th Street",
  description: "Two floors of noodles.",
};

test("a result names the short facts that matched", () => {
  const reason = searchReason({ ...UNMARKED, type: "[[Thai]]", neighborhood: "[[Shaw]]" });

  expect(reason).toBe("Matches [[Thai]] · [[Shaw]]");
});

test("the description is quoted only if nothing shorter matched", () => {
  const both = searchReason({ ...UNMARKED, type: "[[Thai]]", description: "Two floors of [[noodles]]." });
  const alone = searchReason({ ...UNMARKED, description: "Two floors of [[noodles]]." });

  expect([both, alone]).toEqual(["Matches [[Thai]]", "Matches Two floors of [[noodles]]."]);
});

test("a match in the name alone is stated without repeating the name", () => {
  expect(searchReason({ ...UNMARKED, name: "Beau [[Thai]]" })).toBe("Matches its name");
});

test("without a highlighted word the reason is empty", () => {
  expect(searchReason(UNMARKED)).toBe("");
});
