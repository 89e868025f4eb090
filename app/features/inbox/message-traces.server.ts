import { createHash } from "node:crypto";

import { lte } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { type contactMessages, contactTraces } from "#app/db/schema/inbox.ts";

/** How long a sent message counts toward its sender's limits. */
export const COUNTED_MS = 24 * 60 * 60_000;

type Message = typeof contactMessages.$inferSelect;

/** Keeps hashes of a message that is about to be deleted, so that the daily limits still count it. Stores none of its text. */
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
    // The same message was sent and deleted on an earlier day, too.
    .onConflictDoUpdate({ target: contactTraces.digest, set: { sentAt, wasConfirmed: mailId !== null } });
}

/** Deletes traces that no limit counts any more. Served by contact_traces_by_day. */
export async function forgetTraces(db: Database, now: Date): Promise<void> {
  await db.delete(contactTraces).where(lte(contactTraces.sentAt, new Date(now.getTime() - COUNTED_MS)));
}

/** Identifies a member, or the network of a guest. */
export function senderHash({ userId, addressHash }: { userId: string | null; addressHash: string }): string {
  return hash(`contact-sender:${userId ?? addressHash}`);
}

export function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
