import { expect, test } from "vitest";

import { latestPath } from "./latest.ts";

test("an address of Latest names only what isn't the default", () => {
  expect(latestPath("latest")).toBe("/latest");
  expect(latestPath("latest", 3)).toBe("/latest?page=3");
  expect(latestPath("trending")).toBe("/latest?tab=trending");
  expect(latestPath("trending", 2)).toBe("/latest?tab=trending&page=2");
});
