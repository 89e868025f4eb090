import { expect, test } from "vitest";

import { type HighlightedTexts, searchReason } from "./search-reason.ts";

const UNMARKED: HighlightedTexts = {
  otherNames: "",
  name: "Beau Thai",
  type: "Thai",
  neighborhood: "Shaw",
  bynames: "Blagden Alley",
  street: "1550 7th Street",
  summary: "Noodles on two floors.",
  description: "Two floors of noodles. Ask for a table by the window.",
  guide: null,
};

test("an other name is the reason if it has a word of the query that the name lacks", () => {
  const otherNames = "[[GW]] Hospital; GWU";

  expect(searchReason({ ...UNMARKED, name: "University [[Hospital]]", otherNames, type: "[[Hospital]]" })).toBe(
    "Also known as [[GW]] Hospital",
  );
  expect(searchReason({ ...UNMARKED, name: "[[GW]] Clinic", otherNames, type: "[[Clinic]]" })).toBe("[[Clinic]]");
});

test("a result names the short facts that matched", () => {
  const reason = searchReason({
    ...UNMARKED,
    type: "[[Thai]]",
    street: "1550 [[7th]] Street",
    neighborhood: "[[Shaw]]",
  });

  expect(reason).toBe("[[Thai]] · 1550 [[7th]] Street");
  expect(searchReason({ ...UNMARKED, neighborhood: "[[Shaw]]", bynames: "[[Shaw]] Alley" })).toBe("[[Shaw]]");
});

test("without a short fact the reason is what a guide says, and then the whole sentence of the description", () => {
  const description = "Two floors of noodles. Ask for a [[table]] by the window. It was built in St. Louis.";
  const guide = { title: "Noodles: seven bowls", reason: "A [[table]] for two. Go early." };

  expect(searchReason({ ...UNMARKED, type: "[[Thai]]", guide, description })).toBe("[[Thai]]");
  expect(searchReason({ ...UNMARKED, guide, description })).toBe(
    "In our guide “Noodles”: A [[table]] for two. Go early.",
  );
  expect(searchReason({ ...UNMARKED, description })).toBe("“Ask for a [[table]] by the window.”");
});

test("a long sentence isn't quoted, and the first line needn't be repeated", () => {
  const description = `Ask for a [[table]] by the window${" or the other window".repeat(9)}.`;

  expect(searchReason({ ...UNMARKED, description })).toBe("Mentioned in its description");
  expect(searchReason({ ...UNMARKED, description, summary: "A [[table]] by the window." })).toBe("");
});

test("a match in the name alone is stated without repeating the name", () => {
  expect(searchReason({ ...UNMARKED, name: "Beau [[Thai]]" })).toBe("Matches its name");
});

test("without a highlighted word the reason is empty", () => {
  expect(searchReason(UNMARKED)).toBe("");
});
