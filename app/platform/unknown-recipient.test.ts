import fc from "fast-check";
import { expect, test } from "vitest";

import { isUnknownRecipient } from "./unknown-recipient.ts";

/** Replies as mail servers word them, made for this table: 34 that name a missing recipient or domain. */
const MISSING = [
  "550 5.1.1 <ann@example.com>: Recipient address rejected: User unknown in virtual mailbox table",
  "550 5.1.1 <ann@example.com>... User unknown",
  "550-5.1.1 The email account that you tried to reach does not exist. Please check 550 5.1.1 https://help.example/blocked?p=NoSuchUser",
  "550 5.1.1 No such user here",
  "550 5.1.1",
  "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ann@example.com not found by SMTP address lookup",
  "550 5.4.1 Recipient address rejected: Access denied. AS(201806281)",
  "550 5.1.351 Remote server returned unknown recipient or mailbox unavailable -> 550 User unknown",
  "550 5.5.0 Requested action not taken: mailbox unavailable",
  "550 Requested action not taken: mailbox unavailable",
  "550 5.2.1 <ann@example.com>... User Unknown",
  "554 delivery error: dd This user doesn't have an example.com account (ann@example.com) [0]",
  "554 delivery error: dd Sorry, your message cannot be delivered. Mailbox does not exist. [-5]",
  "552 1 Requested mail action aborted, mailbox not found",
  "554 5.7.1 <ann@example.com>: User unknown",
  "550 Unrouteable address",
  "550 No such person at this address",
  "550 Unknown user",
  "550 no such mailbox here",
  "550 Invalid recipient ann@example.com",
  "553 Invalid recipient",
  "551 not our user",
  "551 5.1.6 User has moved",
  "550 5.1.3 Bad address syntax",
  "550 5.1.2 Bad destination system",
  "550 5.4.4 Invalid domain",
  "550 The account does not exist",
  "550 <ann@example.com> is not a valid mailbox",
  "550 5.0.0 User unknown",
  "550 Address rejected",
  "550 5.1.0 Address rejected ann@example.com",
  "550 Recipient not found",
  "550 User ann@example.com does not exist",
  "5.4.4 X-Postfix; Host or domain name not found. Name service error for name=example.invalid type=A: Host not found",
];

/** 38 that refuse for another reason, or for none. */
const OTHER = [
  "550 Your server 192.0.2.7 is on our block list",
  "550 SPF check failed",
  "550 DMARC check failed",
  "550 5.7.26 This mail is unauthenticated, which poses a security risk: DKIM did not pass",
  "550 Message looks like spam",
  "550 Too many connections from your host, try again later",
  "550 Virus found",
  "550 Denied by policy",
  "550 Mailbox is frozen",
  "550 Mailbox full",
  "552 5.2.2 <ann@example.com>: Mailbox full, user over quota",
  "452 4.2.2 The email account that you tried to reach is over quota",
  "550 5.1.0 <bounces@example.org> sender rejected",
  "550 5.1.0 192.0.2.7 may not send for example.org, see its SPF record",
  "550 5.1.1 192.0.2.7 has sent to too many people this hour",
  "550 550 5.7.1 Access denied",
  "550 Access denied",
  "550 5.4.4 X-Postfix; Name service error for name=example.com type=MX: Malformed or unexpected name server reply",
  "550 5.7.1 Relaying denied",
  "554 5.7.1 <ann@example.com>: Recipient address rejected: Access denied",
  "554 5.7.1 Service unavailable; Client host [192.0.2.7] blocked using a list",
  "550 5.1.8 Sender address rejected: Domain not found",
  "553 5.1.7 The sender’s address was invalid",
  "550 Verification failed for <bounces@example.org>: Unrouteable address. Sender verify failed",
  "550 5.2.1 The email account that you tried to reach is disabled",
  "550 5.2.1 Mailbox disabled, not accepting messages",
  "550 5.7.509 Access denied, sending domain does not pass DMARC verification",
  "550 5.7.1 Message rejected due to content restrictions",
  "554 5.6.0 Message content rejected",
  "552 5.3.4 Message size exceeds fixed limit",
  "550 5.4.5 Daily quota exceeded",
  "550 5.4.6 Mail loop detected",
  "450 4.2.0 <ann@example.com>: Recipient address rejected: Greylisted",
  "451 4.3.0 Try again later",
  "421 4.7.0 Temporary rate limit",
  "554 Message rejected: Email address is not verified",
  "550",
  "550 Not you",
];

test.for(MISSING)("a missing recipient: %s", (answer) => {
  expect(isUnknownRecipient(answer)).toBe(true);
});

test.for(OTHER)("another reason, or none: %s", (answer) => {
  expect(isUnknownRecipient(answer)).toBe(false);
});

test("a reply that names a block, a policy or a full mailbox never counts, whatever else it says", () => {
  const reasons = fc.constantFrom("blocked", "policy", "SPF", "DMARC", "spam", "quota", "mailbox full", "sender");
  fc.assert(
    fc.property(fc.constantFrom(...MISSING), reasons, fc.string(), (answer, reason, more) => {
      expect(isUnknownRecipient(`${answer}; ${reason} ${more}`)).toBe(false);
    }),
    { numRuns: 500, seed: 7 },
  );
});
