import { and, eq, isNull } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { mailBodies } from "#app/features/mail/mail-bodies.ts";
import { queueMail } from "#app/features/mail/outbox.server.ts";
import { dollars } from "#app/lib/money.ts";

import { SUBSCRIPTION_PATH } from "./billing-paths.ts";
import type { Payment } from "./billing-provider.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** An older payment has had its receipt: mails are remembered for longer than this, so that none is sent twice. */
const RECEIPT_DAYS_MAX = 3;

/** So long before its end whoever has canceled is reminded of it, once. */
export const ENDING_SOON_DAYS = 3;

type Told = { userId: string; now: Date };

/** Mails a receipt, once for each payment however often it is asked. */
export async function mailReceipt(
  db: Database,
  { userId, plan, payment, now }: Told & { plan: string; payment: Payment },
): Promise<void> {
  const { id, amountCents, paidAt, status } = payment;
  if (status !== "paid" || amountCents <= 0 || now.getTime() - paidAt.getTime() > RECEIPT_DAYS_MAX * DAY_MS) return;
  await mailPerson(db, {
    userId,
    now,
    key: `receipt:${id}`,
    subject: `Your receipt: ${dollars(amountCents)} for ${plan}`,
    paragraphs: [
      `Thank you. We have received ${dollars(amountCents)} for ${plan} on ${day.format(paidAt)}.`,
      `The payment’s number is ${id}. You can cancel at any time, and have your money back for 30 days.`,
    ],
    label: "See or change your plan",
  });
}

/** Mails that a payment failed, once for each time it does. */
export async function mailPaymentFailed(
  db: Database,
  {
    userId,
    plan,
    subscriptionId,
    graceEndsAt,
    now,
  }: Told & { plan: string; subscriptionId: string; graceEndsAt: Date },
): Promise<void> {
  await mailPerson(db, {
    userId,
    now,
    key: `payment-failed:${subscriptionId}:${graceEndsAt.toISOString()}`,
    subject: `Your payment for ${plan} failed`,
    paragraphs: [
      `The payment for your ${plan} membership did not go through.`,
      graceEndsAt > now
        ? `Your membership goes on until ${day.format(graceEndsAt)}. Give another card before then to keep it.`
        : "Your membership has ended with it. Give another card to have it again.",
    ],
    label: "Give another card",
  });
}

/** Mails that a canceled membership ends within days, once; nothing while its end is farther off, or past. */
export async function mailEndingSoon(
  db: Database,
  { userId, plan, subscriptionId, endsAt, now }: Told & { plan: string; subscriptionId: string; endsAt: Date },
): Promise<void> {
  const left = endsAt.getTime() - now.getTime();
  if (left <= 0 || left > ENDING_SOON_DAYS * DAY_MS) return;
  await mailPerson(db, {
    userId,
    now,
    key: `ending-soon:${subscriptionId}:${endsAt.toISOString()}`,
    subject: `Your ${plan} membership ends on ${day.format(endsAt)}`,
    paragraphs: [
      `You have canceled ${plan}, and it ends on ${day.format(endsAt)}. No more payments will be taken.`,
      "What you saved and wrote stays yours. If you would like to go on, you can resume until then.",
    ],
    label: "See or change your plan",
  });
}

type Letter = Told & { key: string; subject: string; paragraphs: string[]; label: string };

/** Nobody without an address, and nobody who has left, is mailed. */
async function mailPerson(db: Database, { userId, now, key, subject, paragraphs, label }: Letter): Promise<void> {
  const [person] = await db
    .select({ name: users.name, address: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  if (person === undefined || person.address === null) return;
  const { name, address } = person;
  const bodies = mailBodies({ name, paragraphs, link: { label, path: SUBSCRIPTION_PATH } });
  await queueMail(db, { key, userId, to: { name, address }, subject, ...bodies }, now);
}

const day = new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", dateStyle: "long" });
