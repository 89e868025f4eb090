import { and, desc, eq, inArray, isNull, lt } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { notifications } from "#app/db/schema/notifications.ts";

import { Notification } from "./notification.server.ts";
import { mailNotification } from "./notification-mails.server.ts";
import type { NotificationShown } from "./notification-list.ts";
import { notificationWords } from "./notification-words.ts";

/** The privacy page says so too. */
const NOTIFICATION_DAYS_MAX = 90;

/** Beyond it the oldest go: nobody reads further back, and one person's must not grow without end. */
export const NOTIFICATIONS_PER_PERSON_MAX = 200;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Tells one person something, by mail too if they want that. Call it in the transaction of what it tells; their open pages
 * hear of it with the commit.
 *
 * @param given.told Its kind and what it is about, as `notification.server.ts` lists them.
 * @param given.caseId The case whose decision it tells, so that it can be taken back with that.
 */
export async function tellPerson(
  db: Database,
  { userId, told, caseId = null, now }: { userId: string; told: Notification; caseId?: string | null; now: Date },
): Promise<void> {
  const { kind, ...about } = Notification.parse(told);
  const row = { userId, kind, about, caseId, toldAt: now };
  const [written] = await db.insert(notifications).values(row).returning({ id: notifications.id });
  if (written === undefined) throw new Error(`The notification ${kind} was not written`);
  await mailNotification(db, { ...written, userId, told, now });
  // Served by notifications_by_user.
  const tooMany = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.toldAt), notifications.id)
    .offset(NOTIFICATIONS_PER_PERSON_MAX);
  await db.delete(notifications).where(inArray(notifications.id, tooMany));
}

/** One page of what a person was told, the latest first. Served by notifications_by_user. */
export async function listNotifications(
  db: Database,
  { userId, page, count }: { userId: string; page: number; count: number },
): Promise<{ items: NotificationShown[]; total: number; page: number; pageCount: number }> {
  const isTheirs = eq(notifications.userId, userId);
  const total = await db.$count(notifications, isTheirs);
  const rows = await db
    .select()
    .from(notifications)
    .where(isTheirs)
    .orderBy(desc(notifications.toldAt), notifications.id)
    .limit(count)
    .offset((page - 1) * count);
  const items = rows.flatMap(({ id, kind, about, toldAt, readAt }) => {
    const told = Notification.safeParse({ ...about, kind });
    // A newer version of the site has told it, before somebody went back to this one.
    if (!told.success) return [];
    const shown = { id, toldAt: toldAt.toISOString(), toldLabel: instant.format(toldAt), isRead: readAt !== null };
    return [{ ...shown, ...notificationWords(told.data) }];
  });
  return { items, total, page, pageCount: Math.max(1, Math.ceil(total / count)) };
}

/** Served by notifications_unread. */
export function countUnread(db: Database, userId: string): Promise<number> {
  return db.$count(notifications, isUnreadOf(userId));
}

/** Marks one notification of a person as read, or with null all of them. Nobody marks another's. */
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
export async function forgetOldNotifications(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - NOTIFICATION_DAYS_MAX * DAY_MS);
  await db.delete(notifications).where(lt(notifications.toldAt, before));
}

function isUnreadOf(userId: string) {
  return and(eq(notifications.userId, userId), isNull(notifications.readAt));
}

const instant = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
