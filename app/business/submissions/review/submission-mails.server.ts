import type { Database } from "#app/db/database.server.ts";
import type { submissions } from "#app/db/schema/submissions.ts";
import { formatMailBodies, type MailLink } from "#app/core/mail/mail-bodies.ts";
import { queueMail } from "#app/core/mail/outbox.server.ts";

import { mailConfirmationPath, type SubmissionFate, submissionPath } from "../submission.ts";

type SubmissionRow = typeof submissions.$inferSelect;

/**
 * Asks the recipient to confirm the email address. It contains no typed text, so that nobody can use us to send messages to
 * strangers.
 */
export async function mailConfirmationRequest(db: Database, row: SubmissionRow, now: Date): Promise<void> {
  if (row.emailKey === null) return;
  await mail(db, row, {
    key: `submission-question:${row.id}`,
    subject: "Confirm your email address",
    paragraphs: [
      "Someone submitted a business to Rowhouse, the city guide to Washington, DC, and entered this address for updates.",
      "If it was you, please confirm. If it wasn’t, ignore this email. We won’t email you again.",
    ],
    link: { label: "Confirm your email address", path: mailConfirmationPath(row.emailKey) },
    now,
  });
}

export async function mailSubmissionReceived(db: Database, row: SubmissionRow, now: Date): Promise<void> {
  await mail(db, row, {
    key: `submission-received:${row.id}`,
    subject: `We received your submission of ${row.name}`,
    paragraphs: [`Thank you for submitting ${row.name}. An editor will review it, and we’ll email you the decision.`],
    link: { label: "See its status", path: submissionPath(row.key) },
    now,
  });
}

/** Mails an editor's decision, only to confirmed addresses. `slug`: the listing that it became or is a duplicate of. */
export async function mailSubmissionDecided(
  db: Database,
  row: SubmissionRow,
  { fate, slug, reason, now }: { fate: SubmissionFate; slug: string | null; reason: string; now: Date },
): Promise<void> {
  if (row.emailConfirmedAt === null) return;
  const reasonParagraph = reason === "" ? [] : [`The editor wrote: ${reason}`];
  await mail(db, row, {
    // The time makes the key unique when an undone submission is decided again.
    key: `submission-decided:${row.id}:${now.getTime()}`,
    subject: `${row.name}: ${DECIDED_SUBJECTS[fate]}`,
    paragraphs: [DECIDED_TEXTS[fate](row.name), ...reasonParagraph],
    ...decisionLinks({ name: row.name, key: row.key, slug }),
    now,
  });
}

/** The listing and its claim page first; without a listing, the submission's page. */
function decisionLinks({ name, key, slug }: { name: string; key: string; slug: string | null }) {
  const status = { label: "See the decision", path: submissionPath(key) };
  if (slug === null) return { link: status };
  return {
    link: { label: `See ${name} on Rowhouse`, path: `/places/${slug}` },
    more: [{ label: "Is it yours? Claim it", path: `/places/${slug}/claim` }, status],
  };
}

/** Mails that a decision was undone and the submission is under review again. */
export async function mailDecisionUndone(db: Database, row: SubmissionRow, now: Date): Promise<void> {
  if (row.emailConfirmedAt === null) return;
  await mail(db, row, {
    key: `submission-undone:${row.id}:${now.getTime()}`,
    subject: `${row.name}: under review again`,
    paragraphs: [
      `An editor has undone the decision about ${row.name}. We’re reviewing it again and will email you when it’s decided.`,
    ],
    link: { label: "See its status", path: submissionPath(row.key) },
    now,
  });
}

const DECIDED_SUBJECTS: Record<SubmissionFate, string> = {
  published: "it is in the guide",
  refused: "not added",
  duplicate: "already in the guide",
};

const DECIDED_TEXTS: Record<SubmissionFate, (name: string) => string> = {
  published: (name) =>
    `${name} is in the guide now. If you own or manage it, you can claim the listing and keep it up to date.`,
  refused: (name) => `An editor reviewed ${name} and didn’t add it to the guide.`,
  duplicate: (name) => `${name} is already in the guide. If you own or manage it, you can claim that listing.`,
};

type MailInput = {
  key: string;
  subject: string;
  paragraphs: string[];
  link: MailLink;
  more?: MailLink[];
  now: Date;
};

async function mail(
  db: Database,
  row: SubmissionRow,
  { key, subject, paragraphs, link, more = [], now }: MailInput,
): Promise<void> {
  if (row.email === null) return;
  const bodies = formatMailBodies({ name: "", paragraphs, link, more });
  const to = { name: "", address: row.email };
  await queueMail(db, { key, userId: row.submitterId, to, subject, ...bodies }, now);
}
