import { expect } from "vitest";

import { buildViews, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { loadReach } from "./reach.server.ts";

test("reach counts views of pages with ad slots over the last thirty whole days, without demo views", async ({
  db,
}) => {
  await buildViews(db, { subject: "category", key: "food", day: "2027-01-12", views: 7 });
  await buildViews(db, { subject: "category", key: "food", day: "2026-12-14", views: 4 });
  await buildViews(db, { subject: "category", key: "food", day: "2026-12-13", views: 100 });
  await buildViews(db, { subject: "category", key: "food", day: "2027-01-13", views: 100 });
  await buildViews(db, { subject: "category", key: "food", day: "2027-01-11", views: 100, isDemo: true });
  await buildViews(db, { subject: "neighborhood", key: "shaw", day: "2027-01-10", views: 3 });
  await buildViews(db, { subject: "page", key: "search", day: "2027-01-10", views: 2 });
  await buildViews(db, { subject: "page", key: "about", day: "2027-01-10", views: 50 });

  expect(await loadReach(db, NOW)).toEqual({
    since: "2026-12-14",
    search: 2,
    categories: new Map([["food", 11]]),
    neighborhoods: new Map([["shaw", 3]]),
  });
});

test("reach says when nothing has been counted yet", async ({ db }) => {
  await buildViews(db, { subject: "category", key: "food", day: "2027-01-11", views: 100, isDemo: true });

  expect(await loadReach(db, NOW)).toMatchObject({ since: null, search: 0 });
});
