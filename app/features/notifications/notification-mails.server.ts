import { and, eq, isNull } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { mailBodies } from "#app/features/mail/mail-bodies.ts";
import { queueMail } from "#app/features/mail/outbox.server.ts";

import type { Notification } from "./notification.server.ts";
import { notificationWords } from "./notification-words.ts";

/** Their own slices mail these to everybody, whatever they have chosen, with more to say. */
const MAILED_ELSEWHERE: readonly Notification["kind"][] = ["payment-failed", "claim-granted", "claim-rejected"];

/** Mails a notification to whoever wants that; nobody who is suspended or has left. */
export async function mailNotification(
  db: Database,
  { id, userId, told, now }: { id: string; userId: string; told: Notification; now: Date },
): Promise<void> {
  if (MAILED_ELSEWHERE.includes(told.kind)) return;
  const [person] = await db
    .select({ name: users.name, address: users.email })
    .from(users)
    .where(and(eq(users.id, userId), users.wantsMail, isNull(users.deletedAt), isNull(users.suspendedAt)));
  if (person === undefined || person.address === null) return;
  const { name, address } = person;
  const { title, text, to: path } = notificationWords(told);
  const paragraphs = [`${title}. ${text}`, "You asked for such mails in your settings, and can stop them there."];
  const bodies = mailBodies({ name, paragraphs, link: { label: "See it on Rowhouse", path } });
  await queueMail(db, { key: mailKey(id), userId, to: { name, address }, subject: title, ...bodies }, now);
}

/** Under which key a notification is mailed. */
export function mailKey(notificationId: string): string {
  return `notification:${notificationId}`;
}
