import { createHash } from "node:crypto";

import { lte } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { type contactMessages, contactTraces } from "#app/db/schema/inbox.ts";

/** What somebody has sent counts for so long. */
export const COUNTED_MS = 24 * 60 * 60_000;

type Message = typeof contactMessages.$inferSelect;

/** Keeps of a message that is about to be deleted what the limits of its day count by, and nothing that stands in it. */
export async function leaveTrace(db: Database, { message, now }: { message: Message; now: Date }): Promise<void> {
  const { userId, addressHash, mailboxHash, digest, mailId, sentAt } = message;
  if (addressHash === null || mailboxHash === null || digest === null) return;
  if (now.getTime() - sentAt.getTime() >= COUNTED_MS) return;
  await db
    .insert(contactTraces)
    .values({
      digest,
      senderHash: senderHash({ userId, addressHash }),
      mailboxHash,
      wasConfirmed: mailId !== null,
      sentAt,
    })
    // The same was sent and deleted on a day before, too.
    .onConflictDoUpdate({ target: contactTraces.digest, set: { sentAt, wasConfirmed: mailId !== null } });
}

/** Forgets what no limit counts any more. Served by contact_traces_by_day. */
export async function forgetTraces(db: Database, now: Date): Promise<void> {
  await db.delete(contactTraces).where(lte(contactTraces.sentAt, new Date(now.getTime() - COUNTED_MS)));
}

/** A member, or a guest's network. */
export function senderHash({ userId, addressHash }: { userId: string | null; addressHash: string }): string {
  return hash(`contact-sender:${userId ?? addressHash}`);
}

export function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
