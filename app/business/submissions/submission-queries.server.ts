import { and, eq, isNull, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places } from "#app/db/schema/places.ts";
import { submissions } from "#app/db/schema/submissions.ts";
import { listSubmittedPhotos } from "#app/guide/photos/place/review/submitted-photos.server.ts";
import { submittedPhotoVersions } from "#app/core/cases/submitted-photo-versions.server.ts";
import type { Point } from "#app/guide/places/place.ts";
import { formatInstant } from "#app/lib/format-time.ts";
import { isInsidePolygons } from "#app/lib/geo.ts";

import { ListingSchema } from "./form/listing.ts";
import { formatListing } from "./form/format-listing.ts";
import { findSimilarPlaces } from "./form/similar-places.server.ts";
import {
  submitterRelationLabel,
  type SubmissionCase,
  type SubmissionFate,
  type SubmissionOutcome,
  type SubmissionSummary,
} from "./submission.ts";
import type { Listing } from "./form/listing-form.ts";

type Row = Awaited<ReturnType<typeof findRows>>[number];

async function findRows(db: Database, where: ReturnType<typeof and>) {
  return db
    .select({
      submission: submissions,
      case: moderationCases,
      place: { slug: places.slug, name: places.name, status: places.status },
      submitter: { name: users.name },
    })
    .from(submissions)
    .innerJoin(moderationCases, eq(moderationCases.submissionId, submissions.id))
    .leftJoin(places, eq(places.id, submissions.placeId))
    .leftJoin(users, eq(users.id, submissions.submitterId))
    .where(where);
}

const KEY = /^[0-9a-f]{32}$/;

/** A submission by its page's key, and whether it is pending; null when there is none. */
export async function findSubmissionByKey(db: Database, key: string): Promise<{ id: string; isOpen: boolean } | null> {
  if (!KEY.test(key)) return null;
  const [row] = await db
    .select({ id: submissions.id, closedAt: moderationCases.closedAt })
    .from(submissions)
    .innerJoin(moderationCases, eq(moderationCases.submissionId, submissions.id))
    .where(eq(submissions.key, key));
  return row === undefined ? null : { id: row.id, isOpen: row.closedAt === null };
}

/** A submission's status by its page's key; null when there is none. */
export async function findSubmissionOutcome(db: Database, key: string): Promise<SubmissionOutcome | null> {
  if (!KEY.test(key)) return null;
  const [row] = await findRows(db, eq(submissions.key, key));
  if (row === undefined) return null;
  const { submission, case: decided, place } = row;
  return {
    key,
    name: submission.name,
    facts: formatListing(ListingSchema.parse(submission.facts)),
    sentLabel: formatInstant(submission.sentAt),
    readLabel: submission.readAt === null ? null : formatInstant(submission.readAt),
    decidedLabel: decided.closedAt === null ? null : formatInstant(decided.closedAt),
    reason: decided.decisionReason || null,
    fate: fateOf(row),
    photos: decided.closedAt === null ? await listSubmittedPhotos(db, submission.id) : [],
    place: place === null || place.status === "removed" ? null : { slug: place.slug, name: place.name },
    mail: mailStateOf(row),
  };
}

function fateOf({ submission, case: { decision } }: Row): SubmissionFate | null {
  if (decision === null) return null;
  if (decision === "approved") return "published";
  return submission.isDuplicate ? "duplicate" : "refused";
}

function mailStateOf({ submission }: Row): SubmissionOutcome["mail"] {
  if (submission.email === null) return "none";
  if (submission.emailConfirmedAt !== null) return "confirmed";
  return submission.emailKey === null ? "not-requested" : "requested";
}

function summaryOf({ submission, submitter }: Row): SubmissionSummary {
  return {
    id: submission.id,
    name: submission.name,
    facts: formatListing(ListingSchema.parse(submission.facts)),
    relation: submitterRelationLabel(submission.relation),
    note: submission.note,
    senderName: submitter === null ? "A guest" : submitter.name || "Anonymous",
    sentLabel: formatInstant(submission.sentAt),
  };
}

/** A pending submission for the editor who decides; null when it is decided or deleted. */
export async function findSubmissionCase(
  db: Database,
  id: string,
): Promise<{ about: SubmissionCase; listing: Listing } | null> {
  const [row] = await findRows(db, and(eq(submissions.id, id), isNull(moderationCases.closedAt)));
  if (row === undefined) return null;
  const listing = ListingSchema.parse(row.submission.facts);
  const { address, ...facts } = listing;
  const location = await neighborhoodsOf(db, listing.position);
  return {
    listing,
    about: {
      ...summaryOf(row),
      caseId: row.case.id,
      position: listing.position,
      photos: await listSubmittedPhotos(db, id),
      seen: await submittedPhotoVersions(db, id),
      similar: await findSimilarPlaces(db, {
        ...facts,
        street: address?.street ?? null,
        quadrant: address?.quadrant ?? null,
      }),
      ...location,
    },
  };
}

/** All neighborhoods by name, and the one that contains a pin. */
async function neighborhoodsOf(db: Database, point: Point | null) {
  const rows = await db
    .select({ slug: neighborhoods.slug, name: neighborhoods.name, shape: neighborhoods.shape })
    .from(neighborhoods)
    .orderBy(sql`lower(${neighborhoods.name})`);
  const area = point === null ? undefined : rows.find(({ shape }) => isInsidePolygons(shape, point));
  return {
    neighborhoods: rows.map(({ slug, name }) => ({ slug, name })),
    neighborhood: area?.slug ?? "",
  };
}

/** Records when an editor first opened the submission. */
export async function markSubmissionRead(db: Database, { id, now }: { id: string; now: Date }): Promise<void> {
  await db
    .update(submissions)
    .set({ readAt: now })
    .where(and(eq(submissions.id, id), isNull(submissions.readAt)));
}

/** The email address to confirm, by the key in the mail. Served by the unique key. */
export async function findMailConfirmation(db: Database, emailKey: string): Promise<{ address: string } | null> {
  if (!KEY.test(emailKey)) return null;
  const [row] = await db
    .select({ address: submissions.email })
    .from(submissions)
    .where(eq(submissions.emailKey, emailKey));
  return row === undefined || row.address === null ? null : { address: row.address };
}

/** @returns The key of the submission's page; null for an unknown or used key. */
export async function confirmMail(
  db: Database,
  { emailKey, now }: { emailKey: string; now: Date },
): Promise<string | null> {
  if (!KEY.test(emailKey)) return null;
  const [row] = await db
    .update(submissions)
    .set({ emailConfirmedAt: now, emailKey: null })
    .where(eq(submissions.emailKey, emailKey))
    .returning({ key: submissions.key });
  return row?.key ?? null;
}
