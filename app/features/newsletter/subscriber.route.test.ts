import { eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { newsletterSubscribers } from "#app/db/schema/newsletter.ts";
import { NOW } from "#tests/builders.ts";
import { routeAnswer } from "#tests/route-answer.ts";
import { test } from "#tests/test-database.ts";

import { buildSubscriber } from "./newsletter-builders.ts";
import { subscriberPath } from "./newsletter-paths.ts";
import { giveKey } from "./subscriber-key.server.ts";
import * as route from "./subscriber.route.tsx";

const DAY_MS = 24 * 60 * 60_000;

test("whoever has the key keeps what they chose: the weekly issue, neighborhoods and a pause", async ({ db }) => {
  const { id, keep, kept } = await buildReader(db);

  expect(await keep({ "hood-shaw": "yes", "hood-takoma": "yes", "hood-atlantis": "yes", pause: "28" })).toBe(kept);
  expect(await chosen(db, id)).toEqual({
    wantsWeekly: false,
    neighborhoods: ["shaw", "takoma"],
    pausedUntil: new Date(NOW.getTime() + 28 * DAY_MS),
  });
  // The page says "as it is" of a pause that runs.
  expect(await keep({ weekly: "yes", pause: "as-it-is" })).toBe(kept);
  expect(await chosen(db, id)).toEqual({
    wantsWeekly: true,
    neighborhoods: [],
    pausedUntil: new Date(NOW.getTime() + 28 * DAY_MS),
  });
  expect(await keep({ weekly: "yes", pause: "0" })).toBe(kept);
  expect((await chosen(db, id))?.pausedUntil).toBeNull();
});

test("a pause that isn't offered is refused, and nothing of the form is kept", async ({ db }) => {
  const { id, keep } = await buildReader(db);
  const before = await chosen(db, id);

  for (const pause of ["365", "", "-1"]) expect(await keep({ "hood-shaw": "yes", pause })).toBe(400);
  expect(await chosen(db, id)).toEqual(before);
});

test("a key that is none changes nothing", async ({ db }) => {
  const { id } = await buildReader(db);
  const before = await chosen(db, id);
  const path = subscriberPath("preferences", "0".repeat(64));
  const sent = { route, path, params: { step: "preferences", key: "0".repeat(64) }, person: null };

  expect(await routeAnswer(db, { ...sent, fields: { pause: "28" } })).toBe(404);
  expect(await routeAnswer(db, sent)).toBe(404);
  expect(await chosen(db, id)).toEqual(before);
});

/** Somebody who gets the weekly issue, and a form of theirs. */
async function buildReader(db: Database) {
  const { id } = await buildSubscriber(db);
  const key = await giveKey(db, id, NOW);
  const path = subscriberPath("preferences", key);
  const keep = (fields: Record<string, string>) =>
    routeAnswer(db, { route, path, params: { step: "preferences", key }, fields, person: null });
  return { id, keep, kept: `${path}?done=kept` };
}

async function chosen(db: Database, id: string) {
  const { wantsWeekly, neighborhoods, pausedUntil } = newsletterSubscribers;
  const [row] = await db
    .select({ wantsWeekly, neighborhoods, pausedUntil })
    .from(newsletterSubscribers)
    .where(eq(newsletterSubscribers.id, id));
  return row;
}
