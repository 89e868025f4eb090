import { eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { readDatabaseClock } from "#app/db/database-clock.server.ts";
import { mails } from "#app/db/schema/mail.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/duration.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { openMailer } from "#app/platform/mail.server.ts";
import { NOW } from "#tests/builders.ts";
import { type MailServer, startMailServer } from "#tests/mail-server.ts";
import { silentLog } from "#tests/silent-log.ts";
import { test } from "#tests/test-database.ts";

import {
  deleteOldMails,
  MAIL_RETENTION_DAYS,
  type QueuedMail,
  queueMail,
  sendDueMails,
  MAIL_TRIES_MAX,
} from "./outbox.server.ts";
import { sendMailsJob } from "./send-mails.job.ts";

const SITE = "https://rowhouse.example";
/** A test server that stays silent is given up sooner than usual, but not so soon that a slow machine fails. */
const IMPATIENT = { connectMs: 10_000, silentMs: 1_000 };

let server: MailServer;

beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.setBehavior("accepts");
  server.accepted.length = 0;
});

const MAIL: QueuedMail = {
  key: "receipt:1",
  userId: null,
  to: { name: "Mia Member", address: "mia@example.com" },
  subject: "Your receipt",
  text: "Thank you.",
  html: "<p>Thank you.</p>",
};

describe("a mail", () => {
  test("is sent once, with text and HTML, however often it is queued", async ({ db }) => {
    expect(await queue(db)).toBe("queued");
    expect(await queue(db, { subject: "Another" })).toBe("queued-before");

    expect([await run(db), await run(db, 20 * MINUTE_MS)]).toEqual([1, 0]);

    const [taken] = server.accepted;
    expect(server.accepted).toHaveLength(1);
    expect(taken?.to).toEqual(["mia@example.com"]);
    expect(taken?.raw).toContain("Subject: Your receipt");
    expect(taken?.raw).toContain("From: Rowhouse <hello@rowhouse.example>");
    expect(taken?.raw).toMatch(/text\/plain[\s\S]+Thank you\.[\s\S]+text\/html[\s\S]+<p>Thank you\.<\/p>/);
    expect(await stateOf(db)).toMatchObject({ sentAt: NOW, tryAt: null, tries: 1 });
  });

  test("has one receiver and one subject, even with header injection in a name", async ({ db }) => {
    const name = 'Eve", <eve@example.com>, x\r\nBcc: all@example.com';
    await queue(db, { to: { name, address: "mia@example.com" }, subject: "Hello\r\nBcc: all@example.com\r\n\r\nBuy" });

    await run(db);

    const [{ to, raw } = { to: [], raw: "" }] = server.accepted;
    expect(to).toEqual(["mia@example.com"]);
    expect(raw).not.toMatch(/^(?:bcc|cc):/im);
    expect(raw).toContain("Subject: Hello Bcc: all@example.com Buy");
  });

  test("isn't queued for an invalid address", async ({ db }) => {
    for (const address of [
      "",
      "mia",
      "mia@example.com, eve@example.com",
      "mia@example.com\r\nRCPT TO:<eve@example.com>",
    ]) {
      expect(await queue(db, { to: { name: "Mia", address } })).toBe("no-address");
    }
    expect(await db.$count(mails)).toBe(0);
  });

  test("is held and never sent without a mail server, not even once there is one", async ({ db }) => {
    await queue(db);
    await sendMailsJob.run({ db, now: NOW, log: silentLog(), env: readEnv({}) });

    expect(await run(db, DAY_MS)).toBe(0);
    expect(server.accepted).toEqual([]);
  });
});

test("an instance without a mail server doesn't hold mails of another instance that has one", async ({ db }) => {
  await queue(db, { key: "first" });
  await run(db);
  await queue(db, { key: "second" });

  await sendMailsJob.run({ db, now: NOW, log: silentLog(), env: readEnv({}) });

  expect([await run(db), server.accepted.length]).toEqual([1, 2]);
});

