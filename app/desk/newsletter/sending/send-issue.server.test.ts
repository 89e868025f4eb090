import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { mails } from "#app/db/schema/mail.ts";
import { newsletterDeliveries, newsletterIssues, newsletterSubscribers } from "#app/db/schema/newsletter.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/duration.ts";
import { openMailer } from "#app/platform/mail.server.ts";
import { buildGuide, buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { type MailServer, startMailServer } from "#tests/mail-server.ts";
import { silentLog } from "#tests/silent-log.ts";
import { test as databaseTest } from "#tests/test-database.ts";

import { purgeSubscribers } from "../subscribers/purge-subscribers.server.ts";
import { addIssueItem, moveIssueItem, reorderIssueItems } from "../issue/issue-items.server.ts";
import { listBouncedSubscribers } from "../subscribers/count-subscribers.server.ts";
import { findIssue, createIssue, saveIssueText, scheduleIssue } from "../issue/issues.server.ts";
import { buildIssue, buildSubscriber } from "../newsletter-builders.ts";
import { unsubscribe } from "../subscribers/change-preferences.server.ts";
import { BOUNCES_MAX, REJECTIONS_MAX, recordOutcomes } from "./delivery-outcomes.server.ts";
import { queueIssueMails, loadProgress } from "./send-issue.server.ts";
import { sendTest } from "./send-test.server.ts";
import { endIssue, resumeIssue, stopIssue } from "./stop-issue.server.ts";
import { startIssue } from "./start-issue.server.ts";
import { sendNewsletters } from "./send-newsletters.server.ts";
import { findSubscriberByKey } from "../subscribers/subscriber-key.server.ts";

const SITE = "https://rowhouse.example";
/** Short timeouts for silent test servers. */
const IMPATIENT = { connectMs: 2_000, silentMs: 150 };
/** The editor of every test, since the audit log needs an existing account. */
const EDITOR = "00000000-0000-4000-8000-000000000001";

const test = databaseTest.extend<{ editor: string }>({
  editor: [
    async ({ db }, use) => {
      await buildUser(db, { id: EDITOR, role: "admin" });
      await use(EDITOR);
    },
    { auto: true },
  ],
});

/** Servers may cut or reject longer lines. Source: RFC 5322. */
const LINE_CHARACTERS_MAX = 998;

let server: MailServer;

beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.setBehavior("accepts");
  server.accepted.length = 0;
});

