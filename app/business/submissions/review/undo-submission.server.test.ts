import { and, eq, inArray, sql } from "drizzle-orm";
import { describe, expect, onTestFinished } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { placeClaims } from "#app/db/schema/business.ts";
import { moderationCases, moderationDecisions } from "#app/db/schema/moderation.ts";
import { places } from "#app/db/schema/places.ts";
import { submissions } from "#app/db/schema/submissions.ts";
import { startEvidenceClaim } from "#app/business/listings/claims/claims.server.ts";
import { buildEdit, buildReporter } from "#app/business/corrections/correction-builders.ts";
import { sendCorrection } from "#app/business/corrections/suggest/send-correction.server.ts";
import { buildPlacePhoto } from "#app/guide/photos/place/gallery-builders.ts";
import { purgeUndoStates } from "#app/core/cases/close-cases.server.ts";
import { setClosure } from "#app/guide/places/facts/set-closure.server.ts";
import { postPlaceQuestion } from "#app/people/place-questions/post-questions.server.ts";
import { buildReview, buildUser, NOW } from "#tests/builders.ts";
import { test, workerDatabase } from "#tests/test-database.ts";

import { decideSubmission } from "./decide-submission.server.ts";
import { sendSubmission } from "../form/send-submission.server.ts";
import { buildListing, buildSubmission, createSubmission } from "../submission-builders.ts";
import { undoSubmissionDecision } from "./undo-submission.server.ts";

const LATER = new Date(NOW.getTime() + 60 * 60_000);

type Page = { id: number; slug: string; name: string };

/** What people can do with a new page. */
const DEEDS: Record<string, { does: (db: Database, page: Page) => Promise<unknown>; refusal: string }> = {
  "claims it": {
    does: async (db, { id: placeId }) =>
      startEvidenceClaim(db, { placeId, claimerId: (await buildUser(db)).id, evidence: "It is mine.", now: NOW }),
    refusal: "waits",
  },
  "requests a code by email": {
    does: async (db, { id: placeId }) =>
      db.insert(placeClaims).values({
        placeId,
        claimerId: (await buildUser(db)).id,
        method: "mail",
        domain: "example.com",
        email: "mia@example.com",
        codeHash: new Uint8Array(32),
        startedAt: NOW,
        expiresAt: new Date(LATER.getTime() + 60_000),
      }),
    refusal: "waits",
  },
  "suggests an edit": {
    does: async (db, { id }) => sendCorrection(db, buildEdit(id, { reporter: buildReporter() })),
    refusal: "waits",
  },
  "shows a photo of it": { does: (db, { id: placeId }) => buildPlacePhoto(db, { placeId }), refusal: "used" },
  "asks about it": {
    does: async (db, place) =>
      postPlaceQuestion(db, { place, askerId: (await buildUser(db)).id, body: "Is there a stroller?", now: NOW }),
    refusal: "used",
  },
  "submits it too and learns that it is listed": {
    does: async (db, { slug }) => {
      const { id: submissionId } = await createSubmission(db, buildSubmission());
      const { id: decidedBy } = await buildUser(db, { role: "admin" });
      const decided = { submissionId, reason: "", decidedBy, now: NOW } as const;
      expect(await decideSubmission(db, { ...decided, fate: "duplicate", duplicateSlug: slug })).toBe("decided");
    },
    refusal: "used",
  },
  "reviews it": { does: (db, { id: placeId }) => buildReview(db, { placeId }), refusal: "used" },
  "marks it closed": {
    does: async (db, { id: placeId }) =>
      setClosure(db, {
        placeId,
        closure: "temporary",
        successorId: null,
        changedBy: (await buildUser(db, { role: "admin" })).id,
        caseId: null,
        now: NOW,
      }),
    refusal: "changed",
  },
};

describe("an undo is refused", () => {
  test.for(Object.entries(DEEDS))("after somebody %s", async ([, { does, refusal }], { db }) => {
    const { editorId, caseId, page } = await publish(db);
    await does(db, page);

    expect(await undoSubmissionDecision(db, { caseId, undoneBy: editorId, now: LATER })).toBe(refusal);
    const [still] = await db.select().from(places).where(eq(places.id, page.id));
    expect(still?.deletedAt).toBeNull();
    expect(await caseState(db, caseId)).toMatchObject({ decision: "approved" });
  });
});

test("after an undo, the same form finds the pending submission; if it was sent again before, the undo is refused", async ({
  db,
}) => {
  const sent = buildSubmission();
  const [{ editorId, caseId, key }, other] = [await publish(db, sent), await publish(db)];
  const undo = (id: string) => undoSubmissionDecision(db, { caseId: id, undoneBy: editorId, now: LATER });
  expect(await undo(caseId)).toBe("undone");

  expect(await sendSubmission(db, sent)).toEqual({ key });
  expect(await db.$count(submissions)).toBe(2);
  const resent = await sendSubmission(db, { ...other.sent, now: LATER });
  expect(resent).not.toEqual({ key: other.key });
  expect(await undo(other.caseId)).toBe("again");
  expect(await caseState(db, other.caseId)).toMatchObject({ decision: "approved" });
});

