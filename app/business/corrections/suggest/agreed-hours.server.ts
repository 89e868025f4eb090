import { and, eq, exists, gt, inArray, isNull, ne, not } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { correctionChanges, corrections } from "#app/db/schema/corrections.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { places } from "#app/db/schema/places.ts";
import { AGREED_REASON } from "#app/core/cases/decision-reasons.ts";
import { saveUndoState } from "#app/core/cases/close-cases.server.ts";
import { closePlaceCase } from "#app/core/cases/subject-cases.server.ts";
import { changeFacts } from "#app/guide/places/facts/change-place.server.ts";
import { snapshotFacts } from "#app/guide/places/facts/restore-place.server.ts";
import { OpeningHoursSchema } from "#app/guide/places/hours/opening-hours.ts";
import { formatOpeningHours } from "#app/guide/places/hours/osm-opening-hours.ts";
import { DAY_MS } from "#app/lib/duration.ts";

import { countIndependentSignals, INDEPENDENT_SIGNALS_MIN, SIGNAL_DAYS } from "./independent-signals.ts";
import { notifyReporters } from "../review/notify-reporters.server.ts";

/** The source of what readers agree on; see seeds/catalogue/sources.yaml. */
const REPORTS_SOURCE = "reader-reports";

/**
 * Publishes the hours of a case if the place has none and independent readers reported the same ones: approves their cases
 * without an editor, who can undo it. Reports with other changes wait for an editor. Call it in the transaction of the
 * report, with the place locked.
 */
export async function publishAgreedHours(
  db: Database,
  { placeId, caseId, now }: { placeId: number; caseId: string; now: Date },
): Promise<void> {
  const [place] = await db.select().from(places).where(eq(places.id, placeId));
  if (place === undefined || place.status !== "published" || place.hours !== null || place.hoursText !== null) return;
  const reports = await listHoursReports(db, { placeId, now });
  const own = reports.find((report) => report.caseId === caseId);
  if (own === undefined) return;
  const agreeing = reports.filter(({ text }) => text === own.text);
  if (countIndependentSignals(agreeing) < INDEPENDENT_SIGNALS_MIN) return;

  const was = await snapshotFacts(db, { placeId, fields: ["hours"] });
  for (const report of agreeing) {
    const decision = { decision: "approved", reason: "", code: AGREED_REASON, decidedBy: null, now } as const;
    await closePlaceCase(db, { ...decision, caseId: report.caseId });
    await saveUndoState(db, { caseId: report.caseId, was });
    // The sender of this report sees the outcome right away.
    const exceptId = report.caseId === caseId ? own.userId : null;
    await notifyReporters(db, { ...decision, caseId: report.caseId, closure: null, exceptId });
  }
  const ids = agreeing.map(({ id }) => id);
  await db.update(correctionChanges).set({ isApplied: true }).where(inArray(correctionChanges.correctionId, ids));
  const changes = [{ field: "hours" as const, value: own.hours, sourceId: REPORTS_SOURCE }];
  await changeFacts(db, { placeId, changedBy: null, caseId, changes, now });
}

/** Recent open reports of nothing but hours, with the hours as text to compare. Served by corrections_by_place. */
async function listHoursReports(db: Database, { placeId, now }: { placeId: number; now: Date }) {
  const otherChanges = db
    .select({ field: correctionChanges.field })
    .from(correctionChanges)
    .where(and(eq(correctionChanges.correctionId, corrections.id), ne(correctionChanges.field, "hours")));
  const rows = await db
    .select({
      id: corrections.id,
      caseId: corrections.caseId,
      userId: corrections.reporterId,
      browserHash: corrections.browserHash,
      ipHash: corrections.ipHash,
      after: correctionChanges.after,
    })
    .from(corrections)
    .innerJoin(correctionChanges, eq(correctionChanges.correctionId, corrections.id))
    .innerJoin(moderationCases, eq(moderationCases.id, corrections.caseId))
    .where(
      and(
        eq(corrections.placeId, placeId),
        eq(correctionChanges.field, "hours"),
        eq(corrections.descriptionNote, ""),
        isNull(moderationCases.closedAt),
        gt(corrections.sentAt, new Date(now.getTime() - SIGNAL_DAYS * DAY_MS)),
        not(exists(otherChanges)),
      ),
    );
  return rows.flatMap(({ after, ...report }) => {
    const hours = OpeningHoursSchema.safeParse(after);
    return hours.success ? [{ ...report, hours: hours.data, text: formatOpeningHours(hours.data) }] : [];
  });
}