describe("an issue", () => {
  test("goes to each subscriber once, with a unique key for one-click unsubscribe", async ({ db }) => {
    const subscribers = [await buildSubscriber(db), await buildSubscriber(db), await buildSubscriber(db)];
    const { id } = await buildIssue(db);

    expect(await start(db, id)).toBe("started");
    await run(db);
    await run(db, MINUTE_MS);

    expect(receivers()).toEqual(subscribers.map(({ email }) => email).toSorted());
    const raw = unfolded(server.accepted[0]?.raw ?? "");
    expect(raw).toContain("Subject: A week in Washington");
    expect(raw).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(raw).toContain("List-ID: Rowhouse newsletter <newsletter.rowhouse.example>");
    expect(raw).toMatch(/Content-Type: multipart\/alternative[\s\S]*text\/plain[\s\S]*text\/html/);
    expect(server.accepted[0]?.raw.split("\r\n").filter((line) => line.length > LINE_CHARACTERS_MAX)).toEqual([]);
    const [, key = ""] =
      /List-Unsubscribe: <https:\/\/rowhouse\.example\/newsletter\/unsubscribe\/([0-9a-f]{64})>/.exec(raw) ?? [];
    expect((await findSubscriberByKey(db, key, NOW))?.email).toBe(server.accepted[0]?.to[0]);
    const keys = server.accepted.map((taken) => /unsubscribe\/([0-9a-f]{64})/.exec(unfolded(taken.raw))?.[1]);
    expect(new Set(keys).size).toBe(3);
    expect(await findIssue(db, id)).toMatchObject({
      state: "sent",
      sentCount: 3,
      failedCount: 0,
      slug: "a-week-in-washington",
    });
    // Keys are deleted from the outbox after sending.
    expect(
      (await db.select({ placeholderValues: mails.placeholderValues }).from(mails)).map(
        ({ placeholderValues }) => placeholderValues,
      ),
    ).toEqual([null, null, null]);
  });

  test("goes only to active, unpaused subscribers who chose it, and not to deleted accounts", async ({ db }) => {
    const gone = await buildUser(db, { deletedAt: NOW, email: "gone@example.com" });
    await buildSubscriber(db, { email: "weekly@example.com" });
    await buildSubscriber(db, { email: "back@example.com", pausedUntil: NOW });
    await buildSubscriber(db, {
      email: "paused@example.com",
      pausedUntil: new Date(NOW.getTime() + 1),
      neighborhoods: ["shaw"],
    });
    await buildSubscriber(db, { email: "asked@example.com", state: "pending", confirmedAt: null });
    await buildSubscriber(db, { email: "ended@example.com", state: "unsubscribed", endedAt: NOW });
    await buildSubscriber(db, { email: "bounced@example.com", state: "bounced", endedAt: NOW });
    await buildSubscriber(db, { email: "left@example.com", userId: gone.id });
    await buildSubscriber(db, { email: "gone@example.com" });
    await buildSubscriber(db, { email: "shaw@example.com", wantsWeekly: false, neighborhoods: ["shaw"] });
    const weekly = await buildIssue(db);
    const shaw = await buildIssue(db, { neighborhoodSlug: "shaw" });

    await start(db, weekly.id);
    await run(db);
    expect(receivers()).toEqual(["back@example.com", "weekly@example.com"]);
    server.accepted.length = 0;
    await start(db, shaw.id);
    await run(db);
    expect(receivers()).toEqual(["shaw@example.com"]);
  });

  test("contains published items in order, and only the beginning of members' guides", async ({ db }) => {
    await buildSubscriber(db);
    const place = await buildPlace(db, { name: "Lock House" });
    const closed = await buildPlace(db, { name: "Shut House", status: "closed" });
    const membersOnly = { body: "How it begins.\n\n## Then\n\nThe secret middle.", access: "members" as const };
    const guide = await buildGuide(db, { title: "Canal walk", ...membersOnly });
    const draft = await buildGuide(db, { title: "Unready words", status: "draft" });
    const { id } = await buildIssue(db);
    const change = { id, by: EDITOR, now: NOW };
    for (const item of [{ placeId: place.id }, { placeId: closed.id }, { guideId: guide.id }, { guideId: draft.id }]) {
      expect(await addIssueItem(db, { ...change, item })).toBe("changed");
    }
    const ids = await itemIds(db, id);
    await moveIssueItem(db, { ...change, itemId: ids[2] ?? 0, step: -1 });
    await moveIssueItem(db, { ...change, itemId: ids[2] ?? 0, step: -1 });

    await start(db, id);
    await run(db);

    const raw = unfolded(server.accepted[0]?.raw ?? "");
    expect(raw).toMatch(/Canal walk[\s\S]*How it begins\.[\s\S]*Members can read the full guide[\s\S]*Lock House/);
    expect(raw).not.toContain("secret middle");
    expect(raw).not.toMatch(/Shut House|Unready words/);
    expect(await addIssueItem(db, { ...change, item: { guideId: 999_999_999 } })).toBe("closed");
  });

  test("that can't be sent returns the reason and stays a draft", async ({ db }) => {
    const { id } = await buildIssue(db);
    expect(await start(db, id)).toBe("no-receivers");
    await buildSubscriber(db);
    const empty = await buildIssue(db, { intro: "" });
    const nameless = await buildIssue(db, { subject: "" });

    expect(await start(db, empty.id)).toBe("nothing-in-it");
    expect(await start(db, nameless.id)).toBe("no-subject");
    expect(await startIssue(db, { id, by: { id: EDITOR, seenAt: 1 }, postalAddress: null, now: NOW })).toBe("stale");
    expect((await findIssue(db, id))?.state).toBe("draft");
    expect(await start(db, id)).toBe("started");
    expect(await start(db, id)).toBe("closed");
  });

  test("is sent at its scheduled time, or goes back to the drafts with the reason", async ({ db }) => {
    await buildSubscriber(db);
    const { id, version } = await buildIssue(db);
    const empty = await buildIssue(db, { intro: "" });
    const sendAt = new Date(NOW.getTime() + 10 * MINUTE_MS);
    await scheduleIssue(db, { id, by: EDITOR, version, sendAt, now: NOW });
    await scheduleIssue(db, { id: empty.id, by: EDITOR, version, sendAt, now: NOW });

    await run(db, 9 * MINUTE_MS);
    expect(server.accepted).toEqual([]);
    await run(db, 10 * MINUTE_MS);

    expect(server.accepted).toHaveLength(1);
    expect(await findIssue(db, empty.id)).toMatchObject({
      state: "draft",
      problem: expect.stringContaining("is empty"),
    });
  });

  test("refuses the second of two concurrent saves", async ({ db }) => {
    const id = await createIssue(db, { by: EDITOR, now: NOW });
    const words = { subject: "One", preview: "", intro: "", neighborhoodSlug: null };

    const save = (subject: string) =>
      saveIssueText(db, { id, by: EDITOR, version: 1, text: { ...words, subject }, now: NOW });
    expect(await save("One")).toMatchObject({ change: "changed", version: 2 });
    expect(await save("Two")).toMatchObject({ change: "stale", version: 2, isSame: false });
    expect((await findIssue(db, id))?.subject).toBe("One");
    expect(await reorderIssueItems(db, { id, by: EDITOR, was: [1], order: [1], now: NOW })).toBe("stale");
  });

  test("can be tested with one address, with invalid links and without sending it to subscribers", async ({ db }) => {
    await buildSubscriber(db);
    const { id } = await buildIssue(db);

    await sendTest(db, { id, by: EDITOR, address: "ada@example.com", postalAddress: null, now: NOW });
    await run(db);
    expect(server.accepted).toEqual([]);
    const { sendDueMails } = await import("#app/core/mail/outbox.server.ts");
    await sendDueMails(db, { settings: server.settings, siteUrl: SITE, now: () => NOW, log: silentLog() });

    expect(receivers()).toEqual(["ada@example.com"]);
    expect(server.accepted[0]?.raw).toContain("Subject: [Test] A week in Washington");
    expect(server.accepted[0]?.raw).not.toContain("List-Unsubscribe:");
    const entries = await db.select().from(auditEntries).where(eq(auditEntries.action, "newsletter.test"));
    expect(entries).toMatchObject([{ actorId: EDITOR, subjectId: id, after: { subject: "A week in Washington" } }]);
    expect(JSON.stringify(entries)).not.toContain("ada@example.com");
  });

  test("is in the audit log after sending, with counts and without addresses", async ({ db }) => {
    for (let count = 0; count < 2; count += 1) await buildSubscriber(db);
    const { id } = await buildIssue(db);
    await start(db, id);
    await run(db);
    await run(db);

    const entries = await db.select().from(auditEntries).where(eq(auditEntries.action, "newsletter.finish"));
    expect(entries).toMatchObject([
      { actorKind: "job", actorName: "send-newsletters", subjectId: id, after: { state: "sent", sent: 2, failed: 0 } },
    ]);
    expect(JSON.stringify(entries)).not.toContain("@");
  });

  test("can't get extra headers or recipients through its subject", async ({ db }) => {
    await buildSubscriber(db);
    const { id } = await buildIssue(db, { subject: "Hello Bcc: all@example.com, =?utf-8?q?x?=" });
    await start(db, id);
    await run(db);

    const { to, raw } = server.accepted[0] ?? { to: [], raw: "" };
    expect(to).toHaveLength(1);
    expect(raw).not.toMatch(/^(?:bcc|cc):/im);
    await expect(
      db.transaction((tx) => buildIssue(tx, { subject: "Hello\r\nBcc: all@example.com" })),
    ).rejects.toThrow();
  });
});

