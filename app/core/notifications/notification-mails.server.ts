import { and, eq, isNull } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { formatMailBodies, type MailLink } from "#app/core/mail/mail-bodies.ts";
import { queueMail } from "#app/core/mail/outbox.server.ts";

import type { Notification } from "./notification.server.ts";
import { formatNotification } from "./notification-text.ts";

/** Mailed by their own slices with more detail, whatever the user's settings. */
const MAILED_ELSEWHERE: readonly Notification["kind"][] = [
  "payment-failed",
  "claim-granted",
  "claim-rejected",
  "search-alert",
];

/** Mails a notification to users who want that, unless they are suspended or deleted. */
export async function mailNotification(
  db: Database,
  { id, userId, notification, now }: { id: string; userId: string; notification: Notification; now: Date },
): Promise<void> {
  if (MAILED_ELSEWHERE.includes(notification.kind)) return;
  const [user] = await db
    .select({ name: users.name, address: users.email })
    .from(users)
    .where(and(eq(users.id, userId), users.hasEmailNotifications, isNull(users.deletedAt), isNull(users.suspendedAt)));
  if (user === undefined || user.address === null) return;
  const { name, address } = user;
  const { title, text, to: path } = formatNotification(notification);
  const paragraphs = [
    `${title}. ${text}`,
    "You get these emails because of your settings, where you can turn them off.",
  ];
  const link = { label: "See it on Rowhouse", path };
  const bodies = formatMailBodies({ name, paragraphs, link, more: listingLinks(notification) });
  await queueMail(db, { key: notificationMailKey(id), userId, to: { name, address }, subject: title, ...bodies }, now);
}

/** A submitter wants to see the listing next, and an owner to claim it. */
function listingLinks(notification: Notification): MailLink[] {
  if (notification.kind !== "submission-decided" || notification.slug == null) return [];
  const path = `/places/${notification.slug}`;
  return [
    { label: `See ${notification.name}`, path },
    { label: "Is it yours? Claim it", path: `${path}/claim` },
  ];
}

/** The outbox key of a notification's mail. */
export function notificationMailKey(notificationId: string): string {
  return `notification:${notificationId}`;
}
