import { createHash, randomUUID } from "node:crypto";

import { and, eq, gt, isNotNull } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { contactMessages } from "#app/db/schema/inbox.ts";
import type { Reporter } from "#app/features/corrections/reporter.server.ts";
import { mailBodies } from "#app/features/mail/mail-bodies.ts";
import { queueMail } from "#app/features/mail/outbox.server.ts";
import { mailboxOf } from "#app/features/submissions/send-submission.server.ts";

import type { Contact } from "./contact-form.ts";
import { CONTACT_PATH, topicWords } from "./contact.ts";

const DAY_MS = 24 * 60 * 60_000;

/** What one person may write within a day, and what a guest's network may; a whole café may share one. */
export const MEMBER_MESSAGES_PER_DAY_MAX = 20;
export const GUEST_MESSAGES_PER_DAY_MAX = 5;

/** So many mails say to one mailbox within a day that something has come, and so many to all. */
export const CONFIRMATIONS_PER_MAILBOX_DAY_MAX = 2;
export const CONFIRMATIONS_PER_DAY_MAX = 500;

type Sent = { contact: Contact; sender: Pick<Reporter, "userId" | "addressHash">; now: Date };

/** Keeps what somebody writes to the editors, and tells their mailbox that it has come. The same sent again is the same. */
export async function sendContact(db: Database, { contact, sender, now }: Sent): Promise<"sent" | "too-many"> {
  return db.transaction(async (tx) => {
    const digest = hash(JSON.stringify([sender.userId ?? sender.addressHash, contact]));
    if ((await tx.$count(contactMessages, eq(contactMessages.digest, digest))) > 0) return "sent";
    if (await hasWrittenEnough(tx, { sender, now })) return "too-many";
    const mailboxHash = hash(mailboxOf(contact.address));
    const mailId = (await mayConfirm(tx, { mailboxHash, now })) ? randomUUID() : null;
    const { userId, addressHash } = sender;
    const [written] = await tx
      .insert(contactMessages)
      .values({ ...contact, userId, addressHash, mailboxHash, digest, mailId, sentAt: now, changedAt: now })
      .onConflictDoNothing({ target: contactMessages.digest })
      .returning({ id: contactMessages.id });
    if (written !== undefined && mailId !== null) await mailReceived(tx, { ...contact, ...sender, mailId, now });
    return "sent";
  });
}

/** Served by contact_messages_by_user and contact_messages_by_network. */
async function hasWrittenEnough(db: Database, { sender, now }: Pick<Sent, "sender" | "now">): Promise<boolean> {
  const isToday = gt(contactMessages.sentAt, new Date(now.getTime() - DAY_MS));
  if (sender.userId !== null) {
    const own = await db.$count(contactMessages, and(eq(contactMessages.userId, sender.userId), isToday));
    return own >= MEMBER_MESSAGES_PER_DAY_MAX;
  }
  const theirs = and(eq(contactMessages.addressHash, sender.addressHash), isToday);
  return (await db.$count(contactMessages, theirs)) >= GUEST_MESSAGES_PER_DAY_MAX;
}

/** Whoever names a stranger's address can't have us write there again and again. Served by contact_messages_by_mailbox. */
async function mayConfirm(db: Database, { mailboxHash, now }: { mailboxHash: string; now: Date }): Promise<boolean> {
  const wasMailed = and(
    isNotNull(contactMessages.mailId),
    gt(contactMessages.sentAt, new Date(now.getTime() - DAY_MS)),
  );
  const there = await db.$count(contactMessages, and(eq(contactMessages.mailboxHash, mailboxHash), wasMailed));
  if (there >= CONFIRMATIONS_PER_MAILBOX_DAY_MAX) return false;
  return (await db.$count(contactMessages, wasMailed)) < CONFIRMATIONS_PER_DAY_MAX;
}

type Received = Contact & { userId: string | null; mailId: string; now: Date };

/** Nothing that somebody typed stands in it: it may be a stranger's mailbox that they gave. */
async function mailReceived(db: Database, { topic, address, userId, mailId, now }: Received): Promise<void> {
  const bodies = mailBodies({
    name: "",
    paragraphs: [
      "We have received what you wrote to the editors of Rowhouse, the city guide to Washington, DC, by the form on the site.",
      `You said it is about: ${topicWords(topic)}. An editor reads it and answers to this address where it wants an answer.`,
      "If you wrote nothing, somebody gave your address by mistake. Do nothing: we use it for this message alone.",
    ],
    link: { label: "The form", path: CONTACT_PATH },
  });
  const mail = { id: mailId, key: `contact:${mailId}`, userId, to: { name: "", address } };
  await queueMail(db, { ...mail, subject: RECEIVED_SUBJECT, ...bodies }, now);
}

/** An editor's answer answers it, so that both stand together in a mailbox. */
export const RECEIVED_SUBJECT = "Your message to Rowhouse";

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
