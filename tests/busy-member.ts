import { eq, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { identities } from "#app/db/schema/accounts.ts";
import { orphanedCustomers } from "#app/db/schema/billing.ts";
import { factConfirmations } from "#app/db/schema/corrections.ts";
import { guidePictures } from "#app/db/schema/editing.ts";
import { authors } from "#app/db/schema/guides.ts";
import { lists } from "#app/db/schema/members.ts";
import { placeAnswers } from "#app/db/schema/questions.ts";
import { reviewVotes } from "#app/db/schema/reviews.ts";
import { requestRun } from "#app/desk/operations/runs.server.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import { startSession } from "#app/people/accounts/sessions/sessions.server.ts";
import { buildWaiting } from "#app/business/advertising/advertising-builders.ts";
import { endCampaign } from "#app/business/advertising/campaigns/campaigns.server.ts";
import { buildSandboxProvider, subscribe } from "#app/people/membership/billing-builders.ts";
import { refundablePayments, refundPayments } from "#app/people/membership/refunds/refund.server.ts";
import { startEvidenceClaim, startMailClaim } from "#app/business/listings/claims/claims.server.ts";
import { listingFromPlace } from "#app/business/listings/edit/owner-listing.server.ts";
import { submitOwnerEdit } from "#app/business/listings/edit/owner-edits.server.ts";
import { inviteManager } from "#app/business/listings/people/people.server.ts";
import { buildEdit, buildPlaceWithFacts, buildReporter } from "#app/business/corrections/correction-builders.ts";
import { sendCorrection } from "#app/business/corrections/suggest/send-correction.server.ts";
import { createDraftGuide } from "#app/desk/editor/draft/drafts.server.ts";
import { recordEditorHeartbeat } from "#app/desk/editor/draft/editor-sessions.server.ts";
import { assignMessage, listMessages, replyToMessage } from "#app/desk/contact/messages.server.ts";
import { submitContactMessage } from "#app/desk/contact/send-contact.server.ts";
import { queueMail } from "#app/core/mail/outbox.server.ts";
import { buildPlacePhoto } from "#app/guide/photos/place/gallery-builders.ts";
import { reportPhoto } from "#app/guide/photos/place/review/report-photo.server.ts";
import { copyList } from "#app/people/members/lists/copy-list.server.ts";
import { addEntry, updateList, createList, saveEntryNotes } from "#app/people/members/lists/lists.server.ts";
import { dismissPick } from "#app/people/members/picks/picks.server.ts";
import { replaceMemberPicture } from "#app/people/members/profile/member-pictures.server.ts";
import { createSearchAlert } from "#app/people/members/search-alerts/search-alerts.server.ts";
import { saveItem } from "#app/people/members/saves/saves.server.ts";
import { closeReviewCases, openReviewCase } from "#app/core/cases/subject-cases.server.ts";
import { subscribeMember } from "#app/desk/newsletter/subscribers/change-preferences.server.ts";
import { notifyUser } from "#app/core/notifications/notifications.server.ts";
import { setClosure } from "#app/guide/places/facts/set-closure.server.ts";
import { decidePost } from "#app/people/place-questions/review/decide-post.server.ts";
import { postPlaceAnswer, postPlaceQuestion } from "#app/people/place-questions/post-questions.server.ts";
import { deletePost } from "#app/people/place-questions/delete-post.server.ts";
import { reportPost } from "#app/people/place-questions/review/report-post.server.ts";
import { answerQuestion, askQuestion } from "#app/people/ask-an-editor/editor-questions.server.ts";
import { replyToReview } from "#app/people/reviews/reply/reply.server.ts";
import { findPublishedReview, reportReview } from "#app/people/reviews/write/review-votes.server.ts";
import { writeReview } from "#app/people/reviews/write/write-review.server.ts";
import { saveDraft } from "#app/business/submissions/form/submission-drafts.server.ts";
import { listingToFields } from "#app/business/submissions/form/listing.ts";
import { buildSubmission, createSubmission } from "#app/business/submissions/submission-builders.ts";

import { buildGuide, buildOwner, buildPlace, buildReview, buildUser, NOW } from "./builders.ts";
import { JPEG_BYTES } from "./pexels-double.ts";
import { queryRows } from "./query-rows.ts";

/** A word that occurs in no other rows: wherever it is found, the data belongs to the busy member. */
export const BUSY_MARK = "Zwiebelfisch";

/**
 * A member who has done everything that a member can do, with rows in every table that references people. Their name,
 * email, subject and every text they wrote contain `BUSY_MARK`.
 */
export async function buildBusyMember(db: Database) {
  const mark = BUSY_MARK;
  const member = await buildUser(db, {
    name: `Mia ${mark}`,
    email: `${mark.toLowerCase()}@example.com`,
    pictureUrl: `https://lh3.googleusercontent.com/${mark}`,
    neighborhoodSlug: "shaw",
    isPublic: true,
    role: "admin",
  });
  const userId = member.id;
  await db.insert(identities).values({ issuer: "https://id.example", subject: mark, userId, linkedAt: NOW });
  const token = await startSession(db, { userId, browser: "Firefox on Linux", now: NOW });
  const picture = { sourceUrl: `https://lh3.googleusercontent.com/${mark}`, bytes: JPEG_BYTES };
  await replaceMemberPicture(db, { userId, picture, now: NOW });
  await subscribe(db, { userId, email: member.email });
  const asker = { provider: buildSandboxProvider(db), userId, by: "member", now: NOW } as const;
  const seen = (await refundablePayments(db, asker)).map(({ id }) => id);
  await refundPayments(db, { ...asker, seen });
  await db
    .insert(orphanedCustomers)
    .values({ provider: "stripe-test", customerId: `lost-${mark}`, userId, orphanedAt: NOW });
  const place = await buildPlace(db);
  const about = { slug: place.slug, name: BUSY_MARK };
  await notifyUser(db, { userId, notification: { kind: "review-approved", place: about }, now: NOW });
  const guide = await buildGuide(db, { places: [place] });
  await saveItem(db, { userId, item: { kind: "places", slug: place.slug }, now: NOW });
  await saveItem(db, { userId, item: { kind: "posts", slug: guide.slug }, now: NOW });
  await createSearchAlert(db, { userId, query: `Shop ${mark}`, now: NOW });
  await dismissPick(db, { userId, slug: place.slug, now: NOW });
  const listId = await addList(db, { userId, slug: place.slug });
  const reviewId = await addReviews(db, { userId, placeId: place.id });
  const { other, decidedId } = await addOthersReviews(db, userId);
  await addCorrections(db, { userId, placeId: place.id });
  await addOwnership(db, { userId, placeId: place.id });
  await addSubmissions(db, userId);
  await addPhotos(db, { userId, placeId: place.id });
  await addCampaign(db, { member, place });
  await addChanges(db, { userId, placeId: place.id });
  await addQuestions(db, userId);
  await addGuide(db, userId);
  await addMessages(db, userId);
  await requestRun(db, { operation: "clear-cache", adminId: userId, requestId: "busy", now: NOW });
  return { member, token, place, guide, listId, reviewId, other, decidedId };
}

async function addList(db: Database, { userId, slug }: { userId: string; slug: string }): Promise<string> {
  const words = { name: `List ${BUSY_MARK}`, note: `Note ${BUSY_MARK}` };
  const made = await createList(db, { ...words, userId, now: NOW });
  if (made === "lists-full") throw new Error("The list was not made");
  const own = { userId, listId: made.listId, now: NOW };
  await updateList(db, { ...own, ...words, visibility: "public" });
  await addEntry(db, { ...own, slug });
  await saveEntryNotes(db, { ...own, notes: { [slug]: `Entry ${BUSY_MARK}` } });
  const [list] = await db.select({ shareKey: lists.shareKey }).from(lists).where(eq(lists.id, made.listId));
  const copier = await buildUser(db);
  await copyList(db, { userId: copier.id, shareKey: list?.shareKey ?? "", now: NOW });
  return made.listId;
}

/** A review with an earlier version, a report that was decided, and a vote. */
async function addReviews(db: Database, given: { userId: string; placeId: number }): Promise<string> {
  const { userId: authorId, placeId } = given;
  const words = { stars: 4, visitMonth: "2026-12", relation: "none" } as const;
  const write = (version: number, body: string) =>
    writeReview(db, { placeId, authorId, version, review: { ...words, body }, browserId: BUSY_MARK, now: NOW });
  await write(0, `First words of ${BUSY_MARK}.`);
  await write(1, `Second words of ${BUSY_MARK}.`);
  const [row] = await queryRows(
    db,
    sql`select id from reviews where author_id = ${authorId} and place_id = ${placeId}`,
  );
  const { id: reviewId } = z.object({ id: z.string() }).parse(row);
  const reader = await buildUser(db);
  await openReviewCase(db, { kind: "reported-review", reviewId, reasons: ["spam"], now: NOW });
  await closeReviewCases(db, { reviewId, decision: "approved", reason: "It is fine.", decidedBy: reader.id, now: NOW });
  await db.insert(reviewVotes).values({ reviewId, userId: reader.id, votedAt: NOW });
  return reviewId;
}

/** A campaign that the member paid for, and its refund. */
async function addCampaign(
  db: Database,
  { member, place }: { member: Awaited<ReturnType<typeof buildUser>>; place: Awaited<ReturnType<typeof buildPlace>> },
): Promise<void> {
  const { campaign } = await buildWaiting(db, { of: { place, owner: member } });
  await endCampaign(db, { id: campaign.id, why: "owner", by: { kind: "owner", id: member.id }, now: NOW });
}

/** A guide that the member drafts, is an author of, has open, and added a picture to. */
async function addGuide(db: Database, userId: string): Promise<void> {
  const slug = BUSY_MARK.toLowerCase();
  await db.insert(authors).values({ slug, name: `Mia ${BUSY_MARK}`, bio: `About ${BUSY_MARK}`, userId });
  const postId = await createDraftGuide(db, { document: { authors: [slug] }, by: userId, now: NOW });
  await recordEditorHeartbeat(db, { postId, editorSessionId: crypto.randomUUID(), userId, now: NOW });
  const picture = { sourceDigest: "0".repeat(64), width: 800, height: 600, uploadedAt: NOW, uploadedBy: userId };
  await db.insert(guidePictures).values(picture);
}

/** A question of another user that the member answered, reported and decided, and a question of their own. */
async function addPlaceQuestions(db: Database, { userId, otherId }: { userId: string; otherId: string }) {
  const place = await buildPlace(db);
  const ask = (askerId: string, body: string) => postPlaceQuestion(db, { place, askerId, body, now: NOW });
  await ask(userId, `Is ${BUSY_MARK} loud at noon?`);
  const question = await ask(otherId, "Is there room for a stroller?");
  if (typeof question === "string") throw new Error(`The question was not asked: ${question}`);
  const brief = await ask(userId, "Is it open?????");
  if (typeof brief === "string") throw new Error(`The question was not asked: ${brief}`);
  await deletePost(db, { kind: "question", id: brief.id, place, userId, managesPlace: false, now: NOW });
  const given = { place, questionId: question.id, authorId: userId, isBusiness: false, now: NOW };
  await postPlaceAnswer(db, { ...given, body: `Ask for ${BUSY_MARK} at the door.` });
  const reported = { post: { kind: "question", id: question.id }, now: NOW } as const;
  await reportPost(db, { ...reported, reporterId: userId, reason: "spam", note: `Read ${BUSY_MARK}.` });
  await decidePost(db, {
    ...reported,
    version: NOW.toISOString(),
    decision: "approved",
    reason: "",
    decidedBy: userId,
  });
  // An answer for the business, and a decision about another user's answer.
  const businessAnswer = await postPlaceAnswer(db, {
    ...given,
    isBusiness: true,
    body: `We keep ${BUSY_MARK} for it.`,
  });
  if (businessAnswer !== "answered") throw new Error(`The answer was refused: ${businessAnswer}`);
  const other = await ask(userId, `May dogs join ${BUSY_MARK}?`);
  if (typeof other === "string") throw new Error(`The question was not asked: ${other}`);
  await postPlaceAnswer(db, { ...given, questionId: other.id, authorId: otherId, body: "They may." });
  const [answer] = await db.select().from(placeAnswers).where(eq(placeAnswers.authorId, otherId));
  const about = { post: { kind: "answer", id: answer?.id ?? "" }, now: NOW } as const;
  await reportPost(db, { ...about, reporterId: otherId, reason: "wrong", note: "" });
  await decidePost(db, { ...about, version: NOW.toISOString(), decision: "approved", reason: "", decidedBy: userId });
}

/** An open question of the member, another user's question that they answered, and a mail. */
async function addQuestions(db: Database, userId: string): Promise<void> {
  const asker = await buildUser(db);
  const own = { asker: { id: userId, tier: "vip" as const }, question: `Where is ${BUSY_MARK}?`, now: NOW };
  await askQuestion(db, own);
  const editorQuestion = await askQuestion(db, {
    ...own,
    asker: { id: asker.id, tier: "vip" },
    question: "Where is it, then?",
  });
  if (typeof editorQuestion === "string") throw new Error(`The question was not asked: ${editorQuestion}`);
  await answerQuestion(db, { id: editorQuestion.id, answer: "Round the corner.", answeredBy: userId, now: NOW });
  await addPlaceQuestions(db, { userId, otherId: asker.id });
  const to = { name: `Mia ${BUSY_MARK}`, address: `${BUSY_MARK.toLowerCase()}@example.com` };
  await queueMail(db, { key: "busy", userId, to, subject: BUSY_MARK, text: BUSY_MARK, html: null }, NOW);
}

/**
 * A newsletter subscription, a message to the editors, and another user's message that the member is assigned to and
 * answered.
 */
async function addMessages(db: Database, userId: string): Promise<void> {
  await subscribeMember(db, { userId, now: NOW });
  const email = `${BUSY_MARK.toLowerCase()}@example.com`;
  const contact = { name: `Mia ${BUSY_MARK}`, email, topic: "other" as const, body: `I am ${BUSY_MARK}.` };
  await submitContactMessage(db, { contact, sender: buildReporter({ userId }), now: NOW });
  const others = { ...contact, name: "Sam", email: "sam@example.com", body: "Where is the library?" };
  await submitContactMessage(db, { contact: others, sender: buildReporter({ userId: null }), now: NOW });
  const { items } = await listMessages(db, { state: "open", searchText: "library", assignedTo: null, page: 1 });
  const change = { id: items[0]?.id ?? "", by: userId, now: NOW };
  await assignMessage(db, { ...change, assignedTo: userId });
  await replyToMessage(db, { ...change, body: "Round the corner.", formKey: crypto.randomUUID(), seenCount: 0 });
}

/** A place that the member owns, its manager and an invited manager, and a place that the member claims. */
async function addOwnership(db: Database, { userId, placeId }: { userId: string; placeId: number }): Promise<void> {
  const manager = await buildUser(db);
  await buildOwner(db, { userId, placeId });
  await buildOwner(db, { userId: manager.id, placeId, role: "manager", addedBy: userId });
  await inviteManager(db, { placeId, actorId: userId, typed: "somebody@example.com", role: "manager", now: NOW });
  const claimed = await buildPlace(db, { website: "https://www.example.com" });
  const claiming = { placeId: claimed.id, claimerId: userId, now: NOW };
  await startMailClaim(db, { ...claiming, typed: "office@example.com" });
  await startEvidenceClaim(db, { ...claiming, evidence: `My name, ${BUSY_MARK}, stands on the license.` });
  const listing = await buildPlaceWithFacts(db);
  const opened = listingToFields(listingFromPlace(listing));
  const typed = { ...opened, type: "Boathouse" };
  await submitOwnerEdit(db, { placeId: listing.id, userId, typed, opened, note: `Note ${BUSY_MARK}`, now: NOW });
}

/** A listing that the member submitted, and a draft of another. */
async function addSubmissions(db: Database, userId: string): Promise<void> {
  const submitter = buildReporter({ userId });
  const email = `${BUSY_MARK.toLowerCase()}@example.com`;
  const words = { name: `Bakery ${BUSY_MARK}`, note: `Note ${BUSY_MARK}` };
  const sent = buildSubmission({ submitter, email, ownAddress: email, ...words });
  const { id: submissionId } = await createSubmission(db, sent);
  await buildPlacePhoto(db, { placeId: null, submissionId, uploadedBy: userId, alt: `Front of ${BUSY_MARK}` });
  await saveDraft(db, { userId, fields: { name: `Draft ${BUSY_MARK}` }, now: NOW });
}

/** A place that the member changed, and a change of the member by an editor. */
async function addChanges(db: Database, { userId, placeId }: { userId: string; placeId: number }): Promise<void> {
  const editor = await buildUser(db, { role: "admin" });
  const phone = { before: { phone: null }, after: { phone: "+12025550123" } };
  const subject = { kind: "place", id: String(placeId) };
  await recordChange(db, { actor: { kind: "owner", id: userId }, action: "place.edit", subject, ...phone, now: NOW });
  const named = { before: { name: BUSY_MARK }, after: { name: `Mia ${BUSY_MARK}` } };
  const person = { kind: "person", id: userId };
  const by = { kind: "staff", id: editor.id } as const;
  await recordChange(db, { actor: by, action: "person.rename", subject: person, ...named, now: NOW });
}

/** A photo that the member added to their place, and another user's photo that they reported. */
async function addPhotos(db: Database, { userId, placeId }: { userId: string; placeId: number }): Promise<void> {
  await buildPlacePhoto(db, { placeId, uploadedBy: userId });
  const elsewhere = await buildPlace(db);
  const { id: photoId } = await buildPlacePhoto(db, { placeId: elsewhere.id });
  const report = { reason: "stolen", note: `Report ${BUSY_MARK}` } as const;
  await reportPhoto(db, { photoId, reporterId: userId, ...report, now: NOW });
}

/** A suggested edit, a confirmed fact, and a place that the member marked as temporarily closed. */
async function addCorrections(db: Database, { userId, placeId }: { userId: string; placeId: number }): Promise<void> {
  const reporter = buildReporter({ userId });
  const words = { note: `Note ${BUSY_MARK}`, descriptionNote: `Words ${BUSY_MARK}` };
  await sendCorrection(db, buildEdit(placeId, { reporter, ...words }));
  const confirmation = { field: "phone", valueDigest: "0".repeat(32), confirmedBy: "reader" } as const;
  await db.insert(factConfirmations).values({ placeId, ...confirmation, ...reporter, confirmedAt: NOW });
  const shut = await buildPlace(db);
  const change = { closure: "temporary", successorId: null, caseId: null } as const;
  await setClosure(db, { placeId: shut.id, ...change, changedBy: userId, now: NOW });
}

/** Other users' reviews: one that the member found helpful and reported, one that they decided. */
async function addOthersReviews(db: Database, userId: string) {
  const [one, two] = [await buildPlace(db), await buildPlace(db)];
  const other = await buildReview(db, { placeId: one.id });
  const decided = await buildReview(db, { placeId: two.id });
  await db.insert(reviewVotes).values({ reviewId: other.id, userId, votedAt: NOW });
  await replyToReview(db, { reviewId: decided.id, authorId: userId, body: `Reply ${BUSY_MARK}`, now: NOW });
  const review = await findPublishedReview(db, other.id);
  if (review === null) throw new Error("The other user's review is missing");
  await reportReview(db, { review, reporterId: userId, reason: "spam", note: `Report ${BUSY_MARK}`, now: NOW });
  await openReviewCase(db, { kind: "reported-review", reviewId: decided.id, reasons: ["spam"], now: NOW });
  await closeReviewCases(db, {
    reviewId: decided.id,
    decision: "rejected",
    reason: "Spam.",
    decidedBy: userId,
    now: NOW,
  });
  return { other, decidedId: decided.id };
}

const Reference = z.object({ table: z.string(), column: z.string() });

/** Every column of the database that references a user by foreign key. */
export async function userReferenceColumns(db: Database): Promise<z.infer<typeof Reference>[]> {
  const rows = await queryRows(
    db,
    sql`
    select distinct c.conrelid::regclass::text as "table", a.attname as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      and format_type(a.atttypid, null) = 'uuid'
    where c.contype = 'f' and c.confrelid = 'users'::regclass order by 1, 2`,
  );
  return z.array(Reference).parse(rows);
}