describe("stopping", () => {
  test("holds all mails that the server doesn't have, and resuming sends only those", async ({ db }) => {
    for (let count = 0; count < 5; count += 1) await buildSubscriber(db);
    const { id } = await buildIssue(db);
    await start(db, id);
    await queueIssueMails(db, { id, now: NOW });

    expect(await stopIssue(db, { id, by: EDITOR, now: NOW })).toBe(true);
    await run(db);
    expect(server.accepted).toEqual([]);
    expect(await loadProgress(db, id)).toMatchObject({ waiting: 5, queued: 0, all: 5 });
    expect(await resumeIssue(db, { id, by: EDITOR, now: NOW })).toBe(true);
    await run(db);

    expect(new Set(receivers()).size).toBe(5);
    expect(server.accepted).toHaveLength(5);
    expect(await stopIssue(db, { id, by: EDITOR, now: NOW })).toBe(false);
  });

  test("allows ending the issue: no more mails are sent, and mails on their way are counted", async ({ db }) => {
    for (let count = 0; count < 4; count += 1) await buildSubscriber(db);
    const { id } = await buildIssue(db);
    await start(db, id);
    await queueIssueMails(db, { id, now: NOW });
    const [first] = await db.select().from(newsletterDeliveries);
    // One mail was handed to the mail server.
    await db
      .update(mails)
      .set({ isUnaccepted: false })
      .where(eq(mails.id, first?.mailId ?? ""));
    expect(await endIssue(db, { id, by: EDITOR, now: NOW })).toBe(false);
    await stopIssue(db, { id, by: EDITOR, now: NOW });

    expect(await endIssue(db, { id, by: EDITOR, now: NOW })).toBe(true);
    await run(db);

    expect(server.accepted).toHaveLength(1);
    expect(await findIssue(db, id)).toMatchObject({ state: "sent", sentCount: 1, failedCount: 0 });
    expect(await endIssue(db, { id, by: EDITOR, now: NOW })).toBe(false);
  });

  test("forever doesn't retain deliveries longer than 90 days", async ({ db }) => {
    await buildSubscriber(db);
    const { id } = await buildIssue(db);
    await start(db, id);
    await stopIssue(db, { id, by: EDITOR, now: NOW });

    await purgeSubscribers(db, new Date(NOW.getTime() + 91 * DAY_MS));

    expect(await db.$count(newsletterDeliveries)).toBe(0);
  });

  test("withdraws mails that the server deferred, but not those that it may have", async ({ db }) => {
    const [deferred, unanswered] = [await buildSubscriber(db), await buildSubscriber(db)];
    const { id } = await buildIssue(db);
    await start(db, id);
    await queueIssueMails(db, { id, now: NOW });
    const unansweredMail = await mailIdOf(db, id, unanswered.id);
    server.setBehavior({ says: 451 });
    await run(db);
    await db.update(mails).set({ isUnaccepted: false }).where(eq(mails.id, unansweredMail));

    expect(await stopIssue(db, { id, by: EDITOR, now: NOW })).toBe(true);

    expect(await loadProgress(db, id)).toMatchObject({ waiting: 1, queued: 1 });
    expect((await db.select({ to: mails.toAddress }).from(mails)).map(({ to }) => to)).toEqual([unanswered.email]);
    expect(deferred.email).not.toBe(unanswered.email);
  });

  test("an unsubscribe withdraws a deferred mail", async ({ db }) => {
    const subscriber = await buildSubscriber(db);
    const { id } = await buildIssue(db);
    await start(db, id);
    server.setBehavior({ says: 451 });
    await run(db);
    const { createSubscriberKey: giveKey } = await import("../subscribers/subscriber-key.server.ts");
    await unsubscribe(db, { key: await giveKey(db, subscriber.id, NOW), now: NOW });

    server.setBehavior("accepts");
    await run(db, 30 * MINUTE_MS);

    expect(server.accepted).toEqual([]);
    expect(await loadProgress(db, id)).toMatchObject({ skipped: 1, sent: 0 });
  });

  test("an unsubscribe withdraws a mail that waits in the outbox", async ({ db }) => {
    const first = await buildSubscriber(db);
    await buildSubscriber(db);
    const { id } = await buildIssue(db);
    await start(db, id);
    await queueIssueMails(db, { id, now: NOW });
    const { createSubscriberKey: giveKey } = await import("../subscribers/subscriber-key.server.ts");
    await unsubscribe(db, { key: await giveKey(db, first.id, NOW), now: NOW });

    await run(db);

    expect(receivers()).not.toContain(first.email);
    expect(await loadProgress(db, id)).toMatchObject({ sent: 1, skipped: 1 });
    expect((await findIssue(db, id))?.state).toBe("sent");
  });
});

