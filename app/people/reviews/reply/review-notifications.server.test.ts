import { eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import { listNotifications } from "#app/core/notifications/notifications.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { buildOwner, buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { decideReview } from "../review/decide-review.server.ts";
import { deleteReview, WRITES_PER_DAY_MAX, writeReview } from "../write/write-review.server.ts";

const WORDS = {
  stars: 4,
  body: "The soup was warm and the people kind.",
  visitMonth: "2026-12",
  relation: "none",
} as const;

test("managers are notified of a new review once, and not of its edits", async ({ db }) => {
  const { place, managers } = await buildManagedPlace(db);
  const author = await buildUser(db);

  await write(db, { placeId: place.id, authorId: author.id });
  await write(db, {
    placeId: place.id,
    authorId: author.id,
    version: 1,
    body: "The soup was hot and the people kind.",
  });

  for (const { id } of managers) {
    expect(await listSent(db, id)).toEqual([
      [`${place.name} has a new review with 4 stars`, `/business/${place.slug}/reviews?show=unanswered`],
    ]);
  }
  expect(await listSent(db, author.id)).toEqual([]);
});

test("rewriting a deleted review within a day doesn't notify managers again or bypass the daily limit", async ({
  db,
}) => {
  const { place, managers } = await buildManagedPlace(db);
  const author = await buildUser(db);
  const own = { placeId: place.id, authorId: author.id };
  const manager = managers[0]?.id ?? "";
  await write(db, own);
  await write(db, { ...own, version: 1, body: "The soup was hot and the people kind." });
  for (let count = 2; count < WRITES_PER_DAY_MAX; count += 1) {
    expect(await deleteReview(db, { ...own, now: NOW })).toBe("deleted");
    expect(await write(db, own)).toBe("published");
  }

  expect(await listSent(db, manager)).toHaveLength(1);
  await deleteReview(db, { ...own, now: NOW });
  expect(await write(db, own)).toBe("too-many");
  const later = new Date(NOW.getTime() + DAY_MS);
  expect(await write(db, { ...own, now: later })).toBe("published");
  expect(await listSent(db, manager)).toHaveLength(2);
});

test("managers are notified of a held review on approval, and never of a rejected one", async ({ db }) => {
  const { place, managers } = await buildManagedPlace(db);
  const admin = await buildUser(db, { role: "admin" });
  const [manager] = managers;
  for (const decision of ["rejected", "approved"] as const) {
    const author = await buildUser(db);
    await write(db, { placeId: place.id, authorId: author.id, body: `See www.example.com, ${decision}.` });
    expect(await listSent(db, manager?.id ?? "")).toEqual([]);
    const [review] = await db.select().from(reviews).where(eq(reviews.authorId, author.id));
    const decided = { reviewId: review?.id ?? "", version: 1, decision, reason: "It is an ad.", now: NOW };
    expect(await decideReview(db, { ...decided, decidedBy: admin.id })).toBe("decided");
  }

  expect(await listSent(db, manager?.id ?? "")).toHaveLength(1);
});

test("managers aren't notified of their own review or after deleting their account", async ({ db }) => {
  const { place, managers } = await buildManagedPlace(db);
  const [author, other] = managers;
  await db
    .update(users)
    .set({ deletedAt: NOW })
    .where(eq(users.id, other?.id ?? ""));

  await write(db, { placeId: place.id, authorId: author?.id ?? "" });

  expect([await listSent(db, author?.id ?? ""), await listSent(db, other?.id ?? "")]).toEqual([[], []]);
});

async function buildManagedPlace(db: Database) {
  const place = await buildPlace(db);
  const managers = [await buildUser(db), await buildUser(db)];
  for (const { id: userId } of managers) await buildOwner(db, { placeId: place.id, userId });
  return { place, managers };
}

type WriteInput = { placeId: number; authorId: string; version?: number; body?: string; now?: Date };

function write(db: Database, { placeId, authorId, version = 0, body = WORDS.body, now = NOW }: WriteInput) {
  return writeReview(db, { placeId, authorId, version, review: { ...WORDS, body }, browserId: authorId, now });
}

async function listSent(db: Database, userId: string): Promise<[string, string][]> {
  const { items } = await listNotifications(db, { userId, page: 1, count: 9 });
  return items.map(({ title, to }) => [title, to]);
}
