import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { readSecret } from "#app/db/read-secret.server.ts";
import { mails } from "#app/db/schema/mail.ts";
import { newsletterDeliveries, newsletterSubscribers } from "#app/db/schema/newsletter.ts";
import { buildBounceAddress } from "#app/core/mail/bounce-address.server.ts";
import { buildIssue, buildSubscriber } from "#app/desk/newsletter/newsletter-builders.ts";
import { NOW } from "#tests/builders.ts";
import { test, workerDatabase } from "#tests/test-database.ts";

import { mailCommand, printVerdict, readBounce } from "./mail.ts";

describe("mail bounce", () => {
  test("reads a message from standard input and counts it once", async ({ db }) => {
    const { address, subscriberId } = await sentNewsletter(db);
    const message = report(address);

    expect(await run(db, [], message)).toEqual({
      code: 0,
      said: "The address doesn’t exist. After one more bounce it gets no more newsletters.",
    });
    expect(await run(db, [], message)).toEqual({ code: 0, said: "Already recorded. Nothing changed." });
    const [subscriber] = await db
      .select()
      .from(newsletterSubscribers)
      .where(eq(newsletterSubscribers.id, subscriberId));
    expect(subscriber).toMatchObject({ bounces: 1, bounceMessage: "550 5.1.1 Unknown" });
  });

  test("prefers the given address to the message’s own", async ({ db }) => {
    const { address } = await sentNewsletter(db);

    expect(await run(db, [address], report("bounces@rowhouse.example"))).toMatchObject({ code: 0 });
  });

  test("refuses a forged address, a message without an address, and an empty message", async ({ db }) => {
    const { address } = await sentNewsletter(db);
    const forged = address.replace(/.(?=@)/, (digit) => (digit === "0" ? "1" : "0"));

    expect(await run(db, [], report(forged))).toMatchObject({
      code: 67,
      said: expect.stringContaining("not a bounce address"),
    });
    expect(await run(db, ["mia@example.com"], report(address))).toMatchObject({ code: 67 });
    expect(await run(db, [], report("bounces@rowhouse.example"))).toMatchObject({ code: 65 });
    expect(await run(db, [], "")).toMatchObject({ code: 65 });
    expect(await run(db, ["x".repeat(255)], report(address))).toMatchObject({ code: 65 });
  });

  test("refuses a bounce of a deleted mail", async ({ db }) => {
    const { address } = await sentNewsletter(db);
    await db.delete(mails);

    expect(await run(db, [], report(address))).toMatchObject({ code: 67 });
  });

  test("ignores an absence note", async ({ db }) => {
    const { address, subscriberId } = await sentNewsletter(db);
    const note = `To: ${address}\r\nFrom: mia@example.com\r\nAuto-Submitted: auto-replied\r\n\r\nAway. 550 5.1.1 Unknown\r\n`;

    expect(await run(db, [], note)).toMatchObject({ code: 0, said: expect.stringContaining("absence note") });
    expect(await db.$count(newsletterSubscribers, eq(newsletterSubscribers.bounces, 0))).toBeGreaterThan(0);
    const [subscriber] = await db
      .select()
      .from(newsletterSubscribers)
      .where(eq(newsletterSubscribers.id, subscriberId));
    expect(subscriber?.bounces).toBe(0);
  });

  test("asks the mail server to retry when the database is unavailable", async () => {
    const input = streamOf(report("bounces+x@rowhouse.example"));
    const broken = () => Promise.reject(new Error("connect ECONNREFUSED 127.0.0.1:5432"));

    expect(await readBounce(["bounce", "a@b"], { run: broken, input, print: () => {} })).toBe(75);
  });

  test.for([[], ["restore"], ["bounce", "a@b", "c"]])("prints its usage for %j", async (words) => {
    const said: string[] = [];
    const given = { run: async () => 0, input: streamOf("x"), print: (line: string) => void said.push(line) };

    expect(await readBounce([...words], given)).toBe(64);
    expect(said.join()).toContain("Usage:");
  });

  test("reads messages of any size and any bytes", async ({ db }) => {
    const { address, subscriberId } = await sentNewsletter(db);
    const binary = Buffer.concat([Buffer.from(report(address)), Buffer.alloc(3_000_000, 0xff)]);

    expect((await run(db, [], binary)).code).toBe(0);
    const [subscriber] = await db
      .select()
      .from(newsletterSubscribers)
      .where(eq(newsletterSubscribers.id, subscriberId));
    expect(subscriber?.bounces).toBe(1);
  });
});

