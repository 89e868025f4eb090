import { createHash, randomBytes } from "node:crypto";

import { and, eq, gt, isNotNull, lt, or } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { lockAdvisory } from "#app/db/advisory-lock.server.ts";
import { submissions } from "#app/db/schema/submissions.ts";
import { type Reporter, REPORTER_RETENTION_DAYS } from "#app/business/corrections/suggest/reporter.server.ts";
import { openSubmissionCase } from "#app/core/cases/subject-cases.server.ts";
import { purgeUndoStates } from "#app/core/cases/close-cases.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { slugify } from "#app/lib/slug.ts";

import type { Submission } from "./submission-form.ts";
import { purgeOldDrafts } from "./submission-drafts.server.ts";
import { mailConfirmationRequest, mailSubmissionReceived } from "../review/submission-mails.server.ts";

/** Per member and day: enough for a street of shops. */
export const MEMBER_SUBMISSIONS_PER_DAY_MAX = 20;
/** Per guest's browser or network and day; a whole café can share a network. */
export const GUEST_SUBMISSIONS_PER_DAY_MAX = 5;

/** Confirmation requests to one mailbox, per day and per 60 days, however many submissions name it. */
export const MAIL_CONFIRMATIONS_PER_ADDRESS_DAY_MAX = 1;
export const MAIL_CONFIRMATIONS_PER_ADDRESS_MAX = 3;
/** Confirmation requests to all mailboxes together, per day. */
export const MAIL_CONFIRMATIONS_PER_DAY_MAX = 200;

/** Shorter descriptions can be equal by chance. */
const COMPARED_CHARACTERS_MIN = 40;

export type SubmissionInput = {
  submission: Submission;
  submitter: Reporter;
  /** The email address of the account, verified by the sign-in provider; null for a guest. */
  ownAddress: string | null;
  now: Date;
};

/**
 * Stores a submission and opens a case for an editor. A unique index makes repeated sends one submission. An address
 * that isn't the account's own has to be confirmed before it gets other mail.
 *
 * @returns The key of the submission's page. "too-many": the daily limit is reached. "same-text": the description was
 * already sent for another business.
 */
export async function sendSubmission(
  db: Database,
  sent: SubmissionInput,
): Promise<{ key: string } | "too-many" | "same-text"> {
  const digest = digestOf(sent);
  return db.transaction(async (tx) => {
    await lockDigest(tx, digest);
    const known = await findByDigest(tx, digest);
    if (known !== null) return known;
    if (await isAtDailyLimit(tx, sent)) return "too-many";
    if (await isTextUsedElsewhere(tx, sent)) return "same-text";
    const inserted = await insertSubmission(tx, { ...sent, digest });
    if (inserted === null) {
      const first = await findByDigest(tx, digest);
      if (first === null) throw new Error("A submission was refused as known, and isn't there");
      return first;
    }
    const reasons = [sent.submission.relation];
    await openSubmissionCase(tx, { submissionId: inserted.id, reasons, now: sent.now });
    if (inserted.emailConfirmedAt !== null) await mailSubmissionReceived(tx, inserted, sent.now);
    else if (inserted.emailKey !== null) await mailConfirmationRequest(tx, inserted, sent.now);
    return { key: inserted.key };
  });
}

/** Locks a digest. Deciding frees a digest and undoing restores it; the lock keeps both apart from a repeated send. */
export function lockDigest(db: Database, digest: string): Promise<void> {
  return lockAdvisory(db, `submission:${digest}`);
}

async function insertSubmission(db: Database, sent: SubmissionInput & { digest: string }) {
  const { submission, submitter, ownAddress, digest, now } = sent;
  const { listing, relation, note, email } = submission;
  const isOwnAddress = email !== null && email.toLowerCase() === ownAddress?.toLowerCase();
  const emailHash = email === null ? null : hash(normalizeEmailAddress(email));
  const isConfirmationSent =
    emailHash !== null && !isOwnAddress && (await canRequestConfirmation(db, { emailHash, now }));
  const [row] = await db
    .insert(submissions)
    .values({
      name: listing.name,
      facts: listing,
      relation,
      note,
      submitterId: submitter.userId,
      email,
      emailKey: isConfirmationSent ? randomBytes(16).toString("hex") : null,
      emailConfirmedAt: isOwnAddress ? now : null,
      browserHash: submitter.browserHash,
      ipHash: submitter.ipHash,
      emailHash: isOwnAddress ? null : emailHash,
      digest,
      textDigest: textDigestOf(sent),
      sentAt: now,
    })
    .onConflictDoNothing({ target: submissions.digest })
    .returning();
  return row ?? null;
}

