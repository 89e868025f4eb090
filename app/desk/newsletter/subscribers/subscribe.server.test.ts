import { createHash } from "node:crypto";

import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { mails } from "#app/db/schema/mail.ts";
import { newsletterLinkKeys, newsletterSubscribers } from "#app/db/schema/newsletter.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { queryRows } from "#tests/query-rows.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { purgeSubscribers } from "./purge-subscribers.server.ts";
import { parseEmailAddress } from "./email-address.ts";
import { buildSubscriber } from "../newsletter-builders.ts";
import { changeOwnNewsletter, loadOwnNewsletter } from "./own-newsletter.server.ts";
import { unsubscribe } from "./change-preferences.server.ts";
import {
  REQUESTS_PER_DAY_MAX,
  REQUESTS_PER_NETWORK_DAY_MAX,
  requestNewsletter,
  CONFIRM_DAYS,
  confirmSubscriber,
  findByConfirmKey,
} from "./subscribe.server.ts";
import { findSubscriberByKey, createSubscriberKey, KEY_DAYS } from "./subscriber-key.server.ts";

const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

describe("requesting the newsletter", () => {
  test("sends one confirmation link, and opening it doesn't confirm", async ({ db }) => {
    expect(await ask(db, { email: "Mia@Example.com", now: NOW })).toBe("requested");
    const key = await mailedKey(db, "confirm");

    expect((await findByConfirmKey(db, key, NOW))?.state).toBe("pending");
    expect((await stateOf(db, "mia@example.com"))?.state).toBe("pending");
    const confirmed = await confirmSubscriber(db, { key, now: NOW });

    expect((await stateOf(db, "mia@example.com"))?.state).toBe("active");
    expect((await findSubscriberByKey(db, confirmed?.key ?? "", NOW))?.email).toBe("Mia@Example.com");
    expect(await confirmSubscriber(db, { key, now: NOW })).not.toBeNull();
  });

  test("has the same answer for a subscribed address, which gets a different mail", async ({ db }) => {
    await buildSubscriber(db, { email: "known@example.com" });

    expect(await ask(db, { email: "known@example.com", now: NOW })).toBe("requested");
    expect(await ask(db, { email: "new@example.com", now: NOW })).toBe("requested");

    const sent = await db.select({ to: mails.toAddress, subject: mails.subject }).from(mails).orderBy(mails.toAddress);
    expect(sent).toEqual([
      { to: "known@example.com", subject: "You’re already subscribed to Rowhouse" },
      { to: "new@example.com", subject: "Confirm your Rowhouse newsletter" },
    ]);
    expect((await stateOf(db, "known@example.com"))?.state).toBe("active");
  });

  test("mails a mailbox once a day, regardless of the address's spelling", async ({ db }) => {
    for (const email of ["mia@example.com", "MIA@example.com", "mia+news@example.com", "m.i.a@example.com"]) {
      expect(await ask(db, { email, now: NOW })).toBe("requested");
    }
    expect(await db.$count(mails)).toBe(1);

    await ask(db, { email: "mia@example.com", now: later(1) });
    expect(await db.$count(mails)).toBe(2);
  });

  test("stops for the day after too many addresses", async ({ db }) => {
    for (let count = 0; count < REQUESTS_PER_DAY_MAX; count += 1)
      await buildSubscriber(db, { state: "pending", confirmedAt: null, requestedAt: NOW });

    expect(await ask(db, { email: "one-more@example.com", now: NOW })).toBe("full");
    expect(await ask(db, { email: "one-more@example.com", now: later(1) })).toBe("requested");
  });

  test("stops for a network with too many addresses but not for others, and deletes the network's hash", async ({
    db,
  }) => {
    for (let count = 0; count < REQUESTS_PER_NETWORK_DAY_MAX; count += 1) {
      expect(await ask(db, { email: `reader-${count}@example.org`, network: "café", now: NOW })).toBe("requested");
    }

    expect(await ask(db, { email: "one-more@example.com", network: "café", now: NOW })).toBe("too-many");
    expect(await db.$count(mails)).toBe(REQUESTS_PER_NETWORK_DAY_MAX);
    expect(await ask(db, { email: "one-more@example.com", network: "home", now: NOW })).toBe("requested");
    expect(await ask(db, { email: "another@example.com", network: "café", now: later(1) })).toBe("requested");
    await purgeSubscribers(db, later(3));
    const hashes = await db.select({ hash: newsletterSubscribers.ipHash }).from(newsletterSubscribers);
    expect(hashes.filter(({ hash }) => hash !== null)).toHaveLength(0);
  });

  test("locks the mailbox and the network, so that concurrent requests are counted one by one", async ({ db }) => {
    await ask(db, { email: "mia@example.com", now: NOW });

    const locks = await queryRows(
      db,
      sql`select objid from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
    );
    expect(locks).toHaveLength(2);
  });

  test.for([
    "",
    "mia",
    "mia@example.com, eve@example.com",
    "mia@example.com\r\nBcc: eve@example.com",
    "mia@example.com\nRCPT TO:<eve@example.com>",
    "<mia@example.com>",
    `${"a".repeat(250)}@example.com`,
  ])("rejects an invalid address: %j", (typed) => {
    expect(parseEmailAddress(typed)).toBeNull();
  });

  test("stores only hashes of keys, and keys expire", async ({ db }) => {
    await ask(db, { email: "mia@example.com", now: NOW });
    const confirmKey = await mailedKey(db, "confirm");
    const { key } = (await confirmSubscriber(db, { key: confirmKey, now: NOW })) ?? { key: "" };

    const rows = await queryRows(
      db,
      sql`select t::text as row from newsletter_subscribers t union all select k::text from newsletter_link_keys k`,
    );
    expect(JSON.stringify(rows)).not.toContain(confirmKey);
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(await findByConfirmKey(db, confirmKey, later(CONFIRM_DAYS))).toBeNull();
    expect(await findSubscriberByKey(db, key, later(KEY_DAYS))).toBeNull();
    expect(await findSubscriberByKey(db, `${key}x`, NOW)).toBeNull();
  });
});

describe("unsubscribing", () => {
  test("needs only a key and no session, and can be repeated", async ({ db }) => {
    const { id, emailNormalized } = await buildSubscriber(db);
    const key = await createSubscriberKey(db, id, NOW);

    expect(await unsubscribe(db, { key, now: NOW })).not.toBeNull();
    expect(await unsubscribe(db, { key, now: NOW })).not.toBeNull();
    expect(await unsubscribe(db, { key: "another", now: NOW })).toBeNull();

    expect(await stateOf(db, emailNormalized)).toMatchObject({ state: "unsubscribed", endedAt: NOW });
  });
});

describe("a member", () => {
  test("subscribes with their account's address without confirmation, changes choices and unsubscribes", async ({
    db,
  }) => {
    const { id: userId } = await buildUser(db, { email: "mia@example.com" });
    const form = (fields: Record<string, string>) => ({ text: (name: string) => fields[name] ?? "" });
    const change = (fields: Record<string, string>) =>
      changeOwnNewsletter(db, { userId, form: form(fields), now: NOW });
    const own = () => loadOwnNewsletter(db, { userId, email: "mia@example.com", now: NOW });

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

  test("sees a subscription made before signing in, which is deleted with their account", async ({ db }) => {
    await buildSubscriber(db, { email: "mia@example.com" });
    const { id: userId } = await buildUser(db, { email: "mia@example.com" });

    expect((await loadOwnNewsletter(db, { userId, email: "mia@example.com", now: NOW }))?.state).toBe("active");
    await db.delete(users).where(eq(users.id, userId));

    expect(await stateOf(db, "mia@example.com")).toBeUndefined();
  });
});

test("inactive addresses are deleted after their retention times, active ones aren't", async ({ db }) => {
  await buildSubscriber(db, { email: "requested@example.com", state: "pending", confirmedAt: null, requestedAt: NOW });
  await buildSubscriber(db, { email: "ended@example.com", state: "unsubscribed", endedAt: NOW });
  await buildSubscriber(db, { email: "bounced@example.com", state: "bounced", endedAt: NOW });
  const { id } = await buildSubscriber(db, { email: "active@example.com" });
  await createSubscriberKey(db, id, NOW);
  const addresses = async () =>
    (await db.select().from(newsletterSubscribers))
      .map(({ emailNormalized }) => String(emailNormalized.split("@")[0]))
      .toSorted();

  const remaining: string[][] = [];
  for (const days of [7, 8, 31, 181]) {
    await purgeSubscribers(db, later(days));
    remaining.push(await addresses());
  }

  expect(remaining).toEqual([
    ["active", "bounced", "ended", "requested"],
    ["active", "bounced", "ended"],
    ["active", "bounced"],
    ["active"],
  ]);
  expect(await db.$count(newsletterLinkKeys)).toBe(1);
  await purgeSubscribers(db, later(KEY_DAYS + 1));
  expect(await db.$count(newsletterLinkKeys)).toBe(0);
});

/** From a separate network, unless one is given. */
function ask(db: Database, { network, ...request }: { email: string; now: Date; network?: string }) {
  const ipHash = createHash("sha256")
    .update(network ?? request.email)
    .digest("hex");
  return requestNewsletter(db, { ipHash, ...request });
}

test("an unsubscribed address that requests the newsletter again isn't deleted before it can confirm", async ({
  db,
}) => {
  await buildSubscriber(db, { email: "mia@example.com", state: "unsubscribed", endedAt: NOW });
  await ask(db, { email: "mia@example.com", now: later(30) });
  const key = await mailedKey(db, "confirm");

  await purgeSubscribers(db, later(31));

  expect(await confirmSubscriber(db, { key, now: later(31) })).not.toBeNull();
  expect((await stateOf(db, "mia@example.com"))?.state).toBe("active");
});

async function stateOf(db: Database, emailNormalized: string) {
  const [row] = await db
    .select()
    .from(newsletterSubscribers)
    .where(eq(newsletterSubscribers.emailNormalized, emailNormalized));
  return row;
}

async function mailedKey(db: Database, step: string): Promise<string> {
  const [mail] = await db.select({ text: mails.bodyText }).from(mails);
  const [, key] = new RegExp(`/newsletter/${step}/([0-9a-f]{64})`).exec(mail?.text ?? "") ?? [];
  if (key === undefined) throw new Error(`No mail links to ${step}`);
  return key;
}
