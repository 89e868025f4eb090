import { eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { mails } from "#app/db/schema/mail.ts";
import { notifications } from "#app/db/schema/notifications.ts";

import { Notification } from "./notification.server.ts";
import { mailKey } from "./notification-mails.server.ts";
import { notificationWords } from "./notification-words.ts";
import { tellPerson } from "./notifications.server.ts";

/**
 * Takes back what was told of decisions that are undone. What somebody has neither read nor been mailed just goes: the next
 * decision is the first that they hear of. Everybody else is told. Call it in the transaction of the undo.
 *
 * @param given.isMailed Whether their own slice mails such decisions to everybody.
 */
export async function takeBackTold(
  db: Database,
  { caseIds, isMailed = false, now }: { caseIds: string[]; isMailed?: boolean; now: Date },
): Promise<void> {
  // Served by notifications_by_case.
  const told = await db.select().from(notifications).where(inArray(notifications.caseId, caseIds));
  for (const { id, userId, kind, about, readAt } of told) {
    const before = Notification.safeParse({ ...about, kind });
    const isKnown = isMailed || readAt !== null || (await db.$count(mails, eq(mails.key, mailKey(id)))) > 0;
    if (readAt === null) await db.delete(notifications).where(eq(notifications.id, id));
    if (!isKnown || !before.success) continue;
    const { title, to } = notificationWords(before.data);
    await tellPerson(db, { userId, told: { kind: "decision-undone", title, to }, now });
  }
  await db.update(notifications).set({ caseId: null }).where(inArray(notifications.caseId, caseIds));
}