test("deleting an account withdraws its waiting newsletter, and others get theirs", async ({ db }) => {
  const mia = await buildUser(db, { email: "mia@example.com" });
  await buildSubscriber(db, { email: "mia@example.com" });
  await buildSubscriber(db, { email: "other@example.com" });
  const { id } = await buildIssue(db);
  await start(db, id);
  await queueIssueMails(db, { id, now: NOW });

  await db.delete(users).where(eq(users.id, mia.id));
  await run(db);

  expect(receivers()).toEqual(["other@example.com"]);
});

describe("a mail server", () => {
  test.for(["silent", "dies"] as const)("that %s midway loses no mail and sends none twice", async (temper, { db }) => {
    const subscribers = [];
    for (let count = 0; count < 6; count += 1) subscribers.push(await buildSubscriber(db));
    const { id } = await buildIssue(db);
    await start(db, id);
    server.setBehavior(temper);
    await run(db, 0, null, temper === "silent" ? IMPATIENT : undefined);
    expect(server.accepted).toEqual([]);
    expect((await findIssue(db, id))?.state).toBe("sending");

    server.setBehavior("accepts");
    for (const minutes of [1, 15, 30]) await run(db, minutes * MINUTE_MS);

    expect(receivers()).toEqual(subscribers.map(({ email }) => email).toSorted());
    expect(await findIssue(db, id)).toMatchObject({ state: "sent", sentCount: 6 });
  });

  test("that is busy is retried, and no subscriber is skipped", async ({ db }) => {
    for (let count = 0; count < 3; count += 1) await buildSubscriber(db);
    const { id } = await buildIssue(db);
    await start(db, id);
    server.setBehavior({ says: 451 });
    await run(db);
    expect(await loadProgress(db, id)).toMatchObject({ queued: 3, sent: 0 });

    server.setBehavior("accepts");
    await run(db, 2 * MINUTE_MS);

    expect(await loadProgress(db, id)).toMatchObject({ queued: 0, sent: 3 });
  });

  test("that rejects an unknown address twice ends the subscription", async ({ db }) => {
    const { id: subscriberId } = await buildSubscriber(db);
    const bounces: (number | string | undefined)[] = [];
    server.setBehavior({ says: 550, text: "5.1.1 No such user", at: "receiver" });
    for (let count = 0; count < BOUNCES_MAX; count += 1) {
      const { id } = await buildIssue(db);
      await start(db, id);
      await run(db);
      expect(await findIssue(db, id)).toMatchObject({ state: "sent", sentCount: 0, failedCount: 1 });
      const [row] = await db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.id, subscriberId));
      bounces.push(row?.bounces, row?.state);
    }

    expect(bounces).toEqual([1, "active", 2, "bounced"]);
    expect(
      (await listBouncedSubscribers(db)).map(({ id: bounced, bounceMessage }) => [bounced, bounceMessage]),
    ).toEqual([[subscriberId, expect.stringContaining("550")]]);
    const { id } = await buildIssue(db);
    expect(await start(db, id)).toBe("no-receivers");
  });

  test.for(["552 5.2.2 Mailbox full", "550 5.4.5 Daily quota exceeded", "554 Blocked by our list", "550 No"])(
    "that rejects with %s doesn't count as a bounce",
    async (answer, { db }) => {
      const { id: subscriberId } = await buildSubscriber(db);
      server.setBehavior({ says: Number(answer.slice(0, 3)), text: answer.slice(4), at: "receiver" });
      const { id } = await buildIssue(db);
      await start(db, id);
      await run(db);

      const [row] = await db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.id, subscriberId));
      expect(row).toMatchObject({ bounces: 0, state: "active" });
      expect(await findIssue(db, id)).toMatchObject({ state: "sent", failedCount: 1 });
    },
  );

  test("that rejects most addresses stops the issue without counting bounces", async ({ db }) => {
    for (let count = 0; count < REJECTIONS_MAX + 2; count += 1) await buildSubscriber(db, { bounces: 1 });
    const { id } = await buildIssue(db);
    await start(db, id);
    server.setBehavior({ says: 550, text: "Access denied, see our list", at: "receiver" });
    await run(db);

    expect(await findIssue(db, id)).toMatchObject({
      state: "stopped",
      problem: expect.stringContaining("rejected most"),
    });
    expect(await loadProgress(db, id)).toMatchObject({ waiting: REJECTIONS_MAX + 2, bounced: 0 });
    expect(await db.$count(newsletterSubscribers, eq(newsletterSubscribers.bounces, 1))).toBe(REJECTIONS_MAX + 2);
    server.setBehavior("accepts");
    expect(await resumeIssue(db, { id, by: EDITOR, now: NOW })).toBe(true);
    await run(db, MINUTE_MS);

    expect(await findIssue(db, id)).toMatchObject({ state: "sent", sentCount: REJECTIONS_MAX + 2, problem: null });
    expect(new Set(receivers()).size).toBe(REJECTIONS_MAX + 2);
  });

  test("that accepts the next mail resets the bounce count; rejected content isn't a bounce", async ({ db }) => {
    const { id: subscriberId } = await buildSubscriber(db, { bounces: 1 });
    const send = async () => {
      const { id } = await buildIssue(db);
      await start(db, id);
      await run(db);
    };
    server.setBehavior({ says: 554 });
    await send();
    const bouncesOf = async () =>
      (await db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.id, subscriberId)))[0]?.bounces;
    expect(await bouncesOf()).toBe(1);

    server.setBehavior("accepts");
    await send();
    expect(await bouncesOf()).toBe(0);
  });

  test("that isn't configured leaves mails stored, which the issue counts separately", async ({ db }) => {
    await buildSubscriber(db);
    const { id } = await buildIssue(db);
    await start(db, id);
    await sendNewsletters(db, { ...work(), env: { mail: null, siteUrl: SITE, postalAddress: null } });

    expect(await loadProgress(db, id)).toMatchObject({ "not-sent": 1, sent: 0 });
    expect((await findIssue(db, id))?.state).toBe("sent");
  });
});

