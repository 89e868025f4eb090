import { randomUUID } from "node:crypto";

import { and, eq, gt, isNotNull } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { contactMessages, contactTraces } from "#app/db/schema/inbox.ts";
import { takeTurn } from "#app/db/take-turn.server.ts";
import type { Reporter } from "#app/features/corrections/reporter.server.ts";
import { mailBodies } from "#app/features/mail/mail-bodies.ts";
import { queueMail } from "#app/features/mail/outbox.server.ts";
import { mailboxOf } from "#app/features/submissions/send-submission.server.ts";

import type { Contact } from "./contact-form.ts";
import { CONTACT_PATH, topicWords } from "./contact.ts";
import { COUNTED_MS, hash, senderHash } from "./message-traces.server.ts";

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
    // What counts before it adds: one message at a time of a person or network, and of those who name one mailbox.
    const mailboxHash = hash(mailboxOf(contact.address));
    await takeTurn(tx, `contact-sender:${sender.userId ?? sender.addressHash}`);
    await takeTurn(tx, `contact-box:${mailboxHash}`);
    const digest = hash(JSON.stringify([sender.userId ?? sender.addressHash, contact]));
    if ((await tx.$count(contactMessages, eq(contactMessages.digest, digest))) > 0) return "sent";
    const isTrace = and(eq(contactTraces.digest, digest), gt(contactTraces.sentAt, countedSince(now)));
    if ((await tx.$count(contactTraces, isTrace)) > 0) return "sent";
    if (await hasWrittenEnough(tx, { sender, now })) return "too-many";
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

/**
 * What editors have deleted since counts too. Served by contact_messages_by_user, contact_messages_by_network and
 * contact_traces_by_sender.
 */
async function hasWrittenEnough(db: Database, { sender, now }: Pick<Sent, "sender" | "now">): Promise<boolean> {
  const since = countedSince(now);
  const isTheirs =
    sender.userId === null
      ? eq(contactMessages.addressHash, sender.addressHash)
      : eq(contactMessages.userId, sender.userId);
  const isTheirTrace = eq(contactTraces.senderHash, senderHash(sender));
  const there = await db.$count(contactMessages, and(isTheirs, gt(contactMessages.sentAt, since)));
  const deleted = await db.$count(contactTraces, and(isTheirTrace, gt(contactTraces.sentAt, since)));
  return there + deleted >= (sender.userId === null ? GUEST_MESSAGES_PER_DAY_MAX : MEMBER_MESSAGES_PER_DAY_MAX);
}

/**
 * Whoever names a stranger's address can't have us write there again and again. Served by contact_messages_by_mailbox and
 * contact_traces_by_mailbox.
 */
async function mayConfirm(db: Database, { mailboxHash, now }: { mailboxHash: string; now: Date }): Promise<boolean> {
  const since = countedSince(now);
  const wasMailed = and(isNotNull(contactMessages.mailId), gt(contactMessages.sentAt, since));
  const isTrace = and(eq(contactTraces.wasConfirmed, true), gt(contactTraces.sentAt, since));
  const there = await db.$count(contactMessages, and(eq(contactMessages.mailboxHash, mailboxHash), wasMailed));
  const traced = await db.$count(contactTraces, and(eq(contactTraces.mailboxHash, mailboxHash), isTrace));
  if (there + traced >= CONFIRMATIONS_PER_MAILBOX_DAY_MAX) return false;
  const all = (await db.$count(contactMessages, wasMailed)) + (await db.$count(contactTraces, isTrace));
  return all < CONFIRMATIONS_PER_DAY_MAX;
}

function countedSince(now: Date): Date {
  return new Date(now.getTime() - COUNTED_MS);
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
