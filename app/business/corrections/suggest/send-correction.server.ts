import { createHash } from "node:crypto";

import { and, eq, gt, inArray, isNotNull, lt, or, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { correctionChanges, corrections } from "#app/db/schema/corrections.ts";
import type { PlaceCaseKind } from "#app/db/schema/moderation.ts";
import { places } from "#app/db/schema/places.ts";
import { openPlaceCase } from "#app/core/cases/subject-cases.server.ts";
import { isPresumedOpen, mayHaveClosed } from "#app/guide/places/facts/closure.ts";
import { setClosure } from "#app/guide/places/facts/set-closure.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";

import { publishAgreedHours } from "./agreed-hours.server.ts";
import type { ClosedReport } from "./closed-form.ts";
import type { SuggestedEdit } from "./edit-form.ts";
import { countIndependentSignals, INDEPENDENT_SIGNALS_MIN, SIGNAL_DAYS } from "./independent-signals.ts";
import { type Reporter, REPORTER_RETENTION_DAYS } from "./reporter.server.ts";

/** Per member and day: enough for an afternoon of checking a neighborhood's pages. */
export const MEMBER_CORRECTIONS_PER_DAY_MAX = 30;
/** Per guest's browser or network and day; a whole café may share a network. */
export const GUEST_CORRECTIONS_PER_DAY_MAX = 10;

export type CorrectionInput = {
  placeId: number;
  reporter: Reporter;
  content:
    | { kind: "edit"; edit: SuggestedEdit }
    | { kind: "closed"; report: ClosedReport; otherPlaceId: number | null };
  now: Date;
};

/**
 * Saves a visitor's suggestion or report and opens a case for an editor. Sending the same again returns the same key.
 *
 * @returns The key of the outcome page and the case. "too-many": the daily limit is reached.
 */
export async function sendCorrection(
  db: Database,
  input: CorrectionInput,
): Promise<{ key: string; caseId: string } | "too-many"> {
  const { placeId, now } = input;
  return db.transaction(async (tx) => {
    // The lock serializes a place's forms, so that a form sent twenty times opens one case.
    await tx.select({ id: places.id }).from(places).where(eq(places.id, placeId)).for("no key update");
    const digest = digestOf(input);
    const [existing] = await tx
      .select({ key: corrections.key, caseId: corrections.caseId })
      .from(corrections)
      .where(and(eq(corrections.placeId, placeId), eq(corrections.digest, digest)));
    if (existing !== undefined) return existing;
    if (await isOverDailyLimit(tx, input)) return "too-many";

    const caseId = await openPlaceCase(tx, { placeId, now, ...caseOf(input) });
    const key = await insertCorrection(tx, { ...input, caseId, digest });
    if (input.content.kind === "closed") await markIfReportedClosed(tx, { placeId, caseId, now });
    else await publishAgreedHours(tx, { placeId, caseId, now });
    return { key, caseId };
  });
}

function caseOf({ content }: CorrectionInput): { kind: PlaceCaseKind; reasons: string[] } {
  if (content.kind === "closed") return { kind: "reported-closed", reasons: [content.report.closure] };
  const { changes, descriptionNote } = content.edit;
  const reasons = [...changes.map(({ field }) => field), ...(descriptionNote === "" ? [] : ["description"])];
  return { kind: "suggested-edit", reasons };
}

async function insertCorrection(
  db: Database,
  { placeId, reporter, content, now, caseId, digest }: CorrectionInput & { caseId: string; digest: string },
): Promise<string> {
  const { basis, note } = content.kind === "edit" ? content.edit : content.report;
  const [row] = await db
    .insert(corrections)
    .values({
      caseId,
      placeId,
      kind: content.kind,
      closure: content.kind === "closed" ? content.report.closure : null,
      otherPlaceId: content.kind === "closed" ? content.otherPlaceId : null,
      descriptionNote: content.kind === "edit" ? content.edit.descriptionNote : "",
      basis,
      note,
      reporterId: reporter.userId,
      browserHash: reporter.browserHash,
      ipHash: reporter.ipHash,
      digest,
      sentAt: now,
    })
    .returning({ id: corrections.id, key: corrections.key });
  if (row === undefined) throw new Error(`The correction of place ${placeId} was not written`);
  if (content.kind === "edit" && content.edit.changes.length > 0) {
    const changes = content.edit.changes.map(({ field, before, after }) => ({
      correctionId: row.id,
      field,
      before: storable(before),
      after: storable(after),
    }));
    await db.insert(correctionChanges).values(changes);
  }
  return row.key;
}

/** A JSON null, since a plain null would be an SQL null. */
function storable(value: unknown): unknown {
  return value === null ? sql`'null'::jsonb` : value;
}

/** Identifies the same correction by the same member or, for a guest, the same network. */
function digestOf({ placeId, reporter, content }: CorrectionInput): string {
  const reporterKey = reporter.userId ?? reporter.ipHash;
  return createHash("sha256")
    .update(JSON.stringify([reporterKey, placeId, content]))
    .digest("hex");
}

/** Served by corrections_by_reporter, corrections_by_browser and corrections_by_ip. */
async function isOverDailyLimit(db: Database, { reporter, now }: CorrectionInput): Promise<boolean> {
  const isRecent = gt(corrections.sentAt, new Date(now.getTime() - DAY_MS));
  if (reporter.userId !== null) {
    const own = await db.$count(corrections, and(eq(corrections.reporterId, reporter.userId), isRecent));
    return own >= MEMBER_CORRECTIONS_PER_DAY_MAX;
  }
  const isBySameGuest = or(eq(corrections.browserHash, reporter.browserHash), eq(corrections.ipHash, reporter.ipHash));
  return (await db.$count(corrections, and(isBySameGuest, isRecent))) >= GUEST_CORRECTIONS_PER_DAY_MAX;
}

/** Marks a published place as reported closed after enough independent reports. Served by corrections_by_case. */
async function markIfReportedClosed(
  db: Database,
  { placeId, caseId, now }: { placeId: number; caseId: string; now: Date },
): Promise<void> {
  const [place] = await db
    .select({ closure: places.closure, status: places.status })
    .from(places)
    .where(eq(places.id, placeId));
  if (place === undefined || !isPresumedOpen(place)) return;
  if (place.closure !== null && !mayHaveClosed(place.closure)) return;
  const signals = await db
    .select({ userId: corrections.reporterId, browserHash: corrections.browserHash, ipHash: corrections.ipHash })
    .from(corrections)
    .where(
      and(
        eq(corrections.caseId, caseId),
        inArray(corrections.closure, ["permanent", "temporary", "moved"]),
        gt(corrections.sentAt, new Date(now.getTime() - SIGNAL_DAYS * DAY_MS)),
      ),
    );
  if (countIndependentSignals(signals) < INDEPENDENT_SIGNALS_MIN) return;
  await setClosure(db, { placeId, closure: "reported", successorId: null, changedBy: null, caseId, now });
}

/** Deletes the hashes of old corrections' browsers and networks. */
export async function anonymizeReporters(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - REPORTER_RETENTION_DAYS * DAY_MS);
  await db
    .update(corrections)
    .set({ browserHash: null, ipHash: null, digest: null })
    .where(and(lt(corrections.sentAt, before), isNotNull(corrections.ipHash)));
}
