import { and, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { mails } from "#app/db/schema/mail.ts";
import { newsletterSubscribers } from "#app/db/schema/newsletter.ts";
import { verifyBounceAddress } from "#app/core/mail/bounce-address.server.ts";
import type { Verdict } from "#app/core/mail/returned-mail.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { type MailServer, startMailServer } from "#tests/mail-server.ts";
import { silentLog } from "#tests/silent-log.ts";
import { test } from "#tests/test-database.ts";

import { findIssue } from "../issue/issues.server.ts";
import { buildIssue, buildSubscriber } from "../newsletter-builders.ts";
import { recordReturnedNewsletter } from "./returned-newsletter.server.ts";
import { loadProgress } from "./send-issue.server.ts";
import { sendTest } from "./send-test.server.ts";
import { PROVIDER_REJECTIONS_MAX, REJECTIONS_MAX, RETURNED_DAYS } from "./delivery-outcomes.server.ts";
import { startIssue } from "./start-issue.server.ts";
import { sendNewsletters } from "./send-newsletters.server.ts";

const ACTOR = { kind: "command", id: "mail-bounce" } as const;

let server: MailServer;

beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.accepted.length = 0;
});

describe("the bounce address", () => {
  test("is unique per mail, identifies the mail and can't be forged", async ({ db }) => {
    await buildSubscriber(db);
    await buildSubscriber(db);

    await send(db);

    const addresses = server.accepted.map(({ from }) => from);
    expect(new Set(addresses).size).toBe(2);
    for (const [index, address] of addresses.entries()) {
      expect(address).toMatch(/^bounces\+[0-9a-f]{48}@rowhouse\.example$/);
      const mailId = await verifyBounceAddress(db, address.toUpperCase());
      const [mail] = await db
        .select()
        .from(mails)
        .where(eq(mails.id, mailId ?? ""));
      expect(mail?.toAddress).toBe(server.accepted[index]?.to.join());
    }
    const [first = "", second = ""] = addresses;
    const forged = `${first.slice(0, 40)}${second.slice(40)}`;
    for (const address of [
      forged,
      "bounces@rowhouse.example",
      "",
      "bounces+@rowhouse.example",
      `${first}x`.slice(1, 30),
    ]) {
      expect(await verifyBounceAddress(db, address)).toBeNull();
    }
  });

  test("is the sender's address if no bounce address is configured", async ({ db }) => {
    await buildSubscriber(db);

    await send(db, { bounces: null });

    expect(server.accepted.map(({ from }) => from)).toEqual(["hello@rowhouse.example"]);
  });
});

