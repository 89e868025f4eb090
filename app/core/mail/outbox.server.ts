import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notExists,
  sql,
} from "drizzle-orm";
import { z } from "zod";

import { readSecret } from "#app/db/read-secret.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { mailBodies, mails } from "#app/db/schema/mail.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/duration.ts";
import type { Logger } from "#app/platform/log.server.ts";
import {
  MAIL_CONNECTIONS_MAX,
  type MailDelivery,
  type Mail,
  messageIdDomain,
  type Mailer,
  type MailSettings,
  toOneLine,
  openMailer,
} from "#app/platform/mail.server.ts";

import { buildBounceAddress } from "./bounce-address.server.ts";
import { MAIL_DOMAIN_PLACEHOLDER, fillSiteUrl } from "./mail-bodies.ts";

/** A mail is given up after this many tries. With the pauses between them that is about a day and a half. */
export const MAIL_TRIES_MAX = 14;

/** The pause doubles with each try, from one minute to six hours. */
const FIRST_PAUSE_MS = 60_000;
const PAUSE_MS_MAX = 6 * HOUR_MS;

/** After this time a process that took a mail has sent it or died. Twice the limit of one try. */
const LEASE_MS = 10 * 60_000;

/** Mails per run; the next run starts within a minute. */
const MAILS_PER_RUN_MAX = 1_000;

export const MAIL_RETENTION_DAYS = 14;

const NAME_CHARACTERS_MAX = 120;
const SUBJECT_CHARACTERS_MAX = 200;
/** Longer than any of our mails. The database has the same limits. */
const TEXT_CHARACTERS_MAX = 20_000;
const HTML_CHARACTERS_MAX = 60_000;
/** The maximum length of a header line with its name. Source: RFC 5322, 2.1.1. */
const HEADER_CHARACTERS_MAX = 900;

const Address = z.email().max(254);

export type QueuedMail = {
  /** Its Message-ID, if something refers to it later; otherwise a new one. */
  id?: string;
  /** Identifies the mail: "receipt:{invoice}". A second mail with the same key isn't queued. */
  key: string;
  userId: string | null;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string | null;
  /** Headers besides the standard ones. A value may contain `SITE_URL_PLACEHOLDER` and `MAIL_DOMAIN_PLACEHOLDER`. */
  headers?: MailHeaders;
};

/** The headers that callers may set; the outbox sets all others. */
export type MailHeaders = Partial<
  Record<
    | "Auto-Submitted"
    | "In-Reply-To"
    | "List-Id"
    | "List-Unsubscribe"
    | "List-Unsubscribe-Post"
    | "Precedence"
    | "References",
    string
  >
>;

export type QueueOutcome = "queued" | "queued-before" | "no-address";

/** Queues a mail. Call it in the transaction of the change it reports, so that both happen or neither. */
export async function queueMail(db: Database, mail: QueuedMail, now: Date): Promise<QueueOutcome> {
  if (!Address.safeParse(mail.to.address).success) return "no-address";
  const written = await db
    .insert(mails)
    .values({
      ...(mail.id === undefined ? {} : { id: mail.id }),
      ...(mail.headers === undefined ? {} : { headers: mail.headers }),
      key: mail.key,
      userId: mail.userId,
      toName: toOneLine(mail.to.name, NAME_CHARACTERS_MAX),
      toAddress: mail.to.address,
      subject: toOneLine(mail.subject, SUBJECT_CHARACTERS_MAX),
      bodyText: mail.text.slice(0, TEXT_CHARACTERS_MAX),
      bodyHtml: mail.html === null || mail.html.length > HTML_CHARACTERS_MAX ? null : mail.html,
      queuedAt: now,
      tryAt: now,
    })
    .onConflictDoNothing({ target: mails.key })
    .returning({ id: mails.id });
  return written.length === 0 ? "queued-before" : "queued";
}

export type BulkMailReceiver = {
  id: string;
  key: string;
  userId: string | null;
  address: string;
  /** The receiver's values for the body and headers: `%NAME%` is replaced by the value. */
  placeholderValues: Record<string, string>;
};

