import { eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { newsletterSubscribers } from "#app/db/schema/newsletter.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { NOW } from "#tests/builders.ts";
import { requestRoute } from "#tests/request-route.ts";
import { test } from "#tests/test-database.ts";

import { buildSubscriber } from "../newsletter-builders.ts";
import { subscriberPath } from "../newsletter-paths.ts";
import { createSubscriberKey } from "./subscriber-key.server.ts";
import * as route from "./subscriber.route.tsx";

test("the key allows saving choices: the weekly issue, neighborhoods and a pause", async ({ db }) => {
  const { id, save, savedPath } = await buildReader(db);

  expect(await save({ "hood-shaw": "yes", "hood-takoma": "yes", "hood-atlantis": "yes", pause: "28" })).toBe(savedPath);
  expect(await chosen(db, id)).toEqual({
    wantsWeekly: false,
    neighborhoods: ["shaw", "takoma"],
    pausedUntil: new Date(NOW.getTime() + 28 * DAY_MS),
  });
  // The page sends "as-it-is" for a running pause.
  expect(await save({ weekly: "yes", pause: "as-it-is" })).toBe(savedPath);
  expect(await chosen(db, id)).toEqual({
    wantsWeekly: true,
    neighborhoods: [],
    pausedUntil: new Date(NOW.getTime() + 28 * DAY_MS),
  });
  expect(await save({ weekly: "yes", pause: "0" })).toBe(savedPath);
  expect((await chosen(db, id))?.pausedUntil).toBeNull();
});

test("an unknown pause is refused, and nothing is saved", async ({ db }) => {
  const { id, save } = await buildReader(db);
  const before = await chosen(db, id);

  for (const pause of ["365", "", "-1"]) expect(await save({ "hood-shaw": "yes", pause })).toBe(400);
  expect(await chosen(db, id)).toEqual(before);
});

test("an unknown key changes nothing", async ({ db }) => {
  const { id } = await buildReader(db);
  const before = await chosen(db, id);
  const path = subscriberPath("preferences", "0".repeat(64));
  const sent = { route, path, params: { step: "preferences", key: "0".repeat(64) }, person: null };

  expect(await requestRoute(db, { ...sent, fields: { pause: "28" } })).toBe(404);
  expect(await requestRoute(db, sent)).toBe(404);
  expect(await chosen(db, id)).toEqual(before);
});

/** A weekly subscriber with a function to submit their form. */
async function buildReader(db: Database) {
  const { id } = await buildSubscriber(db);
  const key = await createSubscriberKey(db, id, NOW);
  const path = subscriberPath("preferences", key);
  const save = (fields: Record<string, string>) =>
    requestRoute(db, { route, path, params: { step: "preferences", key }, fields, person: null });
  return { id, save, savedPath: `${path}?done=saved` };
}

async function chosen(db: Database, id: string) {
  const { wantsWeekly, neighborhoods, pausedUntil } = newsletterSubscribers;
  const [row] = await db
    .select({ wantsWeekly, neighborhoods, pausedUntil })
    .from(newsletterSubscribers)
    .where(eq(newsletterSubscribers.id, id));
  return row;
}
