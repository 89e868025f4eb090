import { and, eq, isNull } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { formatMailBodies } from "#app/core/mail/mail-bodies.ts";
import { queueMail } from "#app/core/mail/outbox.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { formatLongDay } from "#app/lib/format-time.ts";
import { formatDollars } from "#app/lib/money.ts";

import { SUBSCRIPTION_PATH } from "../billing-paths.ts";
import type { Payment } from "../billing-provider.ts";

/**
 * Older payments already had their receipt. Sent mails are remembered for longer than this, so no receipt goes out
 * twice.
 */
const RECEIPT_DAYS_MAX = 3;

/** A member who canceled gets one reminder this many days before the membership ends. */
export const ENDING_SOON_DAYS = 3;

type MailInput = { userId: string; now: Date };

/** Sends a receipt, once per payment. */
export async function mailReceipt(
  db: Database,
  { userId, plan, payment, now }: MailInput & { plan: string; payment: Payment },
): Promise<void> {
  const { id, amountCents, paidAt, status } = payment;
  if (status !== "paid" || amountCents <= 0 || now.getTime() - paidAt.getTime() > RECEIPT_DAYS_MAX * DAY_MS) return;
  await mailPerson(db, {
    userId,
    now,
    key: `receipt:${id}`,
    subject: `Your receipt: ${formatDollars(amountCents)} for ${plan}`,
    paragraphs: [
      `Thank you. We received ${formatDollars(amountCents)} for ${plan} on ${formatLongDay(paidAt)}.`,
      `Payment number: ${id}. You can cancel anytime, and get a full refund within 30 days.`,
    ],
    label: "See or change your plan",
  });
}

/** Sends a notice that a payment failed, once per failure. */
export async function mailPaymentFailed(
  db: Database,
  {
    userId,
    plan,
    subscriptionId,
    graceEndsAt,
    now,
  }: MailInput & { plan: string; subscriptionId: string; graceEndsAt: Date },
): Promise<void> {
  await mailPerson(db, {
    userId,
    now,
    key: `payment-failed:${subscriptionId}:${graceEndsAt.toISOString()}`,
    subject: `Your payment for ${plan} failed`,
    paragraphs: [
      `The payment for your ${plan} membership did not go through.`,
      graceEndsAt > now
        ? `Your membership stays active until ${formatLongDay(graceEndsAt)}. Update your card before then to keep it.`
        : "Your membership has ended. Update your card to restart it.",
    ],
    label: "Update your card",
  });
}

/** Reminds a member once that a canceled membership ends within days. Sends nothing earlier, or after the end. */
export async function mailEndingSoon(
  db: Database,
  { userId, plan, subscriptionId, endsAt, now }: MailInput & { plan: string; subscriptionId: string; endsAt: Date },
): Promise<void> {
  const leftMs = endsAt.getTime() - now.getTime();
  if (leftMs <= 0 || leftMs > ENDING_SOON_DAYS * DAY_MS) return;
  await mailPerson(db, {
    userId,
    now,
    key: `ending-soon:${subscriptionId}:${endsAt.toISOString()}`,
    subject: `Your ${plan} membership ends on ${formatLongDay(endsAt)}`,
    paragraphs: [
      `You canceled ${plan}. It ends on ${formatLongDay(endsAt)}, and you won’t be charged again.`,
      "Everything you saved and wrote stays yours. Changed your mind? You can resume your plan until then.",
    ],
    label: "See or change your plan",
  });
}

type MemberMail = MailInput & { key: string; subject: string; paragraphs: string[]; label: string };

/** Sends nothing to users without an email address or with a deleted account. */
async function mailPerson(db: Database, { userId, now, key, subject, paragraphs, label }: MemberMail): Promise<void> {
  const [user] = await db
    .select({ name: users.name, address: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  if (user === undefined || user.address === null) return;
  const { name, address } = user;
  const bodies = formatMailBodies({ name, paragraphs, link: { label, path: SUBSCRIPTION_PATH } });
  await queueMail(db, { key, userId, to: { name, address }, subject, ...bodies }, now);
}
