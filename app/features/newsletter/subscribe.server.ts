import { createHash } from "node:crypto";

import { and, eq, gt, isNull } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { newsletterSubscribers } from "#app/db/schema/newsletter.ts";
import { takeTurn } from "#app/db/take-turn.server.ts";
import { mailboxOf } from "#app/features/submissions/send-submission.server.ts";

import { giveKey, hashOf, newKey, type Subscriber } from "./subscriber-key.server.ts";
import { mailAlready, mailQuestion } from "./subscriber-mails.server.ts";

const DAY_MS = 24 * 60 * 60_000;

/** A question in a mail counts for so long. */
export const CONFIRM_DAYS = 3;

/** So many mails about subscribing go to one mailbox within a day, however it is spelt and whoever asks. */
const ASKED_PER_MAILBOX_DAY_MAX = 1;

/** So many mails go out for one network within a day; a whole café may share one. */
export const ASKED_PER_NETWORK_DAY_MAX = 20;

/** And so many to all within a day: a list of strangers' addresses is stopped here, a good day of ours isn't. */
export const ASKED_PER_DAY_MAX = 1_000;

/**
 * Somebody gave an address for the newsletter: a mail asks whether it is theirs. Whether the address was known is told to
 * that mailbox alone, so the answer is the same for every address.
 *
 * @param addressHash Of the network that asks.
 * @returns "full": no more mails today, to anybody. "too-many": none for that network.
 */
export async function askForNewsletter(
  db: Database,
  { address, addressHash, now }: { address: string; addressHash: string; now: Date },
): Promise<"asked" | "full" | "too-many"> {
  return db.transaction(async (tx) => {
    const mailbox = address.toLowerCase();
    const boxHash = createHash("sha256").update(mailboxOf(address)).digest();
    await takeTurn(tx, `newsletter-network:${addressHash}`);
    await takeTurn(tx, `newsletter-box:${boxHash.toString("hex")}`);
    const since = new Date(now.getTime() - DAY_MS);
    const isToday = gt(newsletterSubscribers.askedAt, since);
    // Served by newsletter_subscribers_by_asking and newsletter_subscribers_by_box.
    if ((await tx.$count(newsletterSubscribers, isToday)) >= ASKED_PER_DAY_MAX) return "full";
    // Before anything is said of the mailbox: the answer is the same for all. Served by newsletter_subscribers_by_network.
    const fromThere = and(eq(newsletterSubscribers.addressHash, addressHash), isToday);
    if ((await tx.$count(newsletterSubscribers, fromThere)) >= ASKED_PER_NETWORK_DAY_MAX) return "too-many";
    const asked = await tx.$count(newsletterSubscribers, and(eq(newsletterSubscribers.boxHash, boxHash), isToday));
    if (asked >= ASKED_PER_MAILBOX_DAY_MAX) return "asked";
    const { key, hash } = newKey();
    const confirm = { confirmHash: hash, confirmUntil: new Date(now.getTime() + CONFIRM_DAYS * DAY_MS), askedAt: now };
    const [known] = await tx
      .insert(newsletterSubscribers)
      .values({ address, mailbox, boxHash, addressHash, state: "asked", ...confirm })
      .onConflictDoUpdate({ target: newsletterSubscribers.mailbox, set: { askedAt: now, addressHash } })
      .returning();
    if (known === undefined) throw new Error("The address for the newsletter was not written");
    if (known.state === "active") {
      await mailAlready(tx, { to: known, key: await giveKey(tx, known.id, now), now });
      return "asked";
    }
    await tx.update(newsletterSubscribers).set(confirm).where(eq(newsletterSubscribers.id, known.id));
    await mailQuestion(tx, { to: known, key, now });
    return "asked";
  });
}

/** The address that a mail asked about; null when there is no such question, or none any more. */
export async function findQuestion(db: Database, key: string, now: Date): Promise<Subscriber | null> {
  const [row] = await db
    .select()
    .from(newsletterSubscribers)
    .where(and(eq(newsletterSubscribers.confirmHash, hashOf(key)), gt(newsletterSubscribers.confirmUntil, now)));
  return row ?? null;
}

/**
 * Whoever reads the mailbox says that they want the newsletter. Saying so twice is saying so once.
 *
 * @returns A key to their choices; null when the question counts no more.
 */
export async function confirmSubscriber(
  db: Database,
  { key, now }: { key: string; now: Date },
): Promise<{ key: string } | null> {
  return db.transaction(async (tx) => {
    const asked = await findQuestion(tx, key, now);
    if (asked === null) return null;
    if (asked.state !== "active") await activate(tx, { id: asked.id, userId: await accountOf(tx, asked), now });
    return { key: await giveKey(tx, asked.id, now) };
  });
}

/** The account with the same address, whose provider has checked it, unless another subscription is theirs. */
async function accountOf(db: Database, { mailbox, userId }: Subscriber): Promise<string | null> {
  if (userId !== null) return userId;
  const [account] = await db
    .select({ id: users.id })
    .from(users)
    .leftJoin(newsletterSubscribers, eq(newsletterSubscribers.userId, users.id))
    .where(and(eq(users.email, mailbox), isNull(users.deletedAt), isNull(newsletterSubscribers.id)))
    .limit(1);
  return account?.id ?? null;
}

export async function activate(
  db: Database,
  { id, userId, now }: { id: string; userId: string | null; now: Date },
): Promise<void> {
  await db
    .update(newsletterSubscribers)
    .set({ state: "active", userId, confirmedAt: now, endedAt: null, bounces: 0, bounceWords: null, returnedAt: null })
    .where(eq(newsletterSubscribers.id, id));
}
