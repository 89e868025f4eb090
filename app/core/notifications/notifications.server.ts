import { and, desc, eq, inArray, isNull, lt } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { notifications } from "#app/db/schema/notifications.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { formatInstant } from "#app/lib/format-time.ts";

import { Notification } from "./notification.server.ts";
import { mailNotification } from "./notification-mails.server.ts";
import type { NotificationItem } from "./notification-list.ts";
import { formatNotification } from "./notification-text.ts";

export const NOTIFICATION_RETENTION_DAYS = 90;

/** Above this number the oldest are deleted. Nobody reads further back, and the table must not grow without limit. */
export const NOTIFICATIONS_PER_PERSON_MAX = 200;

/**
 * Notifies a user, also by mail if they want that. Call it in the transaction of the change it reports; open pages
 * refresh after the commit.
 *
 * @param given.notification Its kind and facts, as listed in `notification.server.ts`.
 * @param given.caseId The case of the decision it reports, so that undoing the decision retracts it.
 */
export async function notifyUser(
  db: Database,
  {
    userId,
    notification,
    caseId = null,
    now,
  }: { userId: string; notification: Notification; caseId?: string | null; now: Date },
): Promise<void> {
  const { kind, ...about } = Notification.parse(notification);
  const row = { userId, kind, about, caseId, notifiedAt: now };
  const [written] = await db.insert(notifications).values(row).returning({ id: notifications.id });
  if (written === undefined) throw new Error(`The notification ${kind} was not written`);
  await mailNotification(db, { ...written, userId, notification, now });
  // Served by notifications_by_user.
  const surplusIds = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.notifiedAt), notifications.id)
    .offset(NOTIFICATIONS_PER_PERSON_MAX);
  await db.delete(notifications).where(inArray(notifications.id, surplusIds));
}

/** One page of a user's notifications, latest first. Served by notifications_by_user. */
export async function listNotifications(
  db: Database,
  { userId, page, count }: { userId: string; page: number; count: number },
): Promise<{ items: NotificationItem[]; total: number; page: number; pageCount: number }> {
  const isTheirs = eq(notifications.userId, userId);
  const total = await db.$count(notifications, isTheirs);
  const rows = await db
    .select()
    .from(notifications)
    .where(isTheirs)
    .orderBy(desc(notifications.notifiedAt), notifications.id)
    .limit(count)
    .offset((page - 1) * count);
  const items = rows.flatMap(({ id, kind, about, notifiedAt, readAt }) => {
    const notification = Notification.safeParse({ ...about, kind });
    // Written by a newer version of the site before a rollback.
    if (!notification.success) return [];
    const shown = {
      id,
      notifiedAt: notifiedAt.toISOString(),
      notifiedLabel: formatInstant(notifiedAt),
      isRead: readAt !== null,
    };
    return [{ ...shown, ...formatNotification(notification.data) }];
  });
  return { items, total, page, pageCount: Math.max(1, Math.ceil(total / count)) };
}

/** Served by notifications_unread. */
export function countUnread(db: Database, userId: string): Promise<number> {
  return db.$count(notifications, isUnreadOf(userId));
}

/** Marks one of the user's notifications as read, or all if `id` is null. Never another user's. */
export async function markRead(
  db: Database,
  { userId, id, now }: { userId: string; id: string | null; now: Date },
): Promise<void> {
  await db
    .update(notifications)
    .set({ readAt: now })
    .where(and(isUnreadOf(userId), id === null ? undefined : eq(notifications.id, id)));
}

/** Served by notifications_by_day. */
export async function deleteOldNotifications(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - NOTIFICATION_RETENTION_DAYS * DAY_MS);
  await db.delete(notifications).where(lt(notifications.notifiedAt, before));
}

function isUnreadOf(userId: string) {
  return and(eq(notifications.userId, userId), isNull(notifications.readAt));
}