/** Queues one body for many receivers. Mails to single receivers are sent first. The keys must be new. */
export async function queueBulkMail(
  db: Database,
  bulkMail: { subject: string; text: string; html: string; headers: MailHeaders; mails: readonly BulkMailReceiver[] },
  now: Date,
): Promise<void> {
  const { subject, text, html, headers } = bulkMail;
  const written = await db.insert(mailBodies).values({ bodyText: text, bodyHtml: html }).returning();
  const bodyId = written[0]?.id ?? null;
  const rows = bulkMail.mails.map(({ id, key, userId, address, placeholderValues }) => ({
    id,
    key,
    userId,
    placeholderValues,
    headers,
    bodyId,
    toName: "",
    toAddress: address,
    subject: toOneLine(subject, SUBJECT_CHARACTERS_MAX),
    bodyText: "",
    bodyHtml: null,
    isBulk: true,
    queuedAt: now,
    tryAt: now,
  }));
  if (rows.length > 0) await db.insert(mails).values(rows);
}

/**
 * Deletes mails that the mail server certainly doesn't have. Mails being sent or possibly sent stay.
 *
 * @returns The ids of the deleted mails.
 */
export async function withdrawMails(db: Database, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const isOpen = and(eq(mails.isUnaccepted, true), isNull(mails.gaveUpAt), isNull(mails.sentAt));
  const withdrawn = await db
    .delete(mails)
    .where(and(inArray(mails.id, [...ids]), isOpen))
    .returning({ id: mails.id });
  return withdrawn.map(({ id }) => id);
}

/** Deletes rejected mails, so that they can be queued again after a rejection by mistake. */
export async function deleteRejectedMails(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db
      .delete(mails)
      .where(and(inArray(mails.id, [...ids]), eq(mails.isUnaccepted, true), isNotNull(mails.gaveUpAt)));
}

type SendInput = {
  settings: MailSettings;
  siteUrl: string;
  now: () => Date;
  log: Logger;
  mailer?: Mailer;
  /** Aborted when the process should stop: no more mails are taken, and the current ones are recorded. */
  signal?: AbortSignal | undefined;
  /** The time after which no more mails are taken. */
  endsAt?: number;
};

/** Plus one mail's own limit, this stays below the limit of a job. */
const RUN_MS_MAX = 9 * 60_000;

/**
 * Sends due mails: the first alone, then several at a time once the server accepted it. Safe to run in several
 * instances, because each mail is taken by one.
 *
 * @returns The number of accepted mails.
 */
export async function sendDueMails(db: Database, sending: SendInput): Promise<number> {
  const mailer = sending.mailer ?? openMailer(sending.settings);
  const stopsAt = sending.endsAt ?? sending.now().getTime() + RUN_MS_MAX;
  const secret = sending.settings.bounces === null ? null : await readSecret(db, "bounces");
  const sendRun: SendRun = {
    left: MAILS_PER_RUN_MAX,
    endsAt: stopsAt,
    sent: 0,
    isOver: false,
    bulkBodies: new Map(),
    secret,
  };
  try {
    await sendNextMail(db, { ...sending, mailer }, sendRun);
    // Nothing was due, or the mail server is unavailable.
    if (sendRun.sent === 0 && sendRun.isOver) return 0;
    const worker = async () => {
      while (!sendRun.isOver) await sendNextMail(db, { ...sending, mailer }, sendRun);
    };
    await Promise.all(Array.from({ length: MAIL_CONNECTIONS_MAX }, worker));
    return sendRun.sent;
  } finally {
    mailer.close();
  }
}

type BulkBody = Pick<MailRow, "bodyText" | "bodyHtml">;
type SendRun = {
  left: number;
  endsAt: number;
  sent: number;
  isOver: boolean;
  /** Bulk bodies, read once per run instead of once per mail. */
  bulkBodies: Map<string, BulkBody>;
  /** The secret for return addresses; null if MAIL_BOUNCES isn't set. */
  secret: string | null;
};

