import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { mails } from "#app/db/schema/mail.ts";
import { newsletterKeys, newsletterSubscribers } from "#app/db/schema/newsletter.ts";
import { rowsOf } from "#tests/rows-of.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { forgetSubscribers } from "./forget-subscribers.server.ts";
import { readMailAddress } from "./mail-address.ts";
import { buildSubscriber } from "./newsletter-builders.ts";
import { changeOwnNewsletter, ownNewsletter } from "./own-newsletter.server.ts";
import { unsubscribe } from "./preferences.server.ts";
import {
  ASKED_PER_DAY_MAX,
  askForNewsletter,
  CONFIRM_DAYS,
  confirmSubscriber,
  findQuestion,
} from "./subscribe.server.ts";
import { findByKey, giveKey, KEY_DAYS } from "./subscriber-key.server.ts";

const DAY_MS = 24 * 60 * 60_000;
const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

describe("asking for the newsletter", () => {
  test("sends one question, whose key confirms, and looking confirms nothing", async ({ db }) => {
    expect(await askForNewsletter(db, { address: "Mia@Example.com", now: NOW })).toBe("asked");
    const key = await mailedKey(db, "confirm");

    expect((await findQuestion(db, key, NOW))?.state).toBe("asked");
    expect((await stateOf(db, "mia@example.com"))?.state).toBe("asked");
    const confirmed = await confirmSubscriber(db, { key, now: NOW });

    expect((await stateOf(db, "mia@example.com"))?.state).toBe("active");
    expect((await findByKey(db, confirmed?.key ?? "", NOW))?.address).toBe("Mia@Example.com");
    expect(await confirmSubscriber(db, { key, now: NOW })).not.toBeNull();
  });

  test("is the same for an address that gets it already, whose mailbox alone is told", async ({ db }) => {
    await buildSubscriber(db, { address: "known@example.com" });

    expect(await askForNewsletter(db, { address: "known@example.com", now: NOW })).toBe("asked");
    expect(await askForNewsletter(db, { address: "new@example.com", now: NOW })).toBe("asked");

    const sent = await db.select({ to: mails.toAddress, subject: mails.subject }).from(mails).orderBy(mails.toAddress);
    expect(sent).toEqual([
      { to: "known@example.com", subject: "You get the Rowhouse newsletter" },
      { to: "new@example.com", subject: "Do you want the Rowhouse newsletter?" },
    ]);
    expect((await stateOf(db, "known@example.com"))?.state).toBe("active");
  });

  test("mails a mailbox once a day, however it is spelt", async ({ db }) => {
    for (const address of ["mia@example.com", "MIA@example.com", "mia+news@example.com", "m.i.a@example.com"]) {
      expect(await askForNewsletter(db, { address, now: NOW })).toBe("asked");
    }
    expect(await db.$count(mails)).toBe(1);

    await askForNewsletter(db, { address: "mia@example.com", now: later(1) });
    expect(await db.$count(mails)).toBe(2);
  });

  test("ends for a day when it is asked for a whole list of addresses", async ({ db }) => {
    for (let count = 0; count < ASKED_PER_DAY_MAX; count += 1)
      await buildSubscriber(db, { state: "asked", confirmedAt: null, askedAt: NOW });

    expect(await askForNewsletter(db, { address: "one-more@example.com", now: NOW })).toBe("full");
    expect(await askForNewsletter(db, { address: "one-more@example.com", now: later(1) })).toBe("asked");
  });

  test.for([
    "",
    "mia",
    "mia@example.com, eve@example.com",
    "mia@example.com\r\nBcc: eve@example.com",
    "mia@example.com\nRCPT TO:<eve@example.com>",
    "<mia@example.com>",
    `${"a".repeat(250)}@example.com`,
  ])("takes no address that is none: %j", (typed) => {
    expect(readMailAddress(typed)).toBeNull();
  });

  test("keeps of its keys only hashes, and their time ends", async ({ db }) => {
    await askForNewsletter(db, { address: "mia@example.com", now: NOW });
    const question = await mailedKey(db, "confirm");
    const { key } = (await confirmSubscriber(db, { key: question, now: NOW })) ?? { key: "" };

    const rows = await rowsOf(
      db,
      sql`select t::text as row from newsletter_subscribers t union all select k::text from newsletter_keys k`,
    );
    expect(JSON.stringify(rows)).not.toContain(question);
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(await findQuestion(db, question, later(CONFIRM_DAYS))).toBeNull();
    expect(await findByKey(db, key, later(KEY_DAYS))).toBeNull();
    expect(await findByKey(db, `${key}x`, NOW)).toBeNull();
  });
});

