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

import type { Database } from "#app/db/database.server.ts";
import { mailLetters, mails } from "#app/db/schema/mail.ts";
import type { Logger } from "#app/platform/log.server.ts";
import {
  CONNECTIONS_MAX,
  type Delivery,
  type Mail,
  mailDomain,
  type Mailer,
  type MailSettings,
  oneLine,
  openMailer,
} from "#app/platform/mail.server.ts";

import { bounceAddress, bounceSecret } from "./bounce-address.server.ts";
import { DOMAIN_MARK, withSiteUrl } from "./mail-bodies.ts";

/** A mail is given up after this many tries: with the pauses between them, after about a day and a half. */
export const TRIES_MAX = 14;

/** The pause doubles with each try, from one minute to six hours. */
const FIRST_PAUSE_MS = 60_000;
const PAUSE_MS_MAX = 6 * 60 * 60_000;

/** Whoever has taken a mail has sent it by then, or has died. Twice what one try may take. */
const LEASE_MS = 10 * 60_000;

/** What one run sends at most; the next begins within a minute. */
const MAILS_PER_RUN_MAX = 1_000;

/** The privacy page says so too. */
export const MAIL_DAYS_KEPT = 14;
const DAY_MS = 24 * 60 * 60_000;

const NAME_CHARACTERS_MAX = 120;
const SUBJECT_CHARACTERS_MAX = 200;
/** Longer than any mail of ours; the same as the database's. */
const TEXT_CHARACTERS_MAX = 20_000;
const HTML_CHARACTERS_MAX = 60_000;
/** A line of a mail, with its header's name. Source: RFC 5322, 2.1.1. */
const HEADER_CHARACTERS_MAX = 900;

const Address = z.email().max(254);

export type QueuedMail = {
  /** Its Message-ID, for whoever refers to it later; a new one without. */
  id?: string;
  /** What it is about: "receipt:{invoice}". A second mail of the same key is the first. */
  key: string;
  userId: string | null;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string | null;
  /** Besides those that every mail has. A header's value may hold `SITE_MARK` and `DOMAIN_MARK`. */
  headers?: MailHeaders;
};

/** The headers that somebody may set: all others are the outbox's. */
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

/** Puts a mail on its way. Call it in the transaction of what it tells, so that neither is without the other. */
export async function queueMail(db: Database, mail: QueuedMail, now: Date): Promise<QueueOutcome> {
  if (!Address.safeParse(mail.to.address).success) return "no-address";
  const written = await db
    .insert(mails)
    .values({
      ...(mail.id === undefined ? {} : { id: mail.id }),
      ...(mail.headers === undefined ? {} : { headers: mail.headers }),
      key: mail.key,
      userId: mail.userId,
      toName: oneLine(mail.to.name, NAME_CHARACTERS_MAX),
      toAddress: mail.to.address,
      subject: oneLine(mail.subject, SUBJECT_CHARACTERS_MAX),
      bodyText: mail.text.slice(0, TEXT_CHARACTERS_MAX),
      bodyHtml: mail.html === null || mail.html.length > HTML_CHARACTERS_MAX ? null : mail.html,
      queuedAt: now,
      tryAt: now,
    })
    .onConflictDoNothing({ target: mails.key })
    .returning({ id: mails.id });
  return written.length === 0 ? "queued-before" : "queued";
}

export type LetterMail = {
  id: string;
  key: string;
  userId: string | null;
  address: string;
  /** What stands in the letter and its headers for this receiver: `%NAME%` is replaced by its value. */
  marks: Record<string, string>;
};

/** Puts one text on its way to many. What goes to one goes first. The keys must be new. */
export async function queueLetter(
  db: Database,
  letter: { subject: string; text: string; html: string; headers: MailHeaders; mails: readonly LetterMail[] },
  now: Date,
): Promise<void> {
  const { subject, text, html, headers } = letter;
  const written = await db.insert(mailLetters).values({ bodyText: text, bodyHtml: html }).returning();
  const letterId = written[0]?.id ?? null;
  const rows = letter.mails.map(({ id, key, userId, address, marks }) => ({
    id,
    key,
    userId,
    marks,
    headers,
    letterId,
    toName: "",
    toAddress: address,
    subject: oneLine(subject, SUBJECT_CHARACTERS_MAX),
    bodyText: "",
    bodyHtml: null,
    isBulk: true,
    queuedAt: now,
    tryAt: now,
  }));
  if (rows.length > 0) await db.insert(mails).values(rows);
}

/**
 * Takes mails back that the mail server surely has not got; whatever it may have got, and whatever is being sent, stays.
 *
 * @returns Those that were taken back.
 */
export async function withdrawMails(db: Database, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const isOpen = and(eq(mails.isUntaken, true), isNull(mails.gaveUpAt), isNull(mails.sentAt));
  const withdrawn = await db
    .delete(mails)
    .where(and(inArray(mails.id, [...ids]), isOpen))
    .returning({ id: mails.id });
  return withdrawn.map(({ id }) => id);
}