describe("a mail server", () => {
  test.for(["greeting", "sender"] as const)(
    "that refuses us at the %s loses no mail, and isn't tried for the next one",
    async (at, { db }) => {
      await queue(db, { key: "first" });
      await queue(db, { key: "second" });
      server.setBehavior({ says: at === "greeting" ? 554 : 550, at });

      expect(await run(db)).toBe(0);
      const tries = await db.select({ tries: mails.tries, gaveUpAt: mails.gaveUpAt }).from(mails);
      expect(tries.toSorted((a, b) => a.tries - b.tries)).toEqual([
        { tries: 0, gaveUpAt: null },
        { tries: 1, gaveUpAt: null },
      ]);
      server.setBehavior("accepts");
      expect(await run(db, DAY_MS)).toBe(2);
    },
  );

  test.for<{ says: number; text: string; at?: "receiver" }>([
    // Postfix reports problems with the session only after the receiver.
    { says: 530, text: "Must issue a STARTTLS command first", at: "receiver" },
    { says: 535, text: "Authentication credentials invalid", at: "receiver" },
    { says: 538, text: "Encryption required for requested authentication mechanism", at: "receiver" },
    { says: 550, text: "5.7.1 Relaying denied", at: "receiver" },
    { says: 554, text: "5.7.1 Service unavailable; client host blocked", at: "receiver" },
    { says: 530, text: "5.7.0 Authentication required" },
    { says: 554, text: "Message rejected: Email address is not verified. The following identities failed the check" },
  ])("that answers $says $text refuses us, not the mail", async (refusal, { db }) => {
    await queue(db, { key: "first" });
    await queue(db, { key: "second" });
    server.setBehavior(refusal);

    expect(await run(db)).toBe(0);

    const tries = await db.select({ tries: mails.tries, gaveUpAt: mails.gaveUpAt }).from(mails);
    expect(tries.toSorted((a, b) => a.tries - b.tries)).toEqual([
      { tries: 0, gaveUpAt: null },
      { tries: 1, gaveUpAt: null },
    ]);
    server.setBehavior("accepts");
    expect(await run(db, DAY_MS)).toBe(2);
  });

  test.for(["5.1.1 No such user", "No such user", "5.2.1 Mailbox disabled, code 25.7.1"])(
    "that answers 550 %s is tried once",
    async (text, { db }) => {
      await queue(db);
      server.setBehavior({ says: 550, text, at: "receiver" });
      await run(db);

      expect(await stateOf(db)).toMatchObject({ tries: 1, gaveUpAt: NOW });
    },
  );

  test("that rejects a receiver is tried once, and the mail is given up", async ({ db }) => {
    await queue(db);
    server.setBehavior({ says: 550, at: "receiver" });
    await run(db);

    expect(await stateOf(db)).toMatchObject({ tries: 1, gaveUpAt: NOW, tryAt: null });
  });

  test("that rejects a mail is tried once, and the mail is given up", async ({ db }) => {
    await queue(db);
    server.setBehavior({ says: 550 });

    expect([await run(db), await run(db, DAY_MS)]).toEqual([0, 0]);

    expect(await stateOf(db)).toMatchObject({ tries: 1, gaveUpAt: NOW, sentAt: null, tryAt: null });
    expect((await stateOf(db)).problem).toContain("550");
  });

  test("that answers with a temporary error gets the mail later, with growing pauses", async ({ db }) => {
    await queue(db);
    server.setBehavior({ says: 451 });
    await run(db);
    expect(await run(db, MINUTE_MS - 1)).toBe(0);
    expect((await stateOf(db)).tries).toBe(1);
    await run(db, MINUTE_MS);
    expect((await stateOf(db)).tryAt).toEqual(new Date(NOW.getTime() + 3 * MINUTE_MS));

    server.setBehavior("accepts");
    expect([await run(db, 3 * MINUTE_MS), server.accepted.length]).toEqual([1, 1]);
  });

  test("that always answers with a temporary error is given up after the maximum of tries", async ({ db }) => {
    await queue(db);
    server.setBehavior({ says: 451 });
    for (let day = 0; day < MAIL_TRIES_MAX + 2; day += 1) await run(db, day * DAY_MS);

    const mail = await stateOf(db);
    expect(mail.tries).toBe(MAIL_TRIES_MAX);
    expect(mail.gaveUpAt).toEqual(new Date(NOW.getTime() + (MAIL_TRIES_MAX - 1) * DAY_MS));
  });

  test.for(["silent", "dies"] as const)(
    "that %s in the middle loses nothing: the same mail is sent again",
    async (temper, { db }) => {
      await queue(db);
      server.setBehavior(temper);
      const connections = server.receivedCount();
      expect(await run(db, 0, temper === "silent" ? IMPATIENT : undefined)).toBe(0);
      expect(server.receivedCount()).toBe(connections + 1);
      const { id, problem } = await stateOf(db);
      expect(problem).not.toBeNull();

      server.setBehavior("accepts");
      await run(db, MINUTE_MS);

      expect(server.accepted).toHaveLength(1);
      expect(server.accepted[0]?.raw).toContain(`Message-ID: <${id}@rowhouse.example>`);
    },
  );

  test("that is unreachable fails only the first mail, and the others wait", async ({ db }) => {
    for (const key of ["a", "b", "c"]) await queue(db, { key });
    const settings = { ...server.settings, smtpUrl: "smtp://127.0.0.1:1" };

    await sendDueMails(db, { settings, siteUrl: SITE, now: () => NOW, log: silentLog() });

    const tries = await db.select({ tries: mails.tries }).from(mails).orderBy(mails.tries);
    expect(tries.map((row) => row.tries)).toEqual([0, 0, 1]);
  });
});