async function findByDigest(db: Database, digest: string): Promise<{ key: string } | null> {
  const [known] = await db.select({ key: submissions.key }).from(submissions).where(eq(submissions.digest, digest));
  return known ?? null;
}

/** Served by submissions_by_submitter, submissions_by_browser and submissions_by_ip. */
async function isAtDailyLimit(db: Database, { submitter, now }: SubmissionInput): Promise<boolean> {
  const isRecent = gt(submissions.sentAt, new Date(now.getTime() - DAY_MS));
  if (submitter.userId !== null) {
    const own = await db.$count(submissions, and(eq(submissions.submitterId, submitter.userId), isRecent));
    return own >= MEMBER_SUBMISSIONS_PER_DAY_MAX;
  }
  const isTheirs = or(eq(submissions.browserHash, submitter.browserHash), eq(submissions.ipHash, submitter.ipHash));
  return (await db.$count(submissions, and(isTheirs, isRecent))) >= GUEST_SUBMISSIONS_PER_DAY_MAX;
}

/** Served by submissions_by_text. */
async function isTextUsedElsewhere(db: Database, sent: SubmissionInput): Promise<boolean> {
  const textDigest = textDigestOf(sent);
  if (textDigest === null) return false;
  const rows = await db
    .select({ name: submissions.name })
    .from(submissions)
    .where(eq(submissions.textDigest, textDigest))
    .limit(1);
  return rows.some(({ name }) => slugify(name) !== slugify(sent.submission.listing.name));
}

/** Served by submissions_by_email and submissions_by_day. */
async function canRequestConfirmation(
  db: Database,
  { emailHash, now }: { emailHash: string; now: Date },
): Promise<boolean> {
  const isTheirs = eq(submissions.emailHash, emailHash);
  const isToday = gt(submissions.sentAt, new Date(now.getTime() - DAY_MS));
  if ((await db.$count(submissions, isTheirs)) >= MAIL_CONFIRMATIONS_PER_ADDRESS_MAX) return false;
  if ((await db.$count(submissions, and(isTheirs, isToday))) >= MAIL_CONFIRMATIONS_PER_ADDRESS_DAY_MAX) return false;
  return (
    (await db.$count(submissions, and(isToday, isNotNull(submissions.emailHash)))) < MAIL_CONFIRMATIONS_PER_DAY_MAX
  );
}

/** The normalized form of an email address: "Mia+1@Example.com" is "mia@example.com". */
export function normalizeEmailAddress(address: string): string {
  const [name = "", host = ""] = address.toLowerCase().split("@");
  return `${name.replace(/\+.*$/, "").replaceAll(".", "")}@${host}`;
}

/** Identifies equal submissions by the same member, or by guests in the same network. */
function digestOf({ submission, submitter }: SubmissionInput): string {
  return hash(JSON.stringify([submitter.userId ?? submitter.ipHash, submission]));
}

function textDigestOf({ submission: { listing } }: SubmissionInput): string | null {
  const words = listing.description
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return words.length < COMPARED_CHARACTERS_MIN ? null : hash(words);
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Deletes hashes that identify old submissions' senders, also those saved for undoing decisions, and old drafts.
 */
export async function purgeOldSubmitters(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - REPORTER_RETENTION_DAYS * DAY_MS);
  await db
    .update(submissions)
    .set({ browserHash: null, ipHash: null, emailHash: null, digest: null, textDigest: null, emailKey: null })
    .where(and(lt(submissions.sentAt, before), isNotNull(submissions.ipHash)));
  await purgeUndoStates(db, now);
  await purgeOldDrafts(db, now);
}