/** Forgets mails whose receivers were refused, so that they can be queued anew: somebody knows that it was not meant so. */
export async function forgetBounces(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.delete(mails).where(and(inArray(mails.id, [...ids]), eq(mails.isBounced, true)));
}

type Sending = {
  settings: MailSettings;
  siteUrl: string;
  now: () => Date;
  log: Logger;
  mailer?: Mailer;
  /** Aborted once the process is told to stop: no further mail is taken, and those in its hands are noted. */
  signal?: AbortSignal | undefined;
  /** From then on no further mail is taken either. */
  endsAt?: number;
};

/** With the last mail's own limit it is below what a job may take. */
const RUN_MS_MAX = 9 * 60_000;

/**
 * Sends what is due: the first alone, and once the mail server has taken it several at a time. Several instances may run
 * it at once: each mail is one's at a time.
 *
 * @returns How many the mail server took.
 */
export async function sendDueMails(db: Database, sending: Sending): Promise<number> {
  const mailer = sending.mailer ?? openMailer(sending.settings);
  const endsAt = sending.endsAt ?? sending.now().getTime() + RUN_MS_MAX;
  const secret = sending.settings.bounces === null ? null : await bounceSecret(db);
  const run: Run = { left: MAILS_PER_RUN_MAX, endsAt, sent: 0, isOver: false, letters: new Map(), secret };
  try {
    await sendNext(db, { ...sending, mailer }, run);
    // Nothing was due, or the server has no time for anybody.
    if (run.sent === 0 && run.isOver) return 0;
    const worker = async () => {
      while (!run.isOver) await sendNext(db, { ...sending, mailer }, run);
    };
    await Promise.all(Array.from({ length: CONNECTIONS_MAX }, worker));
    return run.sent;
  } finally {
    mailer.close();
  }
}

type Letter = Pick<MailRow, "bodyText" | "bodyHtml">;
type Run = {
  left: number;
  endsAt: number;
  sent: number;
  isOver: boolean;
  /** Read once in a run, and not with each of their mails. */
  letters: Map<string, Letter>;
  /** What signs where mails come back to; null where that is nowhere of its own. */
  secret: string | null;
};

async function sendNext(db: Database, sending: Sending & { mailer: Mailer }, run: Run): Promise<void> {
  const { now, log, mailer, signal } = sending;
  run.left -= 1;
  const isEnough = run.left < 0 || signal?.aborted === true || now().getTime() >= run.endsAt;
  const row = isEnough ? null : await takeDue(db, now(), run.letters);
  if (row === null) {
    run.isOver = true;
    return;
  }
  const delivery = await mailer.send(asSent(row, { ...sending, secret: run.secret }));
  await noteDelivery(db, { id: row.id, tries: row.tries, delivery, now: now(), log });
  if (delivery.outcome === "accepted") run.sent += 1;
  if (delivery.outcome === "unreachable") run.isOver = true;
}

const Texts = z.record(z.string(), z.string()).nullable();

/** A mail with everything that only who sends it knows. */
function asSent(
  row: MailRow,
  { settings, siteUrl, secret }: Pick<Sending, "settings" | "siteUrl"> & Pick<Run, "secret">,
): Mail {
  const { id, toName: name, toAddress: address, subject } = row;
  const { bounces } = settings;
  const { bodyText, bodyHtml, headers } = withMarks(row);
  return {
    id,
    to: { name, address },
    subject,
    text: withSiteUrl(bodyText, siteUrl),
    html: bodyHtml === null ? null : withSiteUrl(bodyHtml, siteUrl),
    headers: Object.fromEntries(
      Object.entries(headers).map(([header, value]) => [
        header,
        oneLine(withSiteUrl(value, siteUrl).replaceAll(DOMAIN_MARK, mailDomain(settings)), HEADER_CHARACTERS_MAX),
      ]),
    ),
    // What one person is sent may come back to whoever reads `from`; of a newsletter nobody could look through it.
    returnTo: row.isBulk && bounces !== null && secret !== null ? bounceAddress({ bounces, mailId: id, secret }) : null,
  };
}

/** What a mail says to its own receiver. */
function withMarks(row: MailRow): Pick<MailRow, "bodyText" | "bodyHtml"> & { headers: Record<string, string> } {
  const marks = Object.entries(Texts.parse(row.marks) ?? {});
  const filled = (text: string) =>
    marks.reduce((known, [name, value]) => known.replaceAll(`%${name}%`, () => value), text);
  const headers = Object.entries(Texts.parse(row.headers) ?? {}).map(([header, value]) => [header, filled(value)]);
  return {
    bodyText: filled(row.bodyText),
    bodyHtml: row.bodyHtml === null ? null : filled(row.bodyHtml),
    headers: Object.fromEntries(headers),
  };
}