describe("a returned newsletter", () => {
  test("for an unknown address counts once as a bounce, also for its issue", async ({ db }) => {
    const subscriber = await buildSubscriber(db);
    const { id, back } = await send(db);

    expect([await back("no-receiver"), await back("no-receiver"), await back("undelivered")]).toEqual([
      "counted",
      "nothing",
      "nothing",
    ]);

    expect(await findIssue(db, id)).toMatchObject({ sentCount: 0, failedCount: 1 });
    expect(await loadProgress(db, id)).toMatchObject({ sent: 0, bounced: 1 });
    expect(await rowOf(db, subscriber.id)).toMatchObject({ state: "active", bounces: 1, bounceMessage: "550 5.1.1" });
  });

  test("for the second time ends the subscription even if mails in between were accepted, and is in the audit log", async ({
    db,
  }) => {
    const subscriber = await buildSubscriber(db);
    const first = await send(db);
    await first.back("no-receiver");

    const second = await send(db, {}, 7 * DAY_MS);
    expect(await second.back("no-receiver", 8 * DAY_MS)).toBe("ended");

    expect(await rowOf(db, subscriber.id)).toMatchObject({ state: "bounced", bounces: 2 });
    const entries = await db.select().from(auditEntries).where(eq(auditEntries.action, "newsletter.bounce"));
    expect(entries.map(({ subjectId, actorKind, after }) => [subjectId, actorKind, after])).toEqual([
      [subscriber.id, "command", { state: "bounced" }],
    ]);
  });

  test("is forgotten after later issues arrive for long enough", async ({ db }) => {
    const subscriber = await buildSubscriber(db);
    const first = await send(db);
    await first.back("no-receiver");

    await send(db, {}, (RETURNED_DAYS - 1) * DAY_MS);
    expect(await rowOf(db, subscriber.id)).toMatchObject({ bounces: 1 });
    await send(db, {}, (RETURNED_DAYS + 1) * DAY_MS);

    expect(await rowOf(db, subscriber.id)).toMatchObject({ bounces: 0, bounceMessage: null, lateBounceAt: null });
  });

  test("for another reason counts as failed for its issue but not as a bounce of the address", async ({ db }) => {
    const subscriber = await buildSubscriber(db);
    const { id, back } = await send(db);

    expect(await back("undelivered")).toBe("noted");

    expect(await findIssue(db, id)).toMatchObject({ sentCount: 0, failedCount: 1 });
    expect(await rowOf(db, subscriber.id)).toMatchObject({ state: "active", bounces: 0 });
  });

  test.for(["delayed", "arrived", "no-report"] as const)(
    'with a report of "%s" changes nothing',
    async (verdict, { db }) => {
      const subscriber = await buildSubscriber(db);
      const { id, back } = await send(db);

      expect(await back(verdict)).toBe("nothing");

      expect(await findIssue(db, id)).toMatchObject({ sentCount: 1, failedCount: 0 });
      expect(await rowOf(db, subscriber.id)).toMatchObject({ state: "active", bounces: 0 });
    },
  );

  test("counts even if reported before the delivery was recorded as sent", async ({ db }) => {
    const subscriber = await buildSubscriber(db);
    const { id, back } = await send(db, {}, 0, async (mailId) => {
      expect(await note(db, mailId, "no-receiver")).toBe("counted");
    });

    expect(await back("no-receiver")).toBe("nothing");

    expect(await findIssue(db, id)).toMatchObject({ state: "sent", sentCount: 0, failedCount: 1 });
    expect(await rowOf(db, subscriber.id)).toMatchObject({ bounces: 1 });
  });

  test("doesn't change the state of an unsubscribed address", async ({ db }) => {
    const subscriber = await buildSubscriber(db, { bounces: 1 });
    const { back } = await send(db);
    const ended = { state: "unsubscribed", endedAt: NOW, bounces: 1 } as const;
    await db.update(newsletterSubscribers).set(ended).where(eq(newsletterSubscribers.id, subscriber.id));

    expect(await back("no-receiver")).toBe("counted");

    expect(await rowOf(db, subscriber.id)).toMatchObject({ state: "unsubscribed" });
    expect(await db.$count(auditEntries, eq(auditEntries.action, "newsletter.bounce"))).toBe(0);
  });

  test("removes no more subscribers once most of its issue came back", async ({ db }) => {
    const all = REJECTIONS_MAX + 2;
    for (let count = 0; count < all; count += 1) {
      await buildSubscriber(db, { bounces: 1, lateBounceAt: NOW, email: `mia@${count}.example.com` });
    }
    const { id } = await send(db);
    const outcomes = [];
    for (const mailId of await mailsOf(db, id)) outcomes.push(await note(db, mailId, "no-receiver"));

    expect(outcomes.filter((outcome) => outcome === "ended")).toHaveLength(REJECTIONS_MAX - 1);
    expect(outcomes.slice(REJECTIONS_MAX - 1)).toEqual(["too-many", "too-many", "too-many"]);
    expect(await findIssue(db, id)).toMatchObject({ sentCount: 0, failedCount: all });
  });

  test("removes nobody when one provider rejects most of its mails", async ({ db }) => {
    const [refusing, accepting] = [PROVIDER_REJECTIONS_MAX + 1, 3 * PROVIDER_REJECTIONS_MAX];
    for (let count = 0; count < refusing; count += 1)
      await buildSubscriber(db, { email: `mia-${count}@refusing.example` });
    for (let count = 0; count < accepting; count += 1) await buildSubscriber(db);
    const { email, state } = newsletterSubscribers;
    const outcomes = [];
    for (const afterMs of [0, 7 * DAY_MS, 14 * DAY_MS]) {
      const { id } = await send(db, {}, afterMs);
      const own = await db
        .select({ mailId: mails.id })
        .from(mails)
        .where(and(like(mails.key, `newsletter:${id}:%`), like(mails.toAddress, "%@refusing.example")));
      for (const { mailId } of own) outcomes.push(await note(db, mailId, "no-receiver", afterMs));
    }

    expect(outcomes).toHaveLength(3 * refusing);
    expect(new Set(outcomes)).toEqual(new Set(["counted", "too-many"]));
    expect(await db.$count(newsletterSubscribers, and(like(email, "%@refusing.example"), eq(state, "active")))).toBe(
      refusing,
    );
  });

  test("is ignored for a test mail, and unknown after its mail was purged", async ({ db }) => {
    const { id: by } = await buildUser(db, { role: "admin" });
    const { id } = await buildIssue(db);
    await sendTest(db, { id, by, address: "ada@example.com", postalAddress: null, now: NOW });
    const [mail] = await db.select().from(mails).where(eq(mails.toAddress, "ada@example.com"));

    expect(await note(db, mail?.id ?? "", "no-receiver")).toBe("nothing");
    expect(await note(db, "00000000-0000-4000-8000-00000000dead", "no-receiver")).toBe("unknown");
  });
});

/** Sends an issue to all subscribers. `onSent` is called after the server accepted a mail, before that is recorded. */
async function send(
  db: Database,
  { bounces = "bounces@rowhouse.example" }: { bounces?: string | null } = {},
  afterMs = 0,
  onSent: ((mailId: string) => Promise<void>) | null = null,
) {
  const at = new Date(NOW.getTime() + afterMs);
  const issue = await buildIssue(db);
  await startIssue(db, { id: issue.id, by: null, postalAddress: null, now: at }).then((outcome) =>
    expect(outcome).toBe("started"),
  );
  const env = { mail: { ...server.settings, bounces }, siteUrl: "https://rowhouse.example", postalAddress: null };
  const deliver = async ({ id }: { id: string }) => {
    await onSent?.(id);
    return { outcome: "accepted" as const };
  };
  const mailer = onSent === null ? {} : { mailerFor: () => ({ send: deliver, close: () => {} }) };
  await sendNewsletters(db, { env, now: () => at, log: silentLog(), ...mailer });
  const [mailId = ""] = await mailsOf(db, issue.id);
  return { id: issue.id, back: (verdict: Verdict, ms = afterMs) => note(db, mailId, verdict, ms) };
}

function note(db: Database, mailId: string, verdict: Verdict, afterMs = 0) {
  const now = new Date(NOW.getTime() + afterMs);
  return recordReturnedNewsletter(db, { mailId, verdict, response: "550 5.1.1", actor: ACTOR, now });
}

async function mailsOf(db: Database, issueId: string): Promise<string[]> {
  const rows = await db.select({ id: mails.id, key: mails.key }).from(mails);
  return rows.filter(({ key }) => key.startsWith(`newsletter:${issueId}:`)).map(({ id }) => id);
}

async function rowOf(db: Database, id: string) {
  const [row] = await db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.id, id));
  return row;
}
