import { expect } from "vitest";

import { NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { loadOfferedSlots } from "./offered-slots.server.ts";

test("neighborhoods are offered in alphabetical order, capitals or not", async ({ db }) => {
  const place = { categorySlug: "food", neighborhoodSlug: "shaw" } as const;

  const offered = await loadOfferedSlots(db, { place, now: NOW });

  const labels = offered.neighborhoods.map(({ label }) => label);
  expect(labels.indexOf("Adams Morgan")).toBeGreaterThan(-1);
  expect(labels.indexOf("AU Park")).toBeGreaterThan(labels.indexOf("Adams Morgan"));
});
