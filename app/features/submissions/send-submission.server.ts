import { createHash, randomBytes } from "node:crypto";

import { and, eq, gt, isNotNull, lt, or } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { takeTurn } from "#app/db/take-turn.server.ts";
import { submissions } from "#app/db/schema/submissions.ts";
import { type Reporter, REPORTER_DAYS } from "#app/features/corrections/reporter.server.ts";
import { openSubmissionCase } from "#app/features/moderation/cases.server.ts";
import { forgetKept } from "#app/features/moderation/close-cases.server.ts";
import { slugOf } from "#app/lib/slug.ts";

import type { Submission } from "./submission-form.ts";
import { forgetDrafts } from "./drafts.server.ts";
import { mailQuestion, mailReceived } from "./submission-mails.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** What one person may submit within a day: a street of shops. */
export const MEMBER_SUBMISSIONS_PER_DAY_MAX = 20;
/** The same of a guest's browser or network; a whole café may share one. */
export const GUEST_SUBMISSIONS_PER_DAY_MAX = 5;

/** So many mails ask one mailbox whether it is theirs, however many submissions name it: within a day, and within 60. */
export const QUESTIONS_PER_MAILBOX_DAY_MAX = 1;
export const QUESTIONS_PER_MAILBOX_MAX = 3;
/** And so many go to all mailboxes within a day. */
export const QUESTIONS_PER_DAY_MAX = 200;

/** Shorter descriptions may be alike by chance. */
const TELLING_CHARACTERS_MIN = 40;

export type SentSubmission = {
  submission: Submission;
  submitter: Reporter;
  /** The address of their account, which their provider has checked; null for a guest. */
  ownAddress: string | null;
  now: Date;
};

/**
 * Keeps a business that somebody wants to see listed, with a case for an editor. The same sent again is the same: the
 * index decides. Where an address is given that isn't their account's, it is asked by mail before anything else goes there.
 *
 * @returns The key of the page that tells what becomes of it. "too-many": they have sent what a day allows.
 * "same-text": its description was sent for another business already.
 */
export async function sendSubmission(
  db: Database,
  sent: SentSubmission,
): Promise<{ key: string } | "too-many" | "same-text"> {
  const digest = digestOf(sent);
  return db.transaction(async (tx) => {
    await takeDigestTurn(tx, digest);
    const known = await findByDigest(tx, digest);
    if (known !== null) return known;
    if (await hasSentEnough(tx, sent)) return "too-many";
    if (await isTextUsed(tx, sent)) return "same-text";
    const written = await insertSubmission(tx, { ...sent, digest });
    if (written === null) {
      const first = await findByDigest(tx, digest);
      if (first === null) throw new Error("A submission was refused as known, and isn't there");
      return first;
    }
    const reasons = [sent.submission.relation];
    await openSubmissionCase(tx, { submissionId: written.id, reasons, now: sent.now });
    if (written.mailConfirmedAt !== null) await mailReceived(tx, written, sent.now);
    else if (written.mailKey !== null) await mailQuestion(tx, written, sent.now);
    return { key: written.key };
  });
}

/** Whoever decides frees a digest and whoever undoes puts it back: neither while the same is being sent again. */
export function takeDigestTurn(db: Database, digest: string): Promise<void> {
  return takeTurn(db, `submission:${digest}`);
}

async function insertSubmission(db: Database, sent: SentSubmission & { digest: string }) {
  const { submission, submitter, ownAddress, digest, now } = sent;
  const { listing, relation, note, mailAddress } = submission;
  const isOwnAddress = mailAddress !== null && mailAddress.toLowerCase() === ownAddress?.toLowerCase();
  const mailboxHash = mailAddress === null ? null : hash(mailboxOf(mailAddress));
  const isAsked = mailboxHash !== null && !isOwnAddress && (await mayAsk(db, { mailboxHash, now }));
  const [row] = await db
    .insert(submissions)
    .values({
      name: listing.name,
      facts: listing,
      relation,
      note,
      submitterId: submitter.userId,
      mailAddress,
      mailKey: isAsked ? randomBytes(16).toString("hex") : null,
      mailConfirmedAt: isOwnAddress ? now : null,
      markHash: submitter.markHash,
      addressHash: submitter.addressHash,
      mailboxHash: isOwnAddress ? null : mailboxHash,
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

/** Served by submissions_by_submitter, submissions_by_mark and submissions_by_address. */
async function hasSentEnough(db: Database, { submitter, now }: SentSubmission): Promise<boolean> {
  const isRecent = gt(submissions.sentAt, new Date(now.getTime() - DAY_MS));
  if (submitter.userId !== null) {
    const own = await db.$count(submissions, and(eq(submissions.submitterId, submitter.userId), isRecent));
    return own >= MEMBER_SUBMISSIONS_PER_DAY_MAX;
  }
  const isTheirs = or(eq(submissions.markHash, submitter.markHash), eq(submissions.addressHash, submitter.addressHash));
  return (await db.$count(submissions, and(isTheirs, isRecent))) >= GUEST_SUBMISSIONS_PER_DAY_MAX;
}

/** Served by submissions_by_text. */
async function isTextUsed(db: Database, sent: SentSubmission): Promise<boolean> {
  const textDigest = textDigestOf(sent);
  if (textDigest === null) return false;
  const rows = await db
    .select({ name: submissions.name })
    .from(submissions)
    .where(eq(submissions.textDigest, textDigest))
    .limit(1);
  return rows.some(({ name }) => slugOf(name) !== slugOf(sent.submission.listing.name));
}

/** Served by submissions_by_mailbox and submissions_by_day. */
async function mayAsk(db: Database, { mailboxHash, now }: { mailboxHash: string; now: Date }): Promise<boolean> {
  const isTheirs = eq(submissions.mailboxHash, mailboxHash);
  const isToday = gt(submissions.sentAt, new Date(now.getTime() - DAY_MS));
  if ((await db.$count(submissions, isTheirs)) >= QUESTIONS_PER_MAILBOX_MAX) return false;
  if ((await db.$count(submissions, and(isTheirs, isToday))) >= QUESTIONS_PER_MAILBOX_DAY_MAX) return false;
  return (await db.$count(submissions, and(isToday, isNotNull(submissions.mailboxHash)))) < QUESTIONS_PER_DAY_MAX;
}

/** One mailbox has many spellings: "Mia+1@Example.com" is "mia@example.com". */
export function mailboxOf(address: string): string {
  const [name = "", host = ""] = address.toLowerCase().split("@");
  return `${name.replace(/\+.*$/, "").replaceAll(".", "")}@${host}`;
}

/** Whoever is signed in is one person wherever they are; a guest is a network. */
function digestOf({ submission, submitter }: SentSubmission): string {
  return hash(JSON.stringify([submitter.userId ?? submitter.addressHash, submission]));
}

function textDigestOf({ submission: { listing } }: SentSubmission): string | null {
  const words = listing.description
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return words.length < TELLING_CHARACTERS_MIN ? null : hash(words);
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Forgets what tells one submitter from another once it is of no use, also where it is kept with a decision, and drafts that
 * nobody came back to.
 */
export async function forgetSubmitters(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - REPORTER_DAYS * DAY_MS);
  await db
    .update(submissions)
    .set({ markHash: null, addressHash: null, mailboxHash: null, digest: null, textDigest: null, mailKey: null })
    .where(and(lt(submissions.sentAt, before), isNotNull(submissions.addressHash)));
  await forgetKept(db, now);
  await forgetDrafts(db, now);
}