describe("mail verdict", () => {
  test.for([
    [Buffer.from(report("bounces@rowhouse.example")), 0, "no-receiver: 550 5.1.1 Unknown"],
    [Buffer.from("From: mia@example.com\r\n\r\nHello."), 0, "no-report"],
    [Buffer.alloc(0), 0, "no-report"],
  ] as const)("prints how a file is read %#", async ([message, code, line]) => {
    expect(await verdict(["verdict", "a.eml"], async () => message)).toEqual({ code, said: line });
  });

  test("says that a file is missing, and how it is used", async () => {
    const missing = () => Promise.reject(Object.assign(new Error("no such file"), { code: "ENOENT" }));

    expect(await verdict(["verdict", "a.eml"], missing)).toEqual({ code: 65, said: "a.eml can’t be read." });
    expect(await verdict(["verdict"], missing)).toMatchObject({
      code: 64,
      said: expect.stringContaining("verdict FILE"),
    });
  });

  async function verdict(words: string[], readFile: () => Promise<Uint8Array>) {
    const said: string[] = [];
    const code = await printVerdict(words, { readFile, print: (line) => void said.push(line) });
    return { code, said: said.join("\n") };
  }
});

/** A subscriber of a sent issue, and the bounce address. */
async function sentNewsletter(db: Database) {
  const { id: subscriberId, email: toAddress } = await buildSubscriber(db);
  const issue = await buildIssue(db, {
    state: "sent",
    startedAt: NOW,
    finishedAt: NOW,
    sentCount: 1,
    slug: "a-week",
    content: {},
    bodyText: "Hello.",
    bodyHtml: "<p>Hello.</p>",
  });
  const [mail] = await db
    .insert(mails)
    .values({
      key: `newsletter:${issue.id}:${subscriberId}`,
      toName: "",
      toAddress,
      subject: "A week in Washington",
      bodyText: "Hello.",
      isBulk: true,
      queuedAt: NOW,
      sentAt: NOW,
    })
    .returning();
  await db.insert(newsletterDeliveries).values({ issueId: issue.id, subscriberId, state: "sent" });
  const given = {
    bounces: "bounces@rowhouse.example",
    mailId: mail?.id ?? "",
    secret: await readSecret(db, "bounces"),
  };
  return { subscriberId, address: buildBounceAddress(given) };
}

function report(address: string): string {
  return [
    `To: ${address}`,
    "From: MAILER-DAEMON@mx.rowhouse.example",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.rowhouse.example",
    "",
    "Final-Recipient: rfc822; mia@example.com",
    "Action: failed",
    "Status: 5.1.1",
    "Diagnostic-Code: smtp; 550 5.1.1 Unknown",
    "",
    "--b",
    "Content-Type: message/rfc822",
    "",
    "",
  ].join("\r\n");
}

async function run(db: Database, words: string[], message: string | Buffer) {
  const said: string[] = [];
  const print = (line: string) => void said.push(line);
  const opened = { ...(await workerDatabase()), db };
  const command = (args: string[]) => mailCommand({ opened, args, print });
  const code = await readBounce(["bounce", ...words], { run: command, input: streamOf(message), print });
  return { code, said: said.join("\n") };
}

async function* streamOf(message: string | Buffer): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(message);
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
