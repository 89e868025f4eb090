import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { readReturnedMail, RETURNED_BYTES_MAX } from "./returned-mail.server.ts";

const BOUNCE_ADDRESS = "bounces+00000000000040008000000000000001aaaabbbbccccdddd@rowhouse.example";

describe("a report of a mail server (RFC 3464)", () => {
  test.for([
    ["failed", "5.1.1", "smtp; 550 5.1.1 <mia@example.com>: Recipient address rejected: unknown", "no-receiver"],
    ["failed", "5.0.0", "smtp; 550 No such person here", "no-receiver"],
    ["failed", "5.1.10", "smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found", "no-receiver"],
    ["failed", "5.1.1", 'X-Postfix; unknown user: "mia"', "no-receiver"],
    ["failed", "5.4.4", "X-Postfix; Host or domain name not found. Type=AAAA: Host not found", "no-receiver"],
    ["Failed", "5.1.3", "", "no-receiver"],
    ["failed", "5.2.2", "smtp; 552 5.2.2 Mailbox full", "undelivered"],
    ["failed", "5.7.1", "smtp; 550 5.7.1 Blocked by our list", "undelivered"],
    ["failed", "5.1.1", "smtp; 550 Your server is on our block list", "undelivered"],
    ["failed", "5.4.4", "X-Postfix; Name service error for name=a.example: Malformed name server reply", "undelivered"],
    ["failed", "5.4.1", "smtp; 550 5.4.1 Recipient address rejected: Access denied", "no-receiver"],
    ["failed", "5.1.8", "smtp; 550 5.1.8 Sender address rejected", "undelivered"],
    ["failed", "4.4.7", "smtp; 451 4.3.0 Try again later", "undelivered"],
    ["failed", "not a code", "", "undelivered"],
    ["delayed", "4.4.1", "X-Postfix; connect to mx.example.com: Connection timed out", "delayed"],
    ["relayed", "2.0.0", "", "arrived"],
    ["delivered (to mailbox)", "2.1.5", "", "arrived"],
  ])("with %s, %s, %s is read as %s", async ([action = "", status = "", diagnostic = "", verdict]) => {
    const report = await read(postfixLike([{ action, status, diagnostic }]));

    expect(report).toMatchObject({ verdict, address: BOUNCE_ADDRESS });
  });

  test("returns the server's answer as one line of limited length", async () => {
    const diagnostic = `smtp; 550 5.1.1 Unknown\r\n    ${"so ".repeat(300)}`;

    const { verdict, response } = await read(postfixLike([{ action: "failed", status: "5.1.1", diagnostic }]));

    expect(verdict).toBe("no-receiver");
    expect(response).toMatch(/^550 5\.1\.1 Unknown so so .*…$/);
    expect(response.length).toBeLessThanOrEqual(300);
  });

  test("about several receivers gives the mildest verdict", async () => {
    const gone = { action: "failed", status: "5.1.1", diagnostic: "smtp; 550 5.1.1 Unknown" };
    const full = { action: "failed", status: "5.2.2", diagnostic: "smtp; 552 5.2.2 Full" };
    const there = { action: "relayed", status: "2.0.0", diagnostic: "" };

    expect((await read(postfixLike([gone, there, full]))).verdict).toBe("arrived");
    expect((await read(postfixLike([gone, full]))).verdict).toBe("undelivered");
    expect((await read(postfixLike([gone, gone]))).verdict).toBe("no-receiver");
  });

  test("cut after its code is still read, and cut before it is no report", async () => {
    const whole = postfixLike([{ action: "failed", status: "5.1.1", diagnostic: "smtp; 550 5.1.1 Unknown" }]);

    expect((await read(whole.slice(0, whole.indexOf("5.1.1") + "5.1.1".length))).verdict).toBe("no-receiver");
    expect((await read(whole.slice(0, whole.indexOf("Final-Recipient")))).verdict).toBe("no-report");
  });

  test("with a copy larger than the limit is still read", async () => {
    const gone = { action: "failed", status: "5.1.1", diagnostic: "smtp; 550 5.1.1 Unknown" };
    const huge = postfixLike([gone], "A line of the newsletter that came back.\r\n".repeat(200_000));
    expect(huge.length).toBeGreaterThan(20 * RETURNED_BYTES_MAX);

    expect((await read(huge)).verdict).toBe("no-receiver");
  });

  test("inside a forwarded copy of our own mail isn't trusted", async () => {
    const inner = postfixLike([{ action: "failed", status: "5.1.1", diagnostic: "smtp; 550 5.1.1 Unknown" }]);
    const outer = [
      `To: ${BOUNCE_ADDRESS}`,
      "From: Mia <mia@example.com>",
      "Subject: Fwd: Undelivered",
      "Content-Type: message/rfc822",
      "",
      inner,
    ].join("\r\n");

    expect((await read(outer)).verdict).toBe("no-report");
  });
});