test("a mail taken by a process that died is sent by the next one after the lease", async ({ db }) => {
  await queue(db);
  const dead = () => Promise.reject(new Error("The process was killed"));
  await expect(
    sendDueMails(db, {
      settings: server.settings,
      siteUrl: SITE,
      now: () => NOW,
      log: silentLog(),
      mailer: { send: dead, close: () => {} },
    }),
  ).rejects.toThrow("killed");

  expect(await run(db, 5 * MINUTE_MS)).toBe(0);
  expect(await run(db, 10 * MINUTE_MS)).toBe(1);
});

test("of two processes whose clocks are an hour apart neither takes a mail that the other is sending", async ({
  db,
}) => {
  await queueMail(db, MAIL, new Date("2020-01-01T00:00:00Z"));
  const clockOf = (ownAt: string) => readDatabaseClock(db, () => Date.parse(ownAt));
  const fastClock = await clockOf("2030-01-01T12:00:00Z");
  const slowClock = await clockOf("2030-01-01T11:00:00Z");
  let sentByFast = -1;
  const accepting = (work: () => Promise<unknown>) => ({
    send: async () => {
      await work();
      return { outcome: "accepted" } as const;
    },
    close: () => {},
  });

  const sendByFastClock = () =>
    sendDueMails(db, { ...sending(), now: fastClock, mailer: accepting(async () => {}) }).then((count) => {
      sentByFast = count;
    });
  const sentBySlow = await sendDueMails(db, { ...sending(), now: slowClock, mailer: accepting(sendByFastClock) });

  expect([sentBySlow, sentByFast]).toEqual([1, 0]);
  expect((await stateOf(db)).tries).toBe(1);
});

describe("a sender that should stop", () => {
  test("takes no more mails, and records the current ones", async ({ db }) => {
    for (const key of ["a", "b", "c", "d", "e", "f", "g", "h"]) await queue(db, { key });
    const stopping = new AbortController();
    let handedOver = 0;
    const send = () => {
      handedOver += 1;
      if (handedOver === 3) stopping.abort();
      return Promise.resolve({ outcome: "accepted" } as const);
    };

    const { signal } = stopping;
    await sendDueMails(db, { ...sending(), signal, mailer: { send, close: () => {} } });

    expect(handedOver).toBeLessThan(8);
    expect(await db.$count(mails, isNotNull(mails.sentAt))).toBe(handedOver);
    expect(await db.$count(mails, eq(mails.tries, 0))).toBe(8 - handedOver);
  });

  test("stops at its time limit", async ({ db }) => {
    await queue(db);

    expect(await sendDueMails(db, { ...sending(), endsAt: NOW.getTime() })).toBe(0);
    expect((await stateOf(db)).tries).toBe(0);
  });
});

test("a server that never finishes a mail is given up, and the mail isn't", async ({ db }) => {
  await queue(db);
  server.setBehavior("silent");
  expect(await run(db, 0, { mailMs: 400 })).toBe(0);

  expect(await stateOf(db)).toMatchObject({ gaveUpAt: null, isUnaccepted: false, tries: 1 });
  server.setBehavior("accepts");
  expect(await run(db, MINUTE_MS)).toBe(1);
});

test("old mails are deleted, whatever their status", async ({ db }) => {
  await queue(db);
  await deleteOldMails(db, new Date(NOW.getTime() + MAIL_RETENTION_DAYS * DAY_MS));
  expect(await db.$count(mails)).toBe(1);
  await deleteOldMails(db, new Date(NOW.getTime() + MAIL_RETENTION_DAYS * DAY_MS + 1));
  expect(await db.$count(mails)).toBe(0);
});

function queue(db: Database, mail: Partial<QueuedMail> = {}) {
  return queueMail(db, { ...MAIL, ...mail }, NOW);
}

function sending() {
  return { settings: server.settings, siteUrl: SITE, now: () => NOW, log: silentLog() };
}

function run(db: Database, afterMs = 0, limits?: Parameters<typeof openMailer>[1]): Promise<number> {
  const now = () => new Date(NOW.getTime() + afterMs);
  const mailer = openMailer(server.settings, limits);
  return sendDueMails(db, { settings: server.settings, siteUrl: SITE, now, log: silentLog(), mailer });
}

async function stateOf(db: Database) {
  const [mail] = await db.select().from(mails).where(eq(mails.key, MAIL.key));
  if (mail === undefined) throw new Error("The mail is not there");
  return mail;
}
