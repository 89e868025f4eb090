import { eq, lt } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { submissionDrafts } from "#app/db/schema/submissions.ts";
import { DAY_MS } from "#app/lib/duration.ts";

import type { ListingFormValues } from "./listing-form.ts";

/** Drafts untouched for this long are deleted. */
export const DRAFT_DAYS = 90;

/** All fields together. A usual form has a tenth of it. */
const DRAFT_CHARACTERS_MAX = 40_000;

const Fields = z.record(z.string(), z.string());

type Draft = { fields: ListingFormValues; savedAt: Date };

export async function findDraft(db: Database, userId: string): Promise<Draft | null> {
  const [row] = await db.select().from(submissionDrafts).where(eq(submissionDrafts.userId, userId));
  const fields = Fields.safeParse(row?.fields);
  return row === undefined || !fields.success ? null : { fields: fields.data, savedAt: row.savedAt };
}

/** Saves a member's draft and replaces the one before. */
export async function saveDraft(
  db: Database,
  { userId, fields, now }: { userId: string; fields: ListingFormValues; now: Date },
): Promise<"saved" | "too-long"> {
  if (JSON.stringify(fields).length > DRAFT_CHARACTERS_MAX) return "too-long";
  const row = { fields, savedAt: now };
  await db
    .insert(submissionDrafts)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: submissionDrafts.userId, set: row });
  return "saved";
}

export async function deleteSubmissionDraft(db: Database, userId: string): Promise<void> {
  await db.delete(submissionDrafts).where(eq(submissionDrafts.userId, userId));
}

export async function purgeOldDrafts(db: Database, now: Date): Promise<void> {
  await db.delete(submissionDrafts).where(lt(submissionDrafts.savedAt, new Date(now.getTime() - DRAFT_DAYS * DAY_MS)));
}
