import { expect, test } from "vitest";

import { latestDescription, latestPath } from "./latest.ts";

test("a URL of Latest contains only parameters that differ from the defaults", () => {
  expect(latestPath("latest")).toBe("/latest");
  expect(latestPath("latest", 3)).toBe("/latest?page=3");
  expect(latestPath("trending")).toBe("/latest?tab=trending");
  expect(latestPath("trending", 2)).toBe("/latest?tab=trending&page=2");
});

test("the description of Trending mentions both orders, because too few views leave it sorted by date", () => {
  expect(latestDescription("trending")).toMatch(
    /by views in the last 30 days, or by date while there are too few views/,
  );
  expect(latestDescription("trending")).not.toContain("most");
});
