import { eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import { buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { decideReview } from "./decide-review.server.ts";
import { loadReviewBackgrounds } from "./load-review-backgrounds.server.ts";
import type { ReviewInput } from "../write/review-form.ts";
import { findPublishedReview, reportReview } from "../write/review-votes.server.ts";
import { writeReview } from "../write/write-review.server.ts";

const WORDS: ReviewInput = {
  stars: 4,
  body: "The soup is warm and the bread is good.",
  visitMonth: "2026-12",
  relation: "none",
};

test("an editor sees a review's edits as word diffs, latest first", async ({ db }) => {
  const { id: placeId } = await buildPlace(db);
  const { id: authorId } = await buildUser(db);
  const edit = (version: number, changed: Partial<ReviewInput>) =>
    write(db, { placeId, authorId, version, changed, minutes: version });
  await edit(0, {});
  await edit(1, { body: "The soup is cold and the bread is good." });
  const id = await edit(2, {
    body: "The soup is cold and the bread is good.",
    stars: 1,
    visitMonth: "2026-11",
    relation: "staff",
  });

  const about = (await loadReviewBackgrounds(db, [id])).get(id);

  expect(about).toMatchObject({ visitLabel: "November 2026", relationLabel: "Works here", earlierEditCount: 0 });
  expect(about?.edits).toEqual([
    {
      version: 2,
      editedLabel: "Jan 13, 2027, 12:02 PM",
      changes: [
        "Stars: from 4 to 1",
        "Month of visit: from December 2026 to November 2026",
        "Connection: from none to Works here",
      ],
      textDiff: null,
    },
    {
      version: 1,
      editedLabel: "Jan 13, 2027, 12:01 PM",
      changes: [],
      textDiff: [
        { kind: "same", text: "The soup is " },
        { kind: "removed", text: "warm" },
        { kind: "added", text: "cold" },
        { kind: "same", text: " and the bread is good." },
      ],
    },
  ]);
});

test("the last five edits are listed, with the number of earlier ones", async ({ db }) => {
  const { id: placeId } = await buildPlace(db);
  const { id: authorId } = await buildUser(db);
  let id = "";
  for (let version = 0; version < 8; version += 1) {
    id = await write(db, { placeId, authorId, version, changed: { stars: 1 + (version % 5) }, minutes: version });
  }

  const about = (await loadReviewBackgrounds(db, [id])).get(id);

  expect(about?.edits.map(({ version }) => version)).toEqual([7, 6, 5, 4, 3]);
  expect(about?.earlierEditCount).toBe(2);
});

test("an editor sees reports, decisions, duplicate texts and other accounts of the same browser", async ({ db }) => {
  const [one, two] = [await buildPlace(db), await buildPlace(db)];
  const [mia, ben] = [await buildUser(db, { name: "Mia" }), await buildUser(db, { name: "Ben" })];
  const admin = await buildUser(db, { role: "admin" });
  const first = await write(db, { placeId: one.id, authorId: mia.id });
  const review = await findPublishedReview(db, first);
  if (review === null) throw new Error("The review isn't shown");
  await reportReview(db, { review, reporterId: ben.id, reason: "spam", note: "", now: NOW });
  const decided = { decision: "approved", reason: "It is fine.", decidedBy: admin.id, now: NOW } as const;
  await decideReview(db, { ...decided, reviewId: first, version: 1 });
  const second = await write(db, { placeId: two.id, authorId: ben.id });

  const backgrounds = await loadReviewBackgrounds(db, [first, second]);

  expect(backgrounds.get(first)).toMatchObject({
    authorReviewCount: 1,
    reportCount: 1,
    edits: [],
    decisions: [{ kind: "Reported", outcome: "approved", reason: "It is fine." }],
    duplicates: [{ id: second, authorName: "Ben", place: { slug: two.slug } }],
    otherAccounts: ["Ben"],
  });
  expect(backgrounds.get(second)).toMatchObject({
    authorReviewCount: 0,
    reportCount: 0,
    decisions: [],
    duplicates: [{ id: first, authorName: "Mia" }],
    otherAccounts: ["Mia"],
  });
});

test("an ordinary review has an empty background", async ({ db }) => {
  const { id } = await buildReview(db, { placeId: (await buildPlace(db)).id });

  expect((await loadReviewBackgrounds(db, [id])).get(id)).toMatchObject({
    edits: [],
    decisions: [],
    duplicates: [],
    otherAccounts: [],
  });
  expect((await loadReviewBackgrounds(db, [])).size).toBe(0);
});

type WriteInput = {
  placeId: number;
  authorId: string;
  version?: number;
  changed?: Partial<ReviewInput>;
  minutes?: number;
};

/** Writes or edits a review, always from the same browser, and returns its id. */
async function write(db: Database, given: WriteInput): Promise<string> {
  const { placeId, authorId, version = 0, changed = {}, minutes = 0 } = given;
  const now = new Date(NOW.getTime() + minutes * 60_000);
  await writeReview(db, {
    placeId,
    authorId,
    version,
    review: { ...WORDS, ...changed },
    browserId: "one-browser",
    now,
  });
  const [review] = await db.select({ id: reviews.id }).from(reviews).where(eq(reviews.authorId, authorId));
  return review?.id ?? "";
}
