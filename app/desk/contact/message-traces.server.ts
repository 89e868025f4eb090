import { createHash } from "node:crypto";

import { lte } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { type contactMessages, deletedMessageHashes } from "#app/db/schema/contact.ts";
import { DAY_MS } from "#app/lib/duration.ts";

/** How long a sent message counts toward its sender's limits. */
export const LIMIT_PERIOD_MS = DAY_MS;

type Message = typeof contactMessages.$inferSelect;

/** Keeps hashes of a message that is about to be deleted, so that the daily limits still count it. Stores none of its text. */
export async function recordMessageTrace(
  db: Database,
  { message, now }: { message: Message; now: Date },
): Promise<void> {
  const { userId, ipHash, emailHash, digest, mailId, sentAt } = message;
  if (ipHash === null || emailHash === null || digest === null) return;
  if (now.getTime() - sentAt.getTime() >= LIMIT_PERIOD_MS) return;
  await db
    .insert(deletedMessageHashes)
    .values({
      digest,
      senderHash: senderHash({ userId, ipHash }),
      emailHash,
      wasConfirmed: mailId !== null,
      sentAt,
    })
    // The same message was sent and deleted on an earlier day, too.
    .onConflictDoUpdate({ target: deletedMessageHashes.digest, set: { sentAt, wasConfirmed: mailId !== null } });
}

/** Deletes traces that no limit counts any more. Served by deleted_message_hashes_by_day. */
export async function deleteExpiredTraces(db: Database, now: Date): Promise<void> {
  await db
    .delete(deletedMessageHashes)
    .where(lte(deletedMessageHashes.sentAt, new Date(now.getTime() - LIMIT_PERIOD_MS)));
}

/** Identifies a member, or the network of a guest. */
export function senderHash({ userId, ipHash }: { userId: string | null; ipHash: string }): string {
  return sha256Hex(`contact-sender:${userId ?? ipHash}`);
}

export function sha256Hex(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
