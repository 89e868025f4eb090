import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { corrections } from "#app/db/schema/corrections.ts";
import { places } from "#app/db/schema/places.ts";
import type { CaseDecision } from "#app/core/cases/close-cases.server.ts";
import { notifyUser } from "#app/core/notifications/notifications.server.ts";

import type { DecisionFields } from "./decision-form.ts";

type Decided = Pick<CaseDecision, "decision" | "reason" | "now"> &
  Pick<DecisionFields, "closure"> & {
    caseId: string;
    /** The member who knows already. */
    exceptId: string | null;
  };

/** Notifies all reporters of a case who are members. Clears the digests, so that the same can be sent again. */
export async function notifyReporters(
  db: Database,
  { caseId, decision, closure, reason, exceptId, now }: Decided,
): Promise<void> {
  const answered = await db.update(corrections).set({ digest: null }).where(eq(corrections.caseId, caseId)).returning();
  for (const { placeId, reporterId, key, closure: reported } of answered) {
    if (reporterId === null || reporterId === exceptId) continue;
    const [place] = await db
      .select({ slug: places.slug, name: places.name })
      .from(places)
      .where(eq(places.id, placeId));
    if (place === undefined) throw new Error(`The place ${placeId} of a correction is not there`);
    // The editor may choose a different status than the reported one.
    const outcome = decision === "approved" && reported !== null && reported !== closure ? "answered" : decision;
    const notification = { kind: "correction-decided", place, key, outcome, reason } as const;
    await notifyUser(db, { userId: reporterId, notification, caseId, now });
  }
}
