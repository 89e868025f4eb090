import type { Database } from "#app/db/database.server.ts";
import type { submissions } from "#app/db/schema/submissions.ts";
import { mailBodies } from "#app/features/mail/mail-bodies.ts";
import { queueMail } from "#app/features/mail/outbox.server.ts";

import { mailQuestionPath, type SubmissionFate, submissionPath } from "./submission.ts";

type SubmissionRow = typeof submissions.$inferSelect;

/**
 * Asks a mailbox whether it is theirs. Nothing that somebody typed stands in it: whoever names a stranger's address can't
 * have us carry words there.
 */
export async function mailQuestion(db: Database, row: SubmissionRow, now: Date): Promise<void> {
  if (row.mailKey === null) return;
  await mail(db, row, {
    key: `submission-question:${row.id}`,
    subject: "Is this your address?",
    paragraphs: [
      "Somebody has submitted a business to Rowhouse, the city guide to Washington, DC, and gave this address to hear what becomes of it.",
      "If it was you, confirm it. If it wasn’t, do nothing: we don’t write again.",
    ],
    link: { label: "Confirm your address", path: mailQuestionPath(row.mailKey) },
    now,
  });
}

export async function mailReceived(db: Database, row: SubmissionRow, now: Date): Promise<void> {
  await mail(db, row, {
    key: `submission-received:${row.id}`,
    subject: `We have received ${row.name}`,
    paragraphs: [`Thank you for submitting ${row.name}. An editor reads it and decides; you then hear from us again.`],
    link: { label: "See where it stands", path: submissionPath(row.key) },
    now,
  });
}

/** Tells what an editor decided; only where the address is confirmed. */
export async function mailDecided(
  db: Database,
  row: SubmissionRow,
  { fate, reason, now }: { fate: SubmissionFate; reason: string; now: Date },
): Promise<void> {
  if (row.mailConfirmedAt === null) return;
  const words = reason === "" ? [] : [`The editor writes: ${reason}`];
  await mail(db, row, {
    // Undone, it is decided once more.
    key: `submission-decided:${row.id}:${now.getTime()}`,
    subject: `${row.name}: ${DECIDED_SUBJECTS[fate]}`,
    paragraphs: [DECIDED_WORDS[fate](row.name), ...words],
    link: { label: "See what became of it", path: submissionPath(row.key) },
    now,
  });
}

/** Tells that what was mailed before is looked at again. */
export async function mailUndone(db: Database, row: SubmissionRow, now: Date): Promise<void> {
  if (row.mailConfirmedAt === null) return;
  await mail(db, row, {
    key: `submission-undone:${row.id}:${now.getTime()}`,
    subject: `${row.name}: it is looked at again`,
    paragraphs: [
      `An editor has taken back what we wrote to you about ${row.name}. It is looked at again, and you hear from us once it is decided anew.`,
    ],
    link: { label: "See where it stands", path: submissionPath(row.key) },
    now,
  });
}

const DECIDED_SUBJECTS: Record<SubmissionFate, string> = {
  published: "it is in the guide",
  refused: "it is not taken over",
  duplicate: "it was in the guide already",
};

const DECIDED_WORDS: Record<SubmissionFate, (name: string) => string> = {
  published: (name) => `${name} has a page in the guide now. If you run it, you can claim it and keep it up to date.`,
  refused: (name) => `An editor has looked at ${name} and did not take it over.`,
  duplicate: (name) => `An editor has found that ${name} has a page already. If you run it, you can claim that one.`,
};

type Letter = {
  key: string;
  subject: string;
  paragraphs: string[];
  link: { label: string; path: string };
  now: Date;
};

async function mail(db: Database, row: SubmissionRow, { key, subject, paragraphs, link, now }: Letter): Promise<void> {
  if (row.mailAddress === null) return;
  const bodies = mailBodies({ name: "", paragraphs, link });
  const to = { name: "", address: row.mailAddress };
  await queueMail(db, { key, userId: row.submitterId, to, subject, ...bodies }, now);
}
