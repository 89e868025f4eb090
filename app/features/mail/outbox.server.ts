import { and, asc, desc, eq, gt, isNotNull, lt, lte, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { mails } from "#app/db/schema/mail.ts";
import type { Logger } from "#app/platform/log.server.ts";
import { type Delivery, type MailSettings, oneLine, sendMail } from "#app/platform/mail.server.ts";

import { withSiteUrl } from "./mail-bodies.ts";

/** A mail is given up after this many tries: with the pauses between them, after about a day and a half. */
export const TRIES_MAX = 14;

/** The pause doubles with each try, from one minute to six hours. */
const FIRST_PAUSE_MS = 60_000;
const PAUSE_MS_MAX = 6 * 60 * 60_000;

/** Whoever has taken a mail has sent it by then, or has died. Several times what one try may take. */
const LEASE_MS = 10 * 60_000;

/** What one run sends at most; the next begins within a minute. */
const MAILS_PER_RUN_MAX = 100;

/** The privacy page says so too. */
export const MAIL_DAYS_KEPT = 14;
const DAY_MS = 24 * 60 * 60_000;

const NAME_CHARACTERS_MAX = 120;
const SUBJECT_CHARACTERS_MAX = 200;
/** Longer than any mail of ours; the same as the database's. */
const TEXT_CHARACTERS_MAX = 20_000;
const HTML_CHARACTERS_MAX = 60_000;

const Address = z.email().max(254);

export type QueuedMail = {
  /** What it is about: "receipt:{invoice}". A second mail of the same key is the first. */
  key: string;
  userId: string | null;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string | null;
};

export type QueueOutcome = "queued" | "queued-before" | "no-address";

/** Puts a mail on its way. Call it in the transaction of what it tells, so that neither is without the other. */
export async function queueMail(db: Database, mail: QueuedMail, now: Date): Promise<QueueOutcome> {
  if (!Address.safeParse(mail.to.address).success) return "no-address";
  const written = await db
    .insert(mails)
    .values({
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

type Sending = { settings: MailSettings; siteUrl: string; now: () => Date; log: Logger; send?: typeof sendMail };

/**
 * Sends what is due, one after another. Several instances may run it at once: each mail is one's at a time.
 *
 * @returns How many the mail server took.
 */
export async function sendDueMails(
  db: Database,
  { settings, siteUrl, now, log, send = sendMail }: Sending,
): Promise<number> {
  let sentCount = 0;
  for (let count = 0; count < MAILS_PER_RUN_MAX; count += 1) {
    const mail = await takeDue(db, now());
    if (mail === null) break;
    const { id, toName: name, toAddress: address, subject, tries } = mail;
    const text = withSiteUrl(mail.bodyText, siteUrl);
    const html = mail.bodyHtml === null ? null : withSiteUrl(mail.bodyHtml, siteUrl);
    const delivery = await send(settings, { id, to: { name, address }, subject, text, html });
    await noteDelivery(db, { id, tries, delivery, now: now(), log });
    if (delivery.outcome === "accepted") sentCount += 1;
    if (delivery.outcome === "unreachable") break;
  }
  return sentCount;
}

/** Takes the mail that is due the longest; taken is written down before it is sent. Served by mails_due. */
async function takeDue(db: Database, now: Date): Promise<typeof mails.$inferSelect | null> {
  const due = db
    .select({ id: mails.id })
    .from(mails)
    .where(lte(mails.tryAt, now))
    .orderBy(asc(mails.tryAt))
    .limit(1)
    .for("update", { skipLocked: true });
  const [taken] = await db
    .update(mails)
    .set({ tries: sql`${mails.tries} + 1`, tryAt: new Date(now.getTime() + LEASE_MS) })
    .where(eq(mails.id, sql`(${due})`))
    .returning();
  return taken ?? null;
}

async function noteDelivery(
  db: Database,
  { id, tries, delivery, now, log }: { id: string; tries: number; delivery: Delivery; now: Date; log: Logger },
): Promise<void> {
  if (delivery.outcome === "accepted") {
    // Whoever else may have taken it meanwhile: it is sent.
    await db.update(mails).set({ sentAt: now, tryAt: null, gaveUpAt: null, trouble: null }).where(eq(mails.id, id));
    return;
  }
  const { outcome, trouble } = delivery;
  const isOver = outcome === "refused" || tries >= TRIES_MAX;
  const next = isOver ? { tryAt: null, gaveUpAt: now } : { tryAt: new Date(now.getTime() + pauseAfter(tries)) };
  await db
    .update(mails)
    .set({ ...next, trouble })
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
}

const MAILBOX_SHOWN = 50;

/** The last mails, whatever became of them, for the development mailbox. Served by mails_by_day. */
export function latestMails(db: Database): Promise<(typeof mails.$inferSelect)[]> {
  return db.select().from(mails).orderBy(desc(mails.queuedAt), desc(mails.id)).limit(MAILBOX_SHOWN);
}

export async function findMail(db: Database, id: string): Promise<typeof mails.$inferSelect | null> {
  const [mail] = await db.select().from(mails).where(eq(mails.id, id));
  return mail ?? null;
}