describe("a report without a machine-readable part", () => {
  test.for([
    ["550 5.1.1 The account does not exist", "no-receiver"],
    ["550 No such user", "no-receiver"],
    ["552 5.2.2 Over quota", "undelivered"],
    ["451 4.3.2 Not now, retry timeout exceeded", "undelivered"],
  ])("from Exim, with %s, is %s", async ([answer = "", verdict]) => {
    expect(await read(eximLike(`host mx.example.com [192.0.2.1]: ${answer}`))).toMatchObject({
      verdict,
      response: answer,
      address: BOUNCE_ADDRESS,
    });
  });

  test("from Exim without another server is read by its text", async () => {
    expect((await read(eximLike("Unrouteable address"))).verdict).toBe("no-receiver");
    expect((await read(eximLike("retry timeout exceeded"))).verdict).toBe("undelivered");
  });

  test("from qmail is read by its code, not by the copy of our mail below it", async () => {
    const written = (code: string) =>
      plain({ from: "MAILER-DAEMON@mx.example.com", subject: "failure notice" }, [
        "Hi. This is the qmail-send program at mx.example.com.",
        "<mia@example.com>:",
        `Sorry, I wasn't able to do it. (#${code})`,
        "--- Below this line is a copy of the message.",
        "550 5.1.1 cherry trees bloom in Washington.",
      ]);

    expect((await read(written("5.1.1"))).verdict).toBe("no-receiver");
    expect((await read(written("5.2.2"))).verdict).toBe("undelivered");
  });

  test("marked like an absence note is a report by its first words", async () => {
    const more = { "Auto-Submitted": "auto-replied" };
    const report = (problem: string) =>
      plain({ from: "Mailer-Daemon@mx.example.com", subject: "WARNING: Mail could not be delivered", more }, [
        "A message that you sent could not be delivered to the address below.",
        "",
        "  mia@example.com",
        `    host mx.example.com [192.0.2.1]: ${problem}`,
      ]);

    expect((await read(report("550 5.1.1 User unknown"))).verdict).toBe("no-receiver");
    expect((await read(report("550 Denied by policy"))).verdict).toBe("undelivered");
  });

  test('that warns of a delay is "delayed"', async () => {
    const warning = plain({ from: "Mailer-Daemon@mx.example.com", subject: "Warning: message delayed 24 hours" }, [
      "host mx.example.com [192.0.2.1]: 550 5.1.1 is what it may come to",
    ]);

    expect((await read(warning)).verdict).toBe("delayed");
  });
});