async function sendNextMail(db: Database, sending: SendInput & { mailer: Mailer }, sendRun: SendRun): Promise<void> {
  const { now, log, mailer, signal } = sending;
  sendRun.left -= 1;
  const isDone = sendRun.left < 0 || signal?.aborted === true || now().getTime() >= sendRun.endsAt;
  const row = isDone ? null : await takeDue(db, now(), sendRun.bulkBodies);
  if (row === null) {
    sendRun.isOver = true;
    return;
  }
  const delivery = await mailer.send(toMail(row, { ...sending, secret: sendRun.secret }));
  await recordDelivery(db, { id: row.id, tries: row.tries, delivery, now: now(), log });
  if (delivery.outcome === "accepted") sendRun.sent += 1;
  if (delivery.outcome === "unreachable") sendRun.isOver = true;
}

const TextMap = z.record(z.string(), z.string()).nullable();

/** Completes a queued mail with the site's address, domain and return address. */
function toMail(
  row: MailRow,
  { settings, siteUrl, secret }: Pick<SendInput, "settings" | "siteUrl"> & Pick<SendRun, "secret">,
): Mail {
  const { id, toName: name, toAddress: address, subject } = row;
  const { bounces } = settings;
  const { bodyText, bodyHtml, headers } = fillPlaceholders(row);
  return {
    id,
    to: { name, address },
    subject,
    text: fillSiteUrl(bodyText, siteUrl),
    html: bodyHtml === null ? null : fillSiteUrl(bodyHtml, siteUrl),
    headers: Object.fromEntries(
      Object.entries(headers).map(([header, value]) => [
        header,
        toOneLine(
          fillSiteUrl(value, siteUrl).replaceAll(MAIL_DOMAIN_PLACEHOLDER, messageIdDomain(settings)),
          HEADER_CHARACTERS_MAX,
        ),
      ]),
    ),
    // Bounces of single mails go to the `from` address, which people read. Newsletters would flood it.
    envelopeFrom:
      row.isBulk && bounces !== null && secret !== null ? buildBounceAddress({ bounces, mailId: id, secret }) : null,
  };
}

/** Fills in the receiver's values. */
function fillPlaceholders(row: MailRow): Pick<MailRow, "bodyText" | "bodyHtml"> & { headers: Record<string, string> } {
  const placeholderValues = Object.entries(TextMap.parse(row.placeholderValues) ?? {});
  const fill = (text: string) =>
    placeholderValues.reduce((filledText, [name, value]) => filledText.replaceAll(`%${name}%`, () => value), text);
  const headers = Object.entries(TextMap.parse(row.headers) ?? {}).map(([header, value]) => [header, fill(value)]);
  return {
    bodyText: fill(row.bodyText),
    bodyHtml: row.bodyHtml === null ? null : fill(row.bodyHtml),
    headers: Object.fromEntries(headers),
  };
}

/** A mail row, with the bulk body if it has one. */
type MailRow = typeof mails.$inferSelect;

const mailColumns = {
  ...getTableColumns(mails),
  bodyText: sql<string>`coalesce(${mailBodies.bodyText}, ${mails.bodyText})`,
  bodyHtml: sql<string | null>`coalesce(${mailBodies.bodyHtml}, ${mails.bodyHtml})`,
};

/** Takes the longest due mail, single before bulk, and records that before it is sent. Served by mails_due. */
async function takeDue(db: Database, now: Date, bulkBodies: SendRun["bulkBodies"]): Promise<MailRow | null> {
  const due = db
    .select({ id: mails.id })
    .from(mails)
    .where(lte(mails.tryAt, now))
    .orderBy(asc(mails.isBulk), asc(mails.tryAt))
    .limit(1)
    .for("update", { skipLocked: true });
  const [taken] = await db
    .update(mails)
    .set({ tries: sql`${mails.tries} + 1`, tryAt: new Date(now.getTime() + LEASE_MS), isUnaccepted: false })
    .where(eq(mails.id, sql`(${due})`))
    .returning();
  if (taken === undefined || taken.bodyId === null) return taken ?? null;
  const bulkBody = bulkBodies.get(taken.bodyId) ?? (await findBulkBody(db, taken.bodyId));
  bulkBodies.set(taken.bodyId, bulkBody);
  return { ...taken, ...bulkBody };
}

