import { expect, test } from "vitest";

import { searchReason } from "./search-reason.ts";

const NOTHING = {
  name: "Beau Thai",
  type: "Thai",
  neighborhood: "Shaw",
  bynames: "Blagden Alley",
  category: "Food & Dining",
  street: "1550 7th Street",
  description: "Two floors of noodles.",
};

test("a result says which of its short facts matched", () => {
  const reason = searchReason({ ...NOTHING, type: "[[Thai]]", neighborhood: "[[Shaw]]" });

  expect(reason).toBe("Matches [[Thai]] · [[Shaw]]");
});

test("the description speaks only where nothing shorter matched", () => {
  const both = searchReason({ ...NOTHING, type: "[[Thai]]", description: "Two floors of [[noodles]]." });
  const alone = searchReason({ ...NOTHING, description: "Two floors of [[noodles]]." });

  expect([both, alone]).toEqual(["Matches [[Thai]]", "Matches Two floors of [[noodles]]."]);
});

test("a match of the name alone is said without repeating it", () => {
  expect(searchReason({ ...NOTHING, name: "Beau [[Thai]]" })).toBe("Matches its name");
});

test("where no word can be shown, nothing is said rather than something false", () => {
  expect(searchReason(NOTHING)).toBe("");
});
