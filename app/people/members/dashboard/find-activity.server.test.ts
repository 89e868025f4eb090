import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { factConfirmations } from "#app/db/schema/corrections.ts";
import { places } from "#app/db/schema/places.ts";
import { reviews, reviewVotes } from "#app/db/schema/reviews.ts";
import { buildEdit, buildReporter } from "#app/business/corrections/correction-builders.ts";
import { sendCorrection } from "#app/business/corrections/suggest/send-correction.server.ts";
import { findPublishedReview, reportReview } from "#app/people/reviews/write/review-votes.server.ts";
import { buildGuide, buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { findActivity } from "./find-activity.server.ts";
import { addEntry, deleteList, createList } from "../lists/lists.server.ts";
import { saveItem, unsaveItem } from "../saves/saves.server.ts";

const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

describe("a member's activity", () => {
  test("lists everything they did, newest first, and nothing of other members", async ({ db }) => {
    const [user, other] = [await buildUser(db), await buildUser(db)];
    const [one, two, guide] = [await buildPlace(db), await buildPlace(db), await buildGuide(db)];
    const theirs = await buildReview(db, { placeId: two.id, author: other });
    await saveItem(db, { userId: user.id, item: { kind: "places", slug: one.slug }, now: at(1) });
    await saveItem(db, { userId: user.id, item: { kind: "posts", slug: guide.slug }, now: at(2) });
    const made = await createList(db, { userId: user.id, name: "Pizza night", note: "", now: at(3) });
    if (made === "lists-full") throw new Error("No room for a list");
    await addEntry(db, { userId: user.id, ...made, slug: two.slug, now: at(4) });
    await buildReview(db, { placeId: one.id, author: user, stars: 5, createdAt: at(5), editedAt: at(6) });
    await db.insert(reviewVotes).values({ reviewId: theirs.id, userId: user.id, votedAt: at(7) });
    const review = await findPublishedReview(db, theirs.id);
    if (review === null) throw new Error("The review doesn't exist");
    await reportReview(db, { review, reporterId: user.id, reason: "spam", note: "", now: at(8) });
    const reporter = buildReporter({ userId: user.id });
    await sendCorrection(db, { ...buildEdit(one.id, { reporter }), now: at(9) });
    const confirmation = {
      field: "phone",
      valueDigest: "0".repeat(32),
      confirmedBy: "reader",
      userId: user.id,
    } as const;
    await db.insert(factConfirmations).values({ placeId: one.id, ...confirmation, confirmedAt: at(10) });

    const mine = await findActivity(db, { userId: user.id, page: 1, count: 20 }, NOW);

    const edit = `/lists/${made.listId}/edit`;
    expect(
      mine.items.map(({ kind, subject, list, stars }) => [kind, subject.name, subject.to, list?.to ?? stars]),
    ).toEqual([
      ["confirmed-fact", one.name, `/places/${one.slug}`, null],
      ["suggested-edit", one.name, `/places/${one.slug}`, null],
      ["reported-review", two.name, `/places/${two.slug}`, null],
      ["found-helpful", two.name, `/places/${two.slug}`, null],
      ["edited-review", one.name, `/places/${one.slug}`, 5],
      ["reviewed", one.name, `/places/${one.slug}`, 5],
      ["listed-place", two.name, `/places/${two.slug}`, edit],
      ["made-list", "Pizza night", edit, null],
      ["saved-guide", guide.title, `/posts/${guide.slug}`, null],
      ["saved-place", one.name, `/places/${one.slug}`, null],
    ]);
    expect(mine.items[0]).toMatchObject({ at: at(10).toISOString(), dayLabel: "Jan 13" });
    expect((await kindsOf(db, other.id)).map(([kind]) => kind)).toEqual(["reviewed"]);
  });

  test("leaves out undone or deleted things, and has no link for a removed place", async ({ db }) => {
    const user = await buildUser(db);
    const [remaining, taken, reviewed] = [await buildPlace(db), await buildPlace(db), await buildPlace(db)];
    for (const { slug } of [remaining, taken]) {
      await saveItem(db, { userId: user.id, item: { kind: "places", slug }, now: at(1) });
    }
    const made = await createList(db, { userId: user.id, name: "Gone soon", note: "", now: at(2) });
    if (made === "lists-full") throw new Error("No room for a list");
    const review = await buildReview(db, { placeId: reviewed.id, author: user });

    await unsaveItem(db, { userId: user.id, item: { kind: "places", slug: taken.slug } });
    await deleteList(db, { userId: user.id, ...made });
    await db.delete(reviews).where(eq(reviews.id, review.id));
    await db.update(places).set({ status: "removed" }).where(eq(places.id, remaining.id));

    expect(await kindsOf(db, user.id)).toEqual([["saved-place", { name: remaining.name, to: null }]]);
  });

  test("counts a new list and the place it was created with as one entry", async ({ db }) => {
    const user = await buildUser(db);
    const place = await buildPlace(db);
    const made = await createList(db, { userId: user.id, name: "Made with it", note: "", now: at(1) });
    if (made === "lists-full") throw new Error("No room for a list");
    await addEntry(db, { userId: user.id, ...made, slug: place.slug, now: at(1) });

    expect((await kindsOf(db, user.id)).map(([kind]) => kind)).toEqual(["made-list"]);
  });

  test("is paginated without duplicates, and empty past the last page", async ({ db }) => {
    const user = await buildUser(db);
    for (const minute of [1, 2, 3, 4, 5]) {
      const { slug } = await buildPlace(db);
      await saveItem(db, { userId: user.id, item: { kind: "places", slug }, now: at(minute) });
    }
    const page = (number: number) => findActivity(db, { userId: user.id, page: number, count: 2 }, NOW);

    const pages = [await page(1), await page(2), await page(3)];
    expect(pages.map(({ total, pageCount }) => [total, pageCount])).toEqual([
      [5, 3],
      [5, 3],
      [5, 3],
    ]);
    const instants = pages.flatMap(({ items }) => items.map((each) => each.at));
    expect(instants).toEqual([5, 4, 3, 2, 1].map((minute) => at(minute).toISOString()));
    expect(await page(4)).toMatchObject({ items: [], total: 0 });
  });
});

async function kindsOf(db: Database, userId: string) {
  const { items } = await findActivity(db, { userId, page: 1, count: 50 }, NOW);
  return items.map(({ kind, subject }) => [kind, subject] as const);
}
