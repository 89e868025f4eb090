import { and, asc, eq, isNull } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";

/** The admins who can be assigned a case. */
export function listAssignableEditors(db: Database): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.role, "admin"), isNull(users.deletedAt), isNull(users.suspendedAt)))
    .orderBy(asc(users.name), asc(users.id));
}

/**
 * Assigns an open case to an admin, or to nobody (null).
 *
 * @param given.seen The assignee when the page was rendered.
 * @returns "taken": the assignee has changed since. "closed": decided or gone. "not-admin": the assignee isn't an admin.
 * All but "assigned" change nothing.
 */
export async function assignCase(
  db: Database,
  given: { caseId: string; seen: string | null; assignedTo: string | null; assignedBy: string; now: Date },
): Promise<"assigned" | "taken" | "closed" | "not-admin"> {
  const { caseId, seen, assignedTo, assignedBy, now } = given;
  return db.transaction(async (tx) => {
    const editors = await listAssignableEditors(tx);
    if (assignedTo !== null && !editors.some(({ id }) => id === assignedTo)) return "not-admin";
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
