import { and, asc, eq, isNull } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { recordChange } from "#app/features/audit/audit.server.ts";

/** Whoever can look at a case. */
export function listModerators(db: Database): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.role, "admin"), isNull(users.deletedAt), isNull(users.suspendedAt)))
    .orderBy(asc(users.name), asc(users.id));
}

/**
 * Says who looks at an open case; null for nobody.
 *
 * @param given.seen Who did when the page was made.
 * @returns "taken": somebody else was named meanwhile. "closed": it is decided or gone. "not-admin": nobody who decides.
 * In these nothing was done.
 */
export async function assignCase(
  db: Database,
  given: { caseId: string; seen: string | null; assignedTo: string | null; assignedBy: string; now: Date },
): Promise<"assigned" | "taken" | "closed" | "not-admin"> {
  const { caseId, seen, assignedTo, assignedBy, now } = given;
  return db.transaction(async (tx) => {
    const moderators = await listModerators(tx);
    if (assignedTo !== null && !moderators.some(({ id }) => id === assignedTo)) return "not-admin";
    const [open] = await tx
      .select({ kind: moderationCases.kind, assignedTo: moderationCases.assignedTo })
      .from(moderationCases)
      .where(and(eq(moderationCases.id, caseId), isNull(moderationCases.closedAt)))
      .for("update");
    if (open === undefined) return "closed";
    if (open.assignedTo === assignedTo) return "assigned";
    if (open.assignedTo !== seen) return "taken";
    await tx.update(moderationCases).set({ assignedTo }).where(eq(moderationCases.id, caseId));
    await recordChange(tx, {
      actor: { kind: "staff", id: assignedBy },
      action: "case.assign",
      subject: { kind: "case", id: caseId },
      before: { assignedTo: open.assignedTo },
      after: { assignedTo },
      now,
    });
    return "assigned";
  });
}
