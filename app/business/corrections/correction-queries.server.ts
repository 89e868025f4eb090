import { and, asc, desc, eq, inArray, isNotNull, ne, or } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Database } from "#app/db/database.server.ts";
import { correctionChanges, corrections } from "#app/db/schema/corrections.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { places } from "#app/db/schema/places.ts";
import { AGREED_REASON } from "#app/core/cases/decision-reasons.ts";
import { closureLine } from "#app/guide/places/facts/closure.ts";
import { formatInstant } from "#app/lib/format-time.ts";

import { closureReportLabel } from "./correction-labels.ts";
import type { CorrectionOutcome } from "./correction.ts";
import type { CorrectablePlace } from "./suggest/edit-form.ts";
import { FIELD_LABELS, formatFact } from "./facts/format-fact.ts";

/** Types of places that the form suggests. */
const TYPES_OFFERED_MAX = 100;

type SuggestedPlace = CorrectablePlace &
  Pick<
    typeof places.$inferSelect,
    "id" | "slug" | "status" | "closure" | "categorySlug" | "hoursText" | "description" | "updatedAt"
  >;

/**
 * A place that can be corrected, even if closed; null if there is none. For editors also duplicates, so that they can
 * undo the mark.
 */
export async function findCorrectablePlace(
  db: Database,
  { slug, isEditor }: { slug: string; isEditor: boolean },
): Promise<SuggestedPlace | null> {
  const isCorrectable = or(ne(places.status, "removed"), isEditor ? isNotNull(places.successorId) : undefined);
  const [place] = await db
    .select()
    .from(places)
    .where(and(eq(places.slug, slug), isCorrectable));
  return place ?? null;
}

/** Duplicates that redirect to a place. Served by places_by_successor. */
export async function listDuplicates(db: Database, placeId: number): Promise<{ slug: string; name: string }[]> {
  return db
    .select({ slug: places.slug, name: places.name })
    .from(places)
    .where(and(eq(places.successorId, placeId), eq(places.status, "removed")))
    .orderBy(asc(places.id))
    .limit(DUPLICATES_SHOWN_MAX);
}

/** More duplicates of one place than ever occur. */
const DUPLICATES_SHOWN_MAX = 20;

/** The types of places in a category. Served by places_by_category. */
export async function listTypesOfCategory(db: Database, category: SuggestedPlace["categorySlug"]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ type: places.type })
    .from(places)
    .where(and(eq(places.categorySlug, category), eq(places.status, "published")))
    .orderBy(asc(places.type))
    .limit(TYPES_OFFERED_MAX);
  return rows.map(({ type }) => type);
}

/** Id of a published place other than `than`; null if there is none. */
export async function findOtherPlace(
  db: Database,
  { slug, than }: { slug: string | null; than: number },
): Promise<number | null> {
  if (slug === null) return null;
  const [other] = await db
    .select({ id: places.id })
    .from(places)
    .where(and(eq(places.slug, slug), eq(places.status, "published"), ne(places.id, than)));
  return other?.id ?? null;
}

/** The outcome of a correction by the key of its page; null if there is none. */
export async function findCorrectionOutcome(db: Database, key: string): Promise<CorrectionOutcome | null> {
  if (!/^[0-9a-f]{32}$/.test(key)) return null;
  const [outcome] = await listOutcomes(db, { where: eq(corrections.key, key), limit: 1, offset: 0 });
  return outcome ?? null;
}

/** A member's corrections, latest first. Served by corrections_by_reporter. */
export async function listOwnCorrections(
  db: Database,
  { reporterId, page, count }: { reporterId: string; page: number; count: number },
): Promise<{ items: CorrectionOutcome[]; pageCount: number }> {
  const isOwn = eq(corrections.reporterId, reporterId);
  const items = await listOutcomes(db, { where: isOwn, limit: count, offset: (page - 1) * count });
  const total = await db.$count(corrections, isOwn);
  return { items, pageCount: Math.max(1, Math.ceil(total / count)) };
}

const otherPlaces = alias(places, "other_places");

type OutcomeQuery = { where: ReturnType<typeof eq>; limit: number; offset: number };

async function listOutcomes(db: Database, { where, limit, offset }: OutcomeQuery): Promise<CorrectionOutcome[]> {
  const rows = await db
    .select({
      correction: corrections,
      case: moderationCases,
      place: { slug: places.slug, name: places.name, closure: places.closure, status: places.status },
      other: { slug: otherPlaces.slug, name: otherPlaces.name },
    })
    .from(corrections)
    .innerJoin(moderationCases, eq(moderationCases.id, corrections.caseId))
    .innerJoin(places, eq(places.id, corrections.placeId))
    .leftJoin(otherPlaces, eq(otherPlaces.id, corrections.otherPlaceId))
    .where(where)
    .orderBy(desc(corrections.sentAt), desc(corrections.id))
    .limit(limit)
    .offset(offset);
  const changes = await changesOf(
    db,
    rows.map(({ correction }) => correction.id),
  );
  return rows.map(({ correction, case: decided, place, other }) => ({
    key: correction.key,
    place: { slug: place.slug, name: place.name, isShown: place.status !== "removed" },
    sentLabel: formatInstant(correction.sentAt),
    report: correction.closure === null ? null : closureReportLabel(correction.closure),
    other,
    changes: changes.get(correction.id) ?? [],
    descriptionNote: correction.descriptionNote,
    note: correction.note,
    decision: decided.decision,
    isAgreed: decided.decisionCode === AGREED_REASON,
    isOwnDecision: decided.decidedBy !== null && decided.decidedBy === correction.reporterId,
    canBeAgreed: canBeAgreed(changes.get(correction.id) ?? [], correction),
    decidedLabel: decided.closedAt === null ? null : formatInstant(decided.closedAt),
    decisionReason: decided.decisionReason || null,
    placeNow: closureLine(place.closure)?.lead ?? null,
  }));
}

/** As `publishAgreedHours` reads it. */
function canBeAgreed(
  changes: CorrectionOutcome["changes"],
  { descriptionNote }: Pick<typeof corrections.$inferSelect, "descriptionNote">,
): boolean {
  const [change, ...others] = changes;
  return change?.field === "hours" && change.wasUnknown && others.length === 0 && descriptionNote === "";
}

async function changesOf(db: Database, correctionIds: string[]): Promise<Map<string, CorrectionOutcome["changes"]>> {
  if (correctionIds.length === 0) return new Map();
  const rows = await db.select().from(correctionChanges).where(inArray(correctionChanges.correctionId, correctionIds));
  const byCorrection = Map.groupBy(rows, ({ correctionId }) => correctionId);
  return new Map(
    [...byCorrection].map(([id, changes]) => [
      id,
      changes.map(({ field, before, after, isApplied }) => ({
        field,
        label: FIELD_LABELS[field],
        before: formatFact(field, before),
        after: formatFact(field, after),
        wasUnknown: before === null,
        isApplied,
      })),
    ]),
  );
}