test("after a crash at any step, the next run continues and sends nothing twice", async ({ db }) => {
  const subscribers = [];
  for (let count = 0; count < 8; count += 1) subscribers.push(await buildSubscriber(db));
  const { id } = await buildIssue(db);
  await start(db, id);
  // Crashes after queuing, after queuing again, with mails being sent, and after some outcomes were recorded.
  await queueIssueMails(db, { id, now: NOW });
  await queueIssueMails(db, { id, now: NOW });
  await expect(run(db, 0, () => Promise.reject(new Error("The process was killed")))).rejects.toThrow("killed");
  await recordOutcomes(db, { id, now: NOW });
  for (const minutes of [0, 1, 11, 22]) await run(db, minutes * MINUTE_MS);

  expect(receivers()).toEqual(subscribers.map(({ email }) => email).toSorted());
  expect(await db.$count(newsletterDeliveries, eq(newsletterDeliveries.state, "sent"))).toBe(8);
});

test("an issue stopped for longer than mails are retained can be resumed", async ({ db }) => {
  await buildSubscriber(db);
  const { id } = await buildIssue(db);
  await start(db, id);
  await queueIssueMails(db, { id, now: NOW });
  await stopIssue(db, { id, by: EDITOR, now: NOW });
  const { deleteOldMails: deleteMails } = await import("#app/core/mail/outbox.server.ts");
  await deleteMails(db, new Date(NOW.getTime() + 60 * DAY_MS));

  await resumeIssue(db, { id, by: EDITOR, now: NOW });
  await run(db, 60 * DAY_MS);

  expect(server.accepted).toHaveLength(1);
});

