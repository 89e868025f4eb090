import { eq, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { campaigns } from "#app/db/schema/advertising.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import { type CaseKind, type Decision, moderationCases } from "#app/db/schema/moderation.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { placeAnswers, placeQuestions } from "#app/db/schema/questions.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import { buildWaiting } from "#app/business/advertising/advertising-builders.ts";
import { buildSite } from "#app/people/membership/billing-builders.ts";
import { startEvidenceClaim } from "#app/business/listings/claims/claims.server.ts";
import { listingFromPlace } from "#app/business/listings/edit/owner-listing.server.ts";
import { submitOwnerEdit } from "#app/business/listings/edit/owner-edits.server.ts";
import {
  buildClosedReport,
  buildEdit,
  buildPlaceWithFacts,
  buildReporter,
} from "#app/business/corrections/correction-builders.ts";
import { sendCorrection } from "#app/business/corrections/suggest/send-correction.server.ts";
import { buildPlacePhoto } from "#app/guide/photos/place/gallery-builders.ts";
import { findOpenCases } from "#app/core/cases/case-queries.server.ts";
import { openPhotoCase, openReviewCase } from "#app/core/cases/subject-cases.server.ts";
import type { OpenCase } from "#app/core/cases/cases.ts";
import { composeReason } from "#app/core/cases/decision-reasons.ts";
import { postPlaceAnswer, postPlaceQuestion } from "#app/people/place-questions/post-questions.server.ts";
import { reportPost } from "#app/people/place-questions/review/report-post.server.ts";
import { listingToFields } from "#app/business/submissions/form/listing.ts";
import { buildSubmission, createSubmission } from "#app/business/submissions/submission-builders.ts";
import { buildOwner, buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";

import { decideCase } from "./decide-case.server.ts";

/** An open case. `effect` reads everything that a decision changes. */
export type BuiltCase = { id: string; personId: string; effect: () => Promise<unknown> };

/** Builds one case of each kind, with the member it concerns. */
export const CASE_BUILDERS: Record<CaseKind, (db: Database) => Promise<BuiltCase>> = {
  "held-review": (db) => buildReviewCase(db, "held-review"),
  "reported-review": (db) => buildReviewCase(db, "reported-review"),
  "held-question": async (db) => {
    const [place, { id: personId }] = [await buildPlace(db), await buildUser(db)];
    const body = "Is the menu on www.example.com right?";
    const question = await postPlaceQuestion(db, { place, askerId: personId, body, now: NOW });
    if (typeof question === "string") throw new Error(`The question was not asked: ${question}`);
    const { status } = placeQuestions;
    const of = eq(placeQuestions.id, question.id);
    const id = await caseIdOf(db, eq(moderationCases.questionId, question.id));
    return { id, personId, effect: () => db.select({ status }).from(placeQuestions).where(of) };
  },
  "reported-question": async (db) => {
    const [place, asker, reporter] = [await buildPlace(db), await buildUser(db), await buildUser(db)];
    const { id: personId } = await buildUser(db);
    const question = await postPlaceQuestion(db, { place, askerId: asker.id, body: "Is there a stroller?", now: NOW });
    if (typeof question === "string") throw new Error(`The question was not asked: ${question}`);
    const answer = { questionId: question.id, authorId: personId, isBusiness: false, body: "Ask Bob." };
    await postPlaceAnswer(db, { place, ...answer, now: NOW });
    const of = eq(placeAnswers.questionId, question.id);
    const [{ id: answerId } = { id: "" }] = await db.select({ id: placeAnswers.id }).from(placeAnswers).where(of);
    const report = { reporterId: reporter.id, reason: "private", note: "Bob is my father." } as const;
    await reportPost(db, { post: { kind: "answer", id: answerId }, ...report, now: NOW });
    const { status } = placeAnswers;
    const id = await caseIdOf(db, eq(moderationCases.answerId, answerId));
    return { id, personId, effect: () => db.select({ status }).from(placeAnswers).where(of) };
  },
  "reported-photo": async (db) => {
    const { placeId, personId } = await buildManagedPlace(db);
    const photo = await buildPlacePhoto(db, { placeId });
    await openPhotoCase(db, { photoId: photo.id, reasons: ["stolen"], now: NOW });
    const of = eq(placePhotos.id, photo.id);
    const id = await caseIdOf(db, eq(moderationCases.photoId, photo.id));
    return { id, personId, effect: () => db.select({ down: placePhotos.takenDownAt }).from(placePhotos).where(of) };
  },
  "suggested-edit": async (db) => {
    const place = await buildPlaceWithFacts(db);
    const personId = (await buildUser(db)).id;
    await sendCorrection(db, buildEdit(place.id, { reporter: buildReporter({ userId: personId }) }));
    return { id: await caseAbout(db, place.id), personId, effect: () => factsOf(db, place.id) };
  },
  "reported-closed": async (db) => {
    const place = await buildPlaceWithFacts(db);
    const personId = (await buildUser(db)).id;
    await sendCorrection(db, buildClosedReport(place.id, { reporter: buildReporter({ userId: personId }) }));
    return { id: await caseAbout(db, place.id), personId, effect: () => factsOf(db, place.id) };
  },
  "owner-edit": async (db) => {
    const place = await buildPlaceWithFacts(db);
    const personId = (await buildUser(db)).id;
    await buildOwner(db, { placeId: place.id, userId: personId });
    const opened = listingToFields(listingFromPlace(place));
    const typed = { ...opened, name: "The New Quay" };
    await submitOwnerEdit(db, { placeId: place.id, userId: personId, typed, opened, note: "", now: NOW });
    return { id: await caseAbout(db, place.id), personId, effect: () => factsOf(db, place.id) };
  },
  claim: async (db) => {
    const { id: placeId } = await buildPlace(db);
    const { id: personId } = await buildUser(db);
    const evidence = "It is mine, as the license says.";
    await startEvidenceClaim(db, { placeId, claimerId: personId, evidence, now: NOW });
    const effect = async () => ({
      runs: await db.$count(placeOwners, eq(placeOwners.placeId, placeId)),
      role: await db.select({ role: users.role }).from(users).where(eq(users.id, personId)),
    });
    return { id: await caseAbout(db, placeId), personId, effect };
  },
  submission: async (db) => {
    const { id: personId } = await buildUser(db);
    const row = await createSubmission(db, buildSubmission({ submitter: buildReporter({ userId: personId }) }));
    const isListed = sql`${places.name} = ${row.name} and ${places.status} = 'published'`;
    const id = await caseIdOf(db, eq(moderationCases.submissionId, row.id));
    return { id, personId, effect: () => db.$count(places, isListed) };
  },
  campaign: async (db) => {
    const { campaign, ownerId } = await buildWaiting(db);
    const { state, decidedAt } = campaigns;
    const of = eq(campaigns.id, campaign.id);
    const id = await caseIdOf(db, eq(moderationCases.campaignId, campaign.id));
    return { id, personId: ownerId, effect: () => db.select({ state, decidedAt }).from(campaigns).where(of) };
  },
};

async function buildReviewCase(db: Database, kind: "held-review" | "reported-review"): Promise<BuiltCase> {
  const { id: placeId } = await buildPlace(db);
  const review = await buildReview(db, { placeId, status: kind === "held-review" ? "held" : "published" });
  await openReviewCase(db, { kind, reviewId: review.id, reasons: ["spam"], now: NOW });
  const of = eq(reviews.id, review.id);
  const id = await caseIdOf(db, eq(moderationCases.reviewId, review.id));
  return { id, personId: review.authorId, effect: () => db.select({ status: reviews.status }).from(reviews).where(of) };
}

async function buildManagedPlace(db: Database) {
  const [{ id: placeId }, { id: personId }] = [await buildPlace(db), await buildUser(db)];
  await buildOwner(db, { placeId, userId: personId });
  return { placeId, personId };
}

function caseAbout(db: Database, placeId: number): Promise<string> {
  return caseIdOf(db, eq(moderationCases.placeId, placeId));
}

async function caseIdOf(db: Database, which: ReturnType<typeof eq>): Promise<string> {
  const [row] = await db.select({ id: moderationCases.id }).from(moderationCases).where(which);
  if (row === undefined) throw new Error("The case was not opened");
  return row.id;
}

/** A place's row and facts, except its last change and nearest station, which the builder doesn't fill in. */
async function factsOf(db: Database, placeId: number) {
  const [place] = await db.select().from(places).where(eq(places.id, placeId));
  const facts = await db.select().from(placeFacts).where(eq(placeFacts.placeId, placeId)).orderBy(placeFacts.field);
  return { place: { ...place, updatedAt: null, nearestStationSlug: null, nearestStationMeters: null }, facts };
}

export async function requireWaitingCase(db: Database, id: string): Promise<OpenCase> {
  const [waiting] = await findOpenCases(db, [id]);
  if (waiting === undefined) throw new Error("The case isn't open");
  return waiting;
}

/** Decides a case as submitted, like the queue's bulk form. */
export async function decideBuiltCase(
  db: Database,
  given: { id: string; decision: Decision; code?: string; message?: string; decidedBy: string; now?: Date },
): Promise<string> {
  const { id, decision, code = "other", message = "It is not so.", decidedBy, now = NOW } = given;
  const waiting = await requireWaitingCase(db, id);
  const reason = composeReason({ decision, code, message });
  if (typeof reason === "string") throw new Error(reason);
  const answer = { waiting, decision, ...reason, seen: waiting.seen, decidedBy, form: null };
  return decideCase(buildSite(db, { now }), answer);
}

export const LATER = new Date(NOW.getTime() + 60 * 60_000);

export const editor = async (db: Database) => (await buildUser(db, { role: "admin", name: "Ada" })).id;
