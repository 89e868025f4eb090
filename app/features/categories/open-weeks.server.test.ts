import { expect } from "vitest";

import { buildMoment, buildPlace } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { buildHours } from "../places/opening-hours-builders.ts";
import { openWeeks } from "./open-weeks.server.ts";

test("of more different weeks than are read it says so, and counts those that it has read", async ({ db }) => {
  for (let opening = 0; opening < 3; opening += 1) {
    const always = buildHours(`Mo-Su 0${opening}:00-24:00`);
    await buildPlace(db, { categorySlug: "education", hours: always });
  }
  const asked = { category: "education", tests: null } as const;
  const whole = await openWeeks(db, asked, buildMoment());
  const cut = await openWeeks(db, { ...asked, weeksMax: 1 }, buildMoment());

  expect([whole.isAll, cut.isAll]).toEqual([true, false]);
  expect(whole.places).toBeGreaterThanOrEqual(3);
  expect(cut.places).toBeLessThan(whole.places);
});