test("an expired claim doesn't prevent the undo", async ({ db }) => {
  const { editorId, caseId, page } = await publish(db);
  await DEEDS["requests a code by email"]?.does(db, page);
  await db.update(placeClaims).set({ expiresAt: NOW }).where(eq(placeClaims.placeId, page.id));

  expect(await undoSubmissionDecision(db, { caseId, undoneBy: editorId, now: LATER })).toBe("undone");
});

test("the digest of a submission is deleted once its decision is final", async ({ db }) => {
  const { caseId } = await publish(db);
  expect((await caseState(db, caseId))?.undoState).toMatchObject({ digest: expect.any(String) });

  await purgeUndoStates(db, LATER);
  expect((await caseState(db, caseId))?.undoState).not.toBeNull();
  await purgeUndoStates(db, new Date(NOW.getTime() + 25 * 60 * 60_000));
  expect((await caseState(db, caseId))?.undoState).toBeNull();
});

test("concurrent decisions and undos wait for each other, and none fails", async () => {
  const { db } = await workerDatabase();
  const { editorId, caseId, submissionId, page } = await publish(db);
  onTestFinished(async () => {
    await db.delete(moderationDecisions).where(eq(moderationDecisions.caseId, caseId));
    await db.delete(submissions).where(eq(submissions.id, submissionId));
    await db.delete(places).where(eq(places.name, page.name));
    await db.delete(users).where(eq(users.id, editorId));
  });
  const refuse = () =>
    decideSubmission(db, {
      submissionId,
      reason: "No.",
      code: "other",
      decidedBy: editorId,
      now: LATER,
      fate: "refused",
    });
  const undo = () => undoSubmissionDecision(db, { caseId, undoneBy: editorId, now: LATER });

  const outcomes = await Promise.all(Array.from({ length: 24 }, (_, index) => (index % 2 === 0 ? undo() : refuse())));

  expect(outcomes.filter((outcome) => !["undone", "decided", "open", "closed"].includes(outcome))).toEqual([]);
  const [undone, decided] = ["undone", "decided"].map((each) => outcomes.filter((outcome) => outcome === each).length);
  const state = await caseState(db, caseId);
  expect(undone).toBe((decided ?? 0) + (state?.closedAt === null ? 1 : 0));
  const logged = and(eq(auditEntries.actorId, editorId), eq(auditEntries.action, "case.undo"));
  expect(await db.$count(auditEntries, logged)).toBe(undone);
});

test("a submission sent again during its undo is the pending one or a new one, and nothing fails", async () => {
  const { db } = await workerDatabase();
  const { id: userId } = await buildUser(db);
  const submitter = buildReporter({ userId });
  const { editorId, caseId, sent, page } = await publish(db, buildSubmission({ submitter }));
  onTestFinished(async () => {
    const own = await db
      .select({ id: moderationCases.id })
      .from(moderationCases)
      .innerJoin(submissions, eq(moderationCases.submissionId, submissions.id))
      .where(eq(submissions.submitterId, userId));
    await db.delete(moderationDecisions).where(
      inArray(
        moderationDecisions.caseId,
        own.map(({ id }) => id),
      ),
    );
    await db.delete(submissions).where(eq(submissions.submitterId, userId));
    await db.delete(places).where(eq(places.name, page.name));
    await db.delete(users).where(inArray(users.id, [editorId, userId]));
  });
  const undo = () => undoSubmissionDecision(db, { caseId, undoneBy: editorId, now: LATER });

  const [undone, ...again] = await Promise.all([undo(), ...Array.from({ length: 8 }, () => sendSubmission(db, sent))]);

  const keys = new Set(again.map((outcome) => (typeof outcome === "string" ? outcome : outcome.key)));
  expect(keys.size, "all who send the same at once are led to the same").toBe(1);
  const rows = await db.$count(submissions, eq(submissions.submitterId, userId));
  expect([undone, rows]).toEqual(undone === "undone" ? ["undone", 1] : ["again", 2]);
});

async function publish(db: Database, sent = buildSubmission({ submitter: buildReporter() })) {
  const { id: editorId } = await buildUser(db, { role: "admin" });
  const { id: submissionId, key } = await createSubmission(db, sent);
  const listing = buildListing();
  const decided = { submissionId, reason: "", decidedBy: editorId, now: NOW, fate: "published" } as const;
  expect(await decideSubmission(db, { ...decided, listing, neighborhood: "shaw" })).toBe("decided");
  const [row] = await db
    .select({ caseId: moderationCases.id, id: places.id, slug: places.slug, name: places.name })
    .from(submissions)
    .innerJoin(moderationCases, eq(moderationCases.submissionId, submissions.id))
    .innerJoin(places, sql`${places.id} = ${submissions.placeId}`)
    .where(eq(submissions.id, submissionId));
  if (row === undefined) throw new Error("The submission was not published");
  const { caseId, ...page } = row;
  return { editorId, submissionId, key, sent, caseId, page };
}

async function caseState(db: Database, caseId: string) {
  const [row] = await db.select().from(moderationCases).where(eq(moderationCases.id, caseId));
  return row;
}