test("issues with the same subject get different slugs", async ({ db }) => {
  await buildSubscriber(db);
  const [one, two, three] = [await buildIssue(db), await buildIssue(db), await buildIssue(db)];
  for (const { id } of [one, two, three]) await start(db, id);

  const slugs = await db.select({ slug: newsletterIssues.slug }).from(newsletterIssues);
  expect(slugs.map(({ slug }) => String(slug)).toSorted()).toEqual([
    "a-week-in-washington",
    "a-week-in-washington-2027-01-13",
    "a-week-in-washington-2027-01-13-2",
  ]);
});

function work(afterMs = 0) {
  const now = () => new Date(NOW.getTime() + afterMs);
  const env = { mail: server.settings, siteUrl: SITE, postalAddress: null };
  return { env, now, log: silentLog() };
}

function run(
  db: Database,
  afterMs = 0,
  send: (() => Promise<never>) | null = null,
  limits?: typeof IMPATIENT,
): Promise<void> {
  const mailerFor = (settings: MailServer["settings"]) =>
    send === null ? openMailer(settings, limits) : { send, close: () => {} };
  return sendNewsletters(db, { ...work(afterMs), mailerFor });
}

async function start(db: Database, id: string) {
  const issue = await findIssue(db, id);
  const by = { id: EDITOR, seenAt: issue?.updatedAt.getTime() ?? 0 };
  return startIssue(db, { id, by, postalAddress: null, now: NOW });
}

async function mailIdOf(db: Database, issueId: string, subscriberId: string): Promise<string> {
  const { issueId: issue, subscriberId: subscriber, mailId } = newsletterDeliveries;
  const [row] = await db
    .select({ mailId })
    .from(newsletterDeliveries)
    .where(and(eq(issue, issueId), eq(subscriber, subscriberId)));
  if (row?.mailId == null) throw new Error("The subscriber has no queued mail");
  return row.mailId;
}

function receivers(): string[] {
  return server.accepted.map(({ to }) => to.join()).toSorted();
}

/** Decodes folded lines and quoted-printable characters. */
function unfolded(raw: string): string {
  return raw
    .replaceAll(/\r\n[ \t]+/g, " ")
    .replaceAll("=\r\n", "")
    .replaceAll(/=3D/g, "=");
}

async function itemIds(db: Database, issueId: string): Promise<number[]> {
  const { newsletterItems } = await import("#app/db/schema/newsletter.ts");
  const rows = await db
    .select()
    .from(newsletterItems)
    .where(eq(newsletterItems.issueId, issueId))
    .orderBy(newsletterItems.position);
  return rows.map(({ id }) => id);
}