describe("unsubscribing", () => {
  test("takes one key and no session, may be said twice, and can be undone by the same key", async ({ db }) => {
    const { id, mailbox } = await buildSubscriber(db);
    const key = await giveKey(db, id, NOW);

    expect(await unsubscribe(db, { key, now: NOW })).not.toBeNull();
    expect(await unsubscribe(db, { key, now: NOW })).not.toBeNull();
    expect(await unsubscribe(db, { key: "another", now: NOW })).toBeNull();

    expect(await stateOf(db, mailbox)).toMatchObject({ state: "unsubscribed", endedAt: NOW });
  });
});

describe("a member", () => {
  test("subscribes at their account's address without a question, chooses and leaves", async ({ db }) => {
    const { id: userId } = await buildUser(db, { email: "mia@example.com" });
    const form = (fields: Record<string, string>) => ({ text: (name: string) => fields[name] ?? "" });
    const change = (fields: Record<string, string>) =>
      changeOwnNewsletter(db, { userId, form: form(fields), now: NOW });
    const own = () => ownNewsletter(db, { userId, email: "mia@example.com", now: NOW });

    expect((await own())?.state).toBe("none");
    expect(await change({ do: "subscribe" })).toBe(true);
    expect(await change({ do: "subscribe" })).toBe(true);
    expect(await change({ do: "keep", "hood-shaw": "yes", "hood-nowhere": "yes", pause: "28" })).toBe(true);
    expect(await own()).toMatchObject({
      state: "active",
      wantsWeekly: false,
      neighborhoods: ["shaw"],
      pausedLabel: "February 10, 2027",
    });
    expect(await change({ do: "keep", pause: "5000" })).toBe(false);
    expect(await change({ do: "end" })).toBe(true);
    expect((await own())?.state).toBe("unsubscribed");
    expect(await db.$count(mails)).toBe(0);
  });

  test("sees what they had asked for without signing in, and it goes with their account", async ({ db }) => {
    await buildSubscriber(db, { address: "mia@example.com" });
    const { id: userId } = await buildUser(db, { email: "mia@example.com" });

    expect((await ownNewsletter(db, { userId, email: "mia@example.com", now: NOW }))?.state).toBe("active");
    await db.delete(users).where(eq(users.id, userId));

    expect(await stateOf(db, "mia@example.com")).toBeUndefined();
  });
});

test("addresses that get nothing are forgotten, each after its time, and nobody else", async ({ db }) => {
  await buildSubscriber(db, { address: "asked@example.com", state: "asked", confirmedAt: null, askedAt: NOW });
  await buildSubscriber(db, { address: "ended@example.com", state: "unsubscribed", endedAt: NOW });
  await buildSubscriber(db, { address: "bounced@example.com", state: "bounced", endedAt: NOW });
  const { id } = await buildSubscriber(db, { address: "active@example.com" });
  await giveKey(db, id, NOW);
  const known = async () =>
    (await db.select().from(newsletterSubscribers)).map(({ mailbox }) => String(mailbox.split("@")[0])).toSorted();

  const left: string[][] = [];
  for (const days of [7, 8, 31, 181]) {
    await forgetSubscribers(db, later(days));
    left.push(await known());
  }

  expect(left).toEqual([
    ["active", "asked", "bounced", "ended"],
    ["active", "bounced", "ended"],
    ["active", "bounced"],
    ["active"],
  ]);
  expect(await db.$count(newsletterKeys)).toBe(1);
  await forgetSubscribers(db, later(KEY_DAYS + 1));
  expect(await db.$count(newsletterKeys)).toBe(0);
});

async function stateOf(db: Database, mailbox: string) {
  const [row] = await db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.mailbox, mailbox));
  return row;
}

async function mailedKey(db: Database, step: string): Promise<string> {
  const [mail] = await db.select({ text: mails.bodyText }).from(mails);
  const [, key] = new RegExp(`/newsletter/${step}/([0-9a-f]{64})`).exec(mail?.text ?? "") ?? [];
  if (key === undefined) throw new Error(`No mail leads to ${step}`);
  return key;
}
