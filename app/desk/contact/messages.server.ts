import { randomUUID } from "node:crypto";

import { and, asc, count, desc, eq, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { contactMessages, contactReplies, type MessageState } from "#app/db/schema/contact.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import type { Json } from "#app/core/audit/audit-json.ts";
import { MAIL_DOMAIN_PLACEHOLDER } from "#app/core/mail/mail-bodies.ts";
import { queueMail } from "#app/core/mail/outbox.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { excerpt } from "#app/lib/excerpt.ts";
import { formatLongDay } from "#app/lib/format-time.ts";

import { MESSAGE_RETENTION_DAYS, SPAM_RETENTION_DAYS, SENDER_HASH_RETENTION_DAYS } from "./message-retention.ts";
import { deleteExpiredTraces, recordMessageTrace } from "./message-traces.server.ts";
import { CONFIRMATION_SUBJECT } from "./send-contact.server.ts";

export const MESSAGES_PER_PAGE = 25;
/** Bounds the OFFSET. Older messages can be found by search. */
export const MESSAGES_PAGE_MAX = 200;

const EXCERPT_CHARACTERS = 160;

export type MessageFilter = {
  state: MessageState | "all";
  /** Text to find in the name, email address or body; empty for all. */
  searchText: string;
  /** The editor whose messages to list; null for all. */
  assignedTo: string | null;
};

/** One page of messages, newest first. Served by contact_messages_by_state and contact_messages_words. */
export async function listMessages(db: Database, { page, ...filter }: MessageFilter & { page: number }) {
  const where = filterCondition(filter);
  const total = await db.$count(contactMessages, where);
  const rows = await db
    .select({ message: contactMessages, assignedName: users.name })
    .from(contactMessages)
    .leftJoin(users, eq(users.id, contactMessages.assignedTo))
    .where(where)
    .orderBy(desc(contactMessages.sentAt), desc(contactMessages.id))
    .limit(MESSAGES_PER_PAGE)
    .offset((page - 1) * MESSAGES_PER_PAGE);
  const items = rows.map(({ message: { id, name, email, topic, state, body, sentAt }, assignedName }) => ({
    id,
    name,
    email,
    topic,
    state,
    sentAt,
    assignedName,
    beginning: excerpt(body.replaceAll("\n", " "), EXCERPT_CHARACTERS),
  }));
  return { items, total, pageCount: Math.max(1, Math.ceil(total / MESSAGES_PER_PAGE)) };
}

function filterCondition({ state, searchText: words, assignedTo }: MessageFilter) {
  const { name, email, body } = contactMessages;
  const pattern = `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return and(
    // Spam appears only under its own filter.
    state === "all" ? ne(contactMessages.state, "spam") : eq(contactMessages.state, state),
    words === "" ? undefined : sql`(${name} || ' ' || ${email} || ' ' || ${body}) ilike ${pattern}`,
    assignedTo === null ? undefined : eq(contactMessages.assignedTo, assignedTo),
  );
}

export async function countMessagesByState(db: Database): Promise<Record<MessageState, number>> {
  const rows = await db
    .select({ state: contactMessages.state, count: count() })
    .from(contactMessages)
    .groupBy(contactMessages.state);
  return { open: 0, answered: 0, closed: 0, spam: 0, ...Object.fromEntries(rows.map((row) => [row.state, row.count])) };
}

const writers = alias(users, "writers");

/** A message with its replies, oldest first; null when it doesn't exist. */
export async function findMessage(db: Database, id: string) {
  const [row] = await db
    .select({ message: contactMessages, assignedName: users.name })
    .from(contactMessages)
    .leftJoin(users, eq(users.id, contactMessages.assignedTo))
    .where(eq(contactMessages.id, id));
  if (row === undefined) return null;
  const replies = await db
    .select({
      id: contactReplies.id,
      body: contactReplies.body,
      sentAt: contactReplies.sentAt,
      mailId: contactReplies.mailId,
      writer: writers.name,
    })
    .from(contactReplies)
    .leftJoin(writers, eq(writers.id, contactReplies.writtenBy))
    .where(eq(contactReplies.messageId, id))
    .orderBy(asc(contactReplies.sentAt), asc(contactReplies.id));
  return { ...row.message, assignedName: row.assignedName, replies };
}

/** Editors to whom a message can be assigned. */
export function listEditors(db: Database): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.role, "admin"), isNull(users.deletedAt), isNull(users.suspendedAt)))
    .orderBy(asc(users.name), asc(users.id));
}

type MessageChange = { id: string; by: string; now: Date };

/** @returns False when the message no longer exists. */
export async function setMessageState(
  db: Database,
  { state, ...change }: MessageChange & { state: MessageState },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const message = await lockMessage(tx, change.id);
    if (message === null) return false;
    await tx.update(contactMessages).set({ state, changedAt: change.now }).where(eq(contactMessages.id, change.id));
    await record(tx, { ...change, did: "state", message, before: { state: message.state }, after: { state } });
    return true;
  });
}

/** A bulk action covers at most one page of messages. */
const BULK_MAX = MESSAGES_PER_PAGE;

type BulkChange = Omit<MessageChange, "id"> & { ids: readonly string[] };

/**
 * Sets the state of several messages. Messages that have the state already or no longer exist are skipped.
 *
 * @returns How many messages were changed.
 */
export async function setMessageStates(
  db: Database,
  { ids, state, ...change }: BulkChange & { state: MessageState },
): Promise<number> {
  return db.transaction(async (tx) => {
    const messages = (await lockMessages(tx, ids)).filter((message) => message.state !== state);
    for (const message of messages) {
      const { id } = message;
      await tx.update(contactMessages).set({ state, changedAt: change.now }).where(eq(contactMessages.id, id));
      await record(tx, { ...change, id, did: "state", message, before: { state: message.state }, after: { state } });
    }
    return messages.length;
  });
}

/**
 * Permanently deletes messages with their replies. The audit log records who did it, without the text. Messages of the last
 * day still count toward their senders' limits.
 *
 * @returns How many messages were deleted.
 */
export async function deleteMessages(db: Database, { ids, ...change }: BulkChange): Promise<number> {
  return db.transaction(async (tx) => {
    const messages = await lockMessages(tx, ids);
    for (const message of messages) {
      const { id, state } = message;
      await recordMessageTrace(tx, { message, now: change.now });
      await tx.delete(contactMessages).where(eq(contactMessages.id, id));
      await record(tx, { ...change, id, did: "delete", message, before: { state }, after: null });
    }
    return messages.length;
  });
}

/** Locks in id order, so that two editors who change the same messages can't deadlock. */
function lockMessages(db: Database, ids: readonly string[]): Promise<MessageRow[]> {
  const uniqueIds = [...new Set(ids)].slice(0, BULK_MAX);
  if (uniqueIds.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(contactMessages)
    .where(inArray(contactMessages.id, uniqueIds))
    .orderBy(asc(contactMessages.id))
    .for("update");
}

/** Assigns a message to an editor, or to no one (null). @returns False for an unknown editor or a deleted message. */
export async function assignMessage(
  db: Database,
  { assignedTo, ...change }: MessageChange & { assignedTo: string | null },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const editors = await listEditors(tx);
    if (assignedTo !== null && !editors.some((editor) => editor.id === assignedTo)) return false;
    const message = await lockMessage(tx, change.id);
    if (message === null) return false;
    await tx
      .update(contactMessages)
      .set({ assignedTo, changedAt: change.now })
      .where(eq(contactMessages.id, change.id));
    const before = { assignedTo: message.assignedTo };
    await record(tx, { ...change, did: "assign", message, before, after: { assignedTo } });
    return true;
  });
}

type MessageRow = typeof contactMessages.$inferSelect;

async function lockMessage(db: Database, id: string): Promise<MessageRow | null> {
  const [message] = await db.select().from(contactMessages).where(eq(contactMessages.id, id)).for("update");
  return message ?? null;
}

type MessageAuditInput = MessageChange & { did: string; message: MessageRow; before: Json | null; after: Json | null };

/** Adds an editor's change of a message to the audit log, without the message's text. */
async function record(db: Database, { id, by, did, message, before, after, now }: MessageAuditInput): Promise<void> {
  await recordChange(db, {
    actor: { kind: "staff", id: by },
    action: `message.${did}`,
    subject: { kind: "message", id },
    before,
    after,
    about: [message.userId],
    now,
  });
}

/**
 * Mails an editor's reply in the message's thread. The same form sent twice is one reply.
 *
 * @param seenCount How many replies the page showed to this editor.
 * @returns "gone": the message no longer exists. "sent-otherwise": the form was already sent with a different text.
 * "answered": another editor has replied since the page was opened.
 */
export async function replyToMessage(
  db: Database,
  { id, by, body, formKey, seenCount, now }: MessageChange & { body: string; formKey: string; seenCount: number },
): Promise<"sent" | "sent-before" | "sent-otherwise" | "answered" | "gone"> {
  return db.transaction(async (tx) => {
    const message = await lockMessage(tx, id);
    if (message === null) return "gone";
    const before = await tx
      .select({ mailId: contactReplies.mailId, formKey: contactReplies.formKey, body: contactReplies.body })
      .from(contactReplies)
      .where(eq(contactReplies.messageId, id))
      .orderBy(asc(contactReplies.sentAt), asc(contactReplies.id));
    // The message is locked, so no reply can be added in between.
    const same = before.find((reply) => reply.formKey === formKey);
    if (same !== undefined) return same.body === body ? "sent-before" : "sent-otherwise";
    if (before.length !== seenCount) return "answered";
    const mailId = randomUUID();
    const [written] = await tx
      .insert(contactReplies)
      .values({ messageId: id, body, writtenBy: by, mailId, formKey, sentAt: now })
      .onConflictDoNothing({ target: contactReplies.formKey })
      .returning({ id: contactReplies.id });
    // The form key belongs to another message's form; no page sends that.
    if (written === undefined) return "sent-otherwise";
    await tx.update(contactMessages).set({ state: "answered", changedAt: now }).where(eq(contactMessages.id, id));
    const thread = [...(message.mailId === null ? [] : [message.mailId]), ...before.map((reply) => reply.mailId)];
    await mailReply(tx, { message, body, mailId, thread, now });
    await record(tx, {
      id,
      by,
      now,
      message,
      did: "reply",
      before: { state: message.state },
      after: { state: "answered", reply: written.id },
    });
    return "sent";
  });
}

type ReplyMail = {
  message: typeof contactMessages.$inferSelect;
  body: string;
  mailId: string;
  /** Ids of the thread's earlier mails, oldest first. */
  thread: readonly string[];
  now: Date;
};

/** Long References headers are cut in the middle: mail programs look for the first reference. */
const REFERENCES_MAX = 10;

async function mailReply(db: Database, { message, body, mailId, thread, now }: ReplyMail): Promise<void> {
  const ids = thread.map((id) => `<${id}@${MAIL_DOMAIN_PLACEHOLDER}>`);
  const references = ids.length <= REFERENCES_MAX ? ids : [...ids.slice(0, 1), ...ids.slice(1 - REFERENCES_MAX)];
  const last = ids.at(-1);
  const threaded = last === undefined ? {} : { "In-Reply-To": last, References: references.join(" ") };
  const quoted = message.body
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
  const text = `${body}\n\nOn ${formatLongDay(message.sentAt)}, ${message.name} wrote:\n\n${quoted}`;
  await queueMail(
    db,
    {
      id: mailId,
      key: `contact-reply:${mailId}`,
      userId: message.userId,
      to: { name: message.name, address: message.email },
      subject: `Re: ${CONFIRMATION_SUBJECT}`,
      text,
      html: null,
      // A person wrote it, so out-of-office replies are fine.
      headers: { "Auto-Submitted": "no", ...threaded },
    },
    now,
  );
}

/** Clears sender hashes of old messages, then deletes old spam and settled messages. */
export async function deleteExpiredMessages(db: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await db
    .update(contactMessages)
    .set({ ipHash: null, emailHash: null, digest: null })
    .where(
      and(lt(contactMessages.sentAt, before(SENDER_HASH_RETENTION_DAYS)), sql`${contactMessages.digest} is not null`),
    );
  await deleteExpiredTraces(db, now);
  const isSettled = or(eq(contactMessages.state, "answered"), eq(contactMessages.state, "closed"));
  const isOldSpam = and(eq(contactMessages.state, "spam"), lt(contactMessages.changedAt, before(SPAM_RETENTION_DAYS)));
  await db.delete(contactMessages).where(isOldSpam);
  await db.delete(contactMessages).where(and(isSettled, lt(contactMessages.changedAt, before(MESSAGE_RETENTION_DAYS))));
}
