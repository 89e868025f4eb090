import { expect } from "vitest";

import { buildRequestContext, buildPlace } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { buildHours } from "#app/guide/places/hours/opening-hours-builders.ts";
import { findOpenHours } from "./find-open-hours.server.ts";

test("with more different opening hours than the limit the result says so, and counts those that were read", async ({
  db,
}) => {
  for (let opening = 0; opening < 3; opening += 1) {
    const always = buildHours(`Mo-Su 0${opening}:00-24:00`);
    await buildPlace(db, { categorySlug: "education", hours: always });
  }
  const input = { category: "education", tests: null } as const;
  const whole = await findOpenHours(db, input, buildRequestContext());
  const limited = await findOpenHours(db, { ...input, weeksMax: 1 }, buildRequestContext());

  expect([whole.isAll, limited.isAll]).toEqual([true, false]);
  expect(whole.places).toBeGreaterThanOrEqual(3);
  expect(limited.places).toBeLessThan(whole.places);
});