async function findBulkBody(db: Database, id: string): Promise<BulkBody> {
  const { bodyText, bodyHtml } = mailBodies;
  const [bulkBody] = await db.select({ bodyText, bodyHtml }).from(mailBodies).where(eq(mailBodies.id, id));
  if (bulkBody === undefined) throw new Error(`The bulk body ${id} is missing, but a mail still refers to it`);
  return bulkBody;
}

async function recordDelivery(
  db: Database,
  { id, tries, delivery, now, log }: { id: string; tries: number; delivery: MailDelivery; now: Date; log: Logger },
): Promise<void> {
  if (delivery.outcome === "accepted") {
    // Sent counts, even if another process took the mail meanwhile.
    await db
      .update(mails)
      .set({
        sentAt: now,
        tryAt: null,
        gaveUpAt: null,
        problem: null,
        isBounced: false,
        isUnaccepted: false,
        placeholderValues: null,
      })
      .where(eq(mails.id, id));
    return;
  }
  const { outcome, problem } = delivery;
  const isUnaccepted = outcome === "refused" || delivery.isUnaccepted;
  const isFinal = outcome === "refused" || tries >= MAIL_TRIES_MAX;
  const isBounced = delivery.outcome === "refused" && delivery.isReceiver;
  const next = isFinal
    ? { tryAt: null, gaveUpAt: now, isBounced }
    : { tryAt: new Date(now.getTime() + pauseAfter(tries)) };
  await db
    .update(mails)
    .set({ ...next, problem, isUnaccepted })
    .where(and(eq(mails.id, id), eq(mails.tries, tries)));
  const level = isFinal ? "error" : "warn";
  log[level]({ mail: id, tries, problem }, isFinal ? "A mail is given up" : "A mail waits for another try");
}

function pauseAfter(tries: number): number {
  return Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** (tries - 1));
}

/**
 * Without a mail server, due mails are held for good and never sent later. Skipped if any mail was tried: then
 * another instance has a mail server.
 */
export async function holdDueMails(db: Database): Promise<void> {
  const [tried] = await db.select({ id: mails.id }).from(mails).where(gt(mails.tries, 0)).limit(1);
  if (tried === undefined) await db.update(mails).set({ tryAt: null }).where(isNotNull(mails.tryAt));
}

/** Deletes old mails, whatever their status. Served by mails_by_day. */
export async function deleteOldMails(db: Database, now: Date): Promise<void> {
  await db.delete(mails).where(lt(mails.queuedAt, new Date(now.getTime() - MAIL_RETENTION_DAYS * DAY_MS)));
  const mailsWithBody = db.select({ id: mails.id }).from(mails).where(eq(mails.bodyId, mailBodies.id));
  await db.delete(mailBodies).where(notExists(mailsWithBody));
}

const MAILS_SHOWN_MAX = 50;

/** The latest mails for the development mailbox. Served by mails_by_day. */
export async function listLatestMails(db: Database): Promise<MailRow[]> {
  const rows = await db
    .select(mailColumns)
    .from(mails)
    .leftJoin(mailBodies, eq(mailBodies.id, mails.bodyId))
    .orderBy(desc(mails.queuedAt), desc(mails.id))
    .limit(MAILS_SHOWN_MAX);
  return rows.map((row) => ({ ...row, ...fillPlaceholders(row) }));
}

export async function findMail(db: Database, id: string): Promise<MailRow | null> {
  const [row] = await db
    .select(mailColumns)
    .from(mails)
    .leftJoin(mailBodies, eq(mailBodies.id, mails.bodyId))
    .where(eq(mails.id, id));
  return row === undefined ? null : { ...row, ...fillPlaceholders(row) };
}
