import { expect } from "vitest";

import { contactMessages } from "#app/db/schema/contact.ts";
import { refunds } from "#app/db/schema/billing.ts";
import { openReviewCase } from "#app/core/cases/subject-cases.server.ts";
import { buildFeature, buildFeatureFile, buildImport } from "#app/desk/imports/import-builders.ts";
import { askQuestion } from "#app/people/ask-an-editor/editor-questions.server.ts";
import { buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { countInbox } from "./count-inbox.server.ts";
import { inboxTotal } from "./inbox.ts";
import { listInbox } from "./list-inbox.server.ts";

const MINUTE_MS = 60_000;
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE_MS);

test("the inbox lists what waits of every kind, oldest first, each with the page that decides it", async ({ db }) => {
  const { id: asker } = await buildUser(db, { name: "Vera" });
  const message = { email: "mia@example.com", topic: "other", changedAt: NOW } as const;
  await db.insert(contactMessages).values([
    { ...message, name: "Mia", body: "Hello\n\nthere.", sentAt: minutesAgo(5) },
    { ...message, name: "Closed", body: "Done.", sentAt: minutesAgo(9), state: "closed" },
  ]);
  const review = await buildReview(db, { placeId: (await buildPlace(db)).id });
  await openReviewCase(db, { kind: "held-review", reviewId: review.id, reasons: ["new-account"], now: minutesAgo(7) });
  await askQuestion(db, { asker: { id: asker, tier: "vip" }, question: "Where to eat late?", now: minutesAgo(3) });
  await db.insert(refunds).values({
    provider: "sandbox",
    userId: asker,
    requestedBy: "member",
    paymentId: "pi_1",
    amountCents: 500,
    status: "pending",
    requestedAt: minutesAgo(6),
  });
  const path = buildFeatureFile([
    buildFeature({ id: "a", name: "Quizzical & Oboe Quilts" }),
    buildFeature({ id: "b", name: "Quizzical & Organ Quilts", at: [38.89745, -76.96655] }),
  ]);
  await buildImport(db, { path, publishes: true });

  const [items, counts] = [await listInbox(db), await countInbox(db)];

  const shown = items.map(({ label, name, line, to }) => [
    label,
    name,
    line,
    to.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID"),
  ]);
  expect(shown.filter(([label]) => label !== "Import")).toEqual([
    ["Held review", expect.any(String), expect.any(String), "/admin/moderation/ID"],
    ["Refund", "Vera", "$5", "/admin/refunds"],
    ["Message", "Mia", "Hello there.", "/admin/messages/ID"],
    ["Question", "Vera", "Where to eat late?", "/admin/questions#asked-ID"],
  ]);
  expect(shown.filter(([label]) => label === "Import")).toEqual([
    ["Import", expect.any(String), "1 entry to review", "/admin/imports/ID/review"],
  ]);
  expect(counts).toEqual({ moderation: 1, questions: 1, messages: 1, refunds: 1, imports: 1 });
  expect(inboxTotal(counts)).toBe(items.length);
});

test("the inbox leaves out what nobody can decide: questions of suspended and reviews of deleted accounts", async ({
  db,
}) => {
  const gone = await buildUser(db, { deletedAt: NOW });
  const suspended = await buildUser(db, { suspendedAt: NOW });
  const review = await buildReview(db, { placeId: (await buildPlace(db)).id, author: gone });
  await openReviewCase(db, { kind: "held-review", reviewId: review.id, reasons: ["new-account"], now: NOW });
  await askQuestion(db, { asker: { id: suspended.id, tier: "vip" }, question: "Where to eat late?", now: NOW });

  expect(await listInbox(db)).toEqual([]);
  expect(inboxTotal(await countInbox(db))).toBe(0);
});