describe("a message that is no report", () => {
  test.for([
    ["an absence note", "Mia <mia@example.com>", { "Auto-Submitted": "auto-replied (vacation)" }],
    ["an absence note that says so in its own way", "Mia <mia@example.com>", { "X-Autoreply": "yes" }],
    ["an absence note of a postmaster", "postmaster@example.com", { "Auto-Submitted": "auto-replied" }],
    ["what a person writes", "Mia <mia@example.com>", {}],
    ["what claims to be ours", "hello@rowhouse.example", { Precedence: "bulk" }],
  ] as const)("is recognized: %s", async ([, from, more]) => {
    const note = plain({ from, subject: "Away", more }, [
      "I am away until Monday. Our old address said: 550 5.1.1 User unknown.",
    ]);

    expect(await read(note)).toEqual({ verdict: "no-report", response: "", address: BOUNCE_ADDRESS });
  });

  test("can be a read receipt", async () => {
    const note = postfixLike([{ action: "failed", status: "5.1.1", diagnostic: "" }])
      .replace("report-type=delivery-status", "report-type=disposition-notification")
      .replace("message/delivery-status", "message/disposition-notification");

    expect((await read(note)).verdict).toBe("no-report");
  });

  test("can be any bytes, and parsing them ends", async () => {
    const bytes = fc.uint8Array({ maxLength: 4_000 });
    const mime = fc
      .array(
        fc.constantFrom("--x\r\n", "Content-Type: multipart/report; boundary=x\r\n", "\r\n", "\0", "Action:", "5.1.1"),
      )
      .map((parts) => Buffer.from(parts.join("")));
    await fc.assert(
      fc.asyncProperty(fc.oneof(bytes, mime), async (message) => {
        expect((await readReturnedMail(message)).address).toBeNull();
      }),
      { numRuns: 300, seed: 7 },
    );
    const deep = Array.from(
      { length: 400 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    );
    expect((await read(deep.join(""))).verdict).toBe("no-report");
    expect((await read(`${"X-Many: headers\r\n".repeat(200_000)}\r\n`)).verdict).toBe("no-report");
  });
});

test("the address comes from the delivery headers before the To header", async () => {
  const other = BOUNCE_ADDRESS.replace("aaaa", "eeee");
  const from = (lines: string[]) => [...lines, "From: mia@example.com", "", "Hello."].join("\r\n");

  expect((await read(from([`To: <${other}>`, `X-Original-To: ${BOUNCE_ADDRESS}`]))).address).toBe(BOUNCE_ADDRESS);
  expect((await read(from([`To: "Rowhouse, it is" <${BOUNCE_ADDRESS.toUpperCase()}>`]))).address).toBe(
    BOUNCE_ADDRESS.toUpperCase(),
  );
  expect((await read(from(["To: hello@rowhouse.example", "Delivered-To: mia@example.com"]))).address).toBeNull();
});

function read(text: string) {
  return readReturnedMail(Buffer.from(text));
}

type Group = { action: string; status: string; diagnostic: string };

/** A report in three parts: for people, for machines, and the mail. */
function postfixLike(
  groups: Group[],
  copy = "Subject: A week in Washington\r\n\r\n550 5.1.1 cherry trees bloom.",
): string {
  const group = ({ action, status, diagnostic }: Group) =>
    [
      "Final-Recipient: rfc822; mia@example.com",
      "Original-Recipient: rfc822;mia@example.com",
      `Action: ${action}`,
      `Status: ${status}`,
      "Remote-MTA: dns; mx.example.com",
      ...(diagnostic === "" ? [] : [`Diagnostic-Code: ${diagnostic}`]),
    ].join("\r\n");
  return [
    "Return-Path: <>",
    `X-Original-To: ${BOUNCE_ADDRESS}`,
    `Delivered-To: ${BOUNCE_ADDRESS}`,
    "From: MAILER-DAEMON@mx.rowhouse.example (Mail Delivery System)",
    "Subject: Undelivered Mail Returned to Sender",
    `To: ${BOUNCE_ADDRESS}`,
    "Auto-Submitted: auto-replied",
    "MIME-Version: 1.0",
    "Content-Type: multipart/report; report-type=delivery-status;",
    '    boundary="ABC123.1/mx.rowhouse.example"',
    "",
    "This is a MIME-encapsulated message.",
    "",
    "--ABC123.1/mx.rowhouse.example",
    "Content-Description: Notification",
    "Content-Type: text/plain; charset=us-ascii",
    "",
    "I'm sorry to have to inform you that your message could not be delivered.",
    "",
    "--ABC123.1/mx.rowhouse.example",
    "Content-Description: Delivery report",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.rowhouse.example",
    "X-Postfix-Queue-ID: ABC123",
    "Arrival-Date: Thu, 26 Nov 2026 08:00:00 +0000 (UTC)",
    "",
    groups.map(group).join("\r\n\r\n"),
    "",
    "--ABC123.1/mx.rowhouse.example",
    "Content-Description: Undelivered Message",
    "Content-Type: message/rfc822",
    "",
    copy,
    "",
    "--ABC123.1/mx.rowhouse.example--",
    "",
  ].join("\r\n");
}

/** A report from Exim: one text, and the receiver in a header. */
function eximLike(problem: string): string {
  const more = { "X-Failed-Recipients": "mia@example.com", "Auto-Submitted": "auto-replied" };
  return plain({ from: "Mail Delivery System <Mailer-Daemon@mx.example.com>", subject: "Mail delivery failed", more }, [
    "This message was created automatically by mail delivery software.",
    "",
    "A message that you sent could not be delivered to one or more of its",
    "recipients. This is a permanent error. The following address(es) failed:",
    "",
    "  mia@example.com",
    `    ${problem}`,
    "",
    "------ This is a copy of the message, including all the headers. ------",
    "",
    "Subject: A week in Washington",
    "",
    "550 5.1.1 cherry trees bloom, and no such user: 552 5.2.2 of them.",
  ]);
}

type Plain = { from: string; subject: string; more?: Readonly<Record<string, string>> };

function plain({ from, subject, more = {} }: Plain, lines: string[]): string {
  const headers = { "Envelope-To": BOUNCE_ADDRESS, From: from, Subject: subject, ...more };
  return [...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), "", ...lines, ""].join("\r\n");
}
