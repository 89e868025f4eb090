import { eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { mails } from "#app/db/schema/mail.ts";
import { notifications } from "#app/db/schema/notifications.ts";

import { Notification } from "./notification.server.ts";
import { notificationMailKey } from "./notification-mails.server.ts";
import { formatNotification } from "./notification-text.ts";
import { notifyUser } from "./notifications.server.ts";

/**
 * Retracts notifications of undone decisions. Unread, unmailed ones are deleted; users who have seen theirs are
 * notified of the undo. Call it in the transaction of the undo.
 *
 * @param given.isMailed Whether another slice mails these decisions.
 */
export async function retractNotifications(
  db: Database,
  { caseIds, isMailed = false, now }: { caseIds: string[]; isMailed?: boolean; now: Date },
): Promise<void> {
  // Served by notifications_by_case.
  const sent = await db.select().from(notifications).where(inArray(notifications.caseId, caseIds));
  for (const { id, userId, kind, about, readAt } of sent) {
    const original = Notification.safeParse({ ...about, kind });
    const wasSeen = isMailed || readAt !== null || (await db.$count(mails, eq(mails.key, notificationMailKey(id)))) > 0;
    if (readAt === null) await db.delete(notifications).where(eq(notifications.id, id));
    if (!wasSeen || !original.success) continue;
    const { title, to } = formatNotification(original.data);
    await notifyUser(db, { userId, notification: { kind: "decision-undone", title, to }, now });
  }
  await db.update(notifications).set({ caseId: null }).where(inArray(notifications.caseId, caseIds));
}
