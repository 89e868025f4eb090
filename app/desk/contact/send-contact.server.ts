import { randomUUID } from "node:crypto";

import { and, eq, gt, isNotNull } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { contactMessages, deletedMessageHashes } from "#app/db/schema/contact.ts";
import { lockAdvisory } from "#app/db/advisory-lock.server.ts";
import type { Reporter } from "#app/business/corrections/suggest/reporter.server.ts";
import { formatMailBodies } from "#app/core/mail/mail-bodies.ts";
import { queueMail } from "#app/core/mail/outbox.server.ts";
import { normalizeEmailAddress } from "#app/business/submissions/form/send-submission.server.ts";

import type { Contact } from "./contact-form.ts";
import { CONTACT_PATH, topicLabel } from "./contact.ts";
import { LIMIT_PERIOD_MS, sha256Hex, senderHash } from "./message-traces.server.ts";

/** Messages per day of a member, and of a guest's network, which a whole café may share. */
export const MEMBER_MESSAGES_PER_DAY_MAX = 20;
export const GUEST_MESSAGES_PER_DAY_MAX = 5;

/** Confirmation mails per day to one email address, and in total. */
export const CONFIRMATIONS_PER_ADDRESS_DAY_MAX = 2;
export const CONFIRMATIONS_PER_DAY_MAX = 500;

type ContactInput = { contact: Contact; sender: Pick<Reporter, "userId" | "ipHash">; now: Date };

/** Stores a message to the editors and mails a confirmation. Sending the same message again changes nothing. */
export async function submitContactMessage(
  db: Database,
  { contact, sender, now }: ContactInput,
): Promise<"sent" | "too-many"> {
  return db.transaction(async (tx) => {
    // Counting and inserting must not interleave: one message at a time per sender, and per email address.
    const emailHash = sha256Hex(normalizeEmailAddress(contact.email));
    await lockAdvisory(tx, `contact-sender:${sender.userId ?? sender.ipHash}`);
    await lockAdvisory(tx, `contact-box:${emailHash}`);
    const digest = sha256Hex(JSON.stringify([sender.userId ?? sender.ipHash, contact]));
    if ((await tx.$count(contactMessages, eq(contactMessages.digest, digest))) > 0) return "sent";
    const isSameTrace = and(
      eq(deletedMessageHashes.digest, digest),
      gt(deletedMessageHashes.sentAt, countedSince(now)),
    );
    if ((await tx.$count(deletedMessageHashes, isSameTrace)) > 0) return "sent";
    if (await hasReachedDailyLimit(tx, { sender, now })) return "too-many";
    const mailId = (await mayConfirm(tx, { emailHash, now })) ? randomUUID() : null;
    const { userId, ipHash } = sender;
    const [written] = await tx
      .insert(contactMessages)
      .values({ ...contact, userId, ipHash, emailHash, digest, mailId, sentAt: now, changedAt: now })
      .onConflictDoNothing({ target: contactMessages.digest })
      .returning({ id: contactMessages.id });
    if (written !== undefined && mailId !== null) await queueConfirmation(tx, { ...contact, ...sender, mailId, now });
    return "sent";
  });
}

/**
 * Deleted messages count too, by their traces. Served by contact_messages_by_user, contact_messages_by_ip and
 * deleted_message_hashes_by_sender.
 */
async function hasReachedDailyLimit(
  db: Database,
  { sender, now }: Pick<ContactInput, "sender" | "now">,
): Promise<boolean> {
  const since = countedSince(now);
  const isSenders =
    sender.userId === null ? eq(contactMessages.ipHash, sender.ipHash) : eq(contactMessages.userId, sender.userId);
  const isSendersTrace = eq(deletedMessageHashes.senderHash, senderHash(sender));
  const stored = await db.$count(contactMessages, and(isSenders, gt(contactMessages.sentAt, since)));
  const deleted = await db.$count(deletedMessageHashes, and(isSendersTrace, gt(deletedMessageHashes.sentAt, since)));
  return stored + deleted >= (sender.userId === null ? GUEST_MESSAGES_PER_DAY_MAX : MEMBER_MESSAGES_PER_DAY_MAX);
}

/**
 * Keeps the form from being used to flood a stranger's email address. Served by contact_messages_by_email and
 * deleted_message_hashes_by_email.
 */
async function mayConfirm(db: Database, { emailHash, now }: { emailHash: string; now: Date }): Promise<boolean> {
  const since = countedSince(now);
  const wasMailed = and(isNotNull(contactMessages.mailId), gt(contactMessages.sentAt, since));
  const isTrace = and(eq(deletedMessageHashes.wasConfirmed, true), gt(deletedMessageHashes.sentAt, since));
  const stored = await db.$count(contactMessages, and(eq(contactMessages.emailHash, emailHash), wasMailed));
  const traced = await db.$count(deletedMessageHashes, and(eq(deletedMessageHashes.emailHash, emailHash), isTrace));
  if (stored + traced >= CONFIRMATIONS_PER_ADDRESS_DAY_MAX) return false;
  const all = (await db.$count(contactMessages, wasMailed)) + (await db.$count(deletedMessageHashes, isTrace));
  return all < CONFIRMATIONS_PER_DAY_MAX;
}

function countedSince(now: Date): Date {
  return new Date(now.getTime() - LIMIT_PERIOD_MS);
}

type ConfirmationInput = Contact & { userId: string | null; mailId: string; now: Date };

/** Contains nothing that the sender wrote: the email address may be a stranger's. */
async function queueConfirmation(
  db: Database,
  { topic, email, userId, mailId, now }: ConfirmationInput,
): Promise<void> {
  const bodies = formatMailBodies({
    name: "",
    paragraphs: [
      "We received the message you sent to the editors of Rowhouse, the city guide to Washington, DC.",
      `Topic: ${topicLabel(topic)}. An editor will read it and reply to this address if it needs a reply.`,
      "If you didn't write to us, your address was entered by mistake and you can ignore this email. We won't use it for anything else.",
    ],
    link: { label: "Contact form", path: CONTACT_PATH },
  });
  const mail = { id: mailId, key: `contact:${mailId}`, userId, to: { name: "", address: email } };
  await queueMail(db, { ...mail, subject: CONFIRMATION_SUBJECT, ...bodies }, now);
}

/** Replies use the same subject, so that mail programs show both in one thread. */
export const CONFIRMATION_SUBJECT = "Your message to Rowhouse";
