import { expect, test } from "vitest";

import { latestDescription, latestPath } from "./latest.ts";

test("an address of Latest names only what isn't the default", () => {
  expect(latestPath("latest")).toBe("/latest");
  expect(latestPath("latest", 3)).toBe("/latest?page=3");
  expect(latestPath("trending")).toBe("/latest?tab=trending");
  expect(latestPath("trending", 2)).toBe("/latest?tab=trending&page=2");
});

test("Trending is described by both its bases, since too few views leave it in the order of Latest", () => {
  expect(latestDescription("trending")).toMatch(
    /by views of the last 30 days, and by date while there are too few views/,
  );
  expect(latestDescription("trending")).not.toContain("most");
});