/** A mail with the bodies of its letter, where it has one. */
type MailRow = typeof mails.$inferSelect;

const mailColumns = {
  ...getTableColumns(mails),
  bodyText: sql<string>`coalesce(${mailLetters.bodyText}, ${mails.bodyText})`,
  bodyHtml: sql<string | null>`coalesce(${mailLetters.bodyHtml}, ${mails.bodyHtml})`,
};

/** Takes the mail that is due the longest, those to one before those to many; taken is written down before it is sent. Served by mails_due. */
async function takeDue(db: Database, now: Date, letters: Run["letters"]): Promise<MailRow | null> {
  const due = db
    .select({ id: mails.id })
    .from(mails)
    .where(lte(mails.tryAt, now))
    .orderBy(asc(mails.isBulk), asc(mails.tryAt))
    .limit(1)
    .for("update", { skipLocked: true });
  const [taken] = await db
    .update(mails)
    .set({ tries: sql`${mails.tries} + 1`, tryAt: new Date(now.getTime() + LEASE_MS), isUntaken: false })
    .where(eq(mails.id, sql`(${due})`))
    .returning();
  if (taken === undefined || taken.letterId === null) return taken ?? null;
  const letter = letters.get(taken.letterId) ?? (await findLetter(db, taken.letterId));
  letters.set(taken.letterId, letter);
  return { ...taken, ...letter };
}

async function findLetter(db: Database, id: string): Promise<Letter> {
  const { bodyText, bodyHtml } = mailLetters;
  const [letter] = await db.select({ bodyText, bodyHtml }).from(mailLetters).where(eq(mailLetters.id, id));
  if (letter === undefined) throw new Error(`The letter ${id} is gone, and a mail of it is not`);
  return letter;
}

async function noteDelivery(
  db: Database,
  { id, tries, delivery, now, log }: { id: string; tries: number; delivery: Delivery; now: Date; log: Logger },
): Promise<void> {
  if (delivery.outcome === "accepted") {
    // Whoever else may have taken it meanwhile: it is sent.
    await db
      .update(mails)
      .set({ sentAt: now, tryAt: null, gaveUpAt: null, trouble: null, isBounced: false, isUntaken: false, marks: null })
      .where(eq(mails.id, id));
    return;
  }
  const { outcome, trouble } = delivery;
  const isUntaken = outcome === "refused" || delivery.isUntaken;
  const isOver = outcome === "refused" || tries >= TRIES_MAX;
  const isBounced = delivery.outcome === "refused" && delivery.isReceiver;
  const next = isOver
    ? { tryAt: null, gaveUpAt: now, isBounced }
    : { tryAt: new Date(now.getTime() + pauseAfter(tries)) };
  await db
    .update(mails)
    .set({ ...next, trouble, isUntaken })
    .where(and(eq(mails.id, id), eq(mails.tries, tries)));
  const level = isOver ? "error" : "warn";
  log[level]({ mail: id, tries, trouble }, isOver ? "A mail is given up" : "A mail waits for another try");
}

function pauseAfter(tries: number): number {
  return Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** (tries - 1));
}

/**
 * Where no mail server is set up: what waits is there to be looked at, and never sent, also when there is one later. Unless
 * another instance has one: a mail that was tried says so, for as long as mails are kept.
 */
export async function keepDueMails(db: Database): Promise<void> {
  const [tried] = await db.select({ id: mails.id }).from(mails).where(gt(mails.tries, 0)).limit(1);
  if (tried === undefined) await db.update(mails).set({ tryAt: null }).where(isNotNull(mails.tryAt));
}

/** Throws away old mails, whatever became of them. Served by mails_by_day. */
export async function forgetOldMails(db: Database, now: Date): Promise<void> {
  await db.delete(mails).where(lt(mails.queuedAt, new Date(now.getTime() - MAIL_DAYS_KEPT * DAY_MS)));
  const carriers = db.select({ id: mails.id }).from(mails).where(eq(mails.letterId, mailLetters.id));
  await db.delete(mailLetters).where(notExists(carriers));
}

const MAILBOX_SHOWN = 50;

/** The last mails, whatever became of them, for the development mailbox. Served by mails_by_day. */
export async function latestMails(db: Database): Promise<MailRow[]> {
  const rows = await db
    .select(mailColumns)
    .from(mails)
    .leftJoin(mailLetters, eq(mailLetters.id, mails.letterId))
    .orderBy(desc(mails.queuedAt), desc(mails.id))
    .limit(MAILBOX_SHOWN);
  return rows.map((row) => ({ ...row, ...withMarks(row) }));
}

export async function findMail(db: Database, id: string): Promise<MailRow | null> {
  const [row] = await db
    .select(mailColumns)
    .from(mails)
    .leftJoin(mailLetters, eq(mailLetters.id, mails.letterId))
    .where(eq(mails.id, id));
  return row === undefined ? null : { ...row, ...withMarks(row) };
}
