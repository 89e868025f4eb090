import { readBounceAddress } from "#app/features/mail/bounce-address.server.ts";
import {
  readReturnedMail,
  RETURNED_BYTES_MAX,
  type Verdict,
  VERDICTS,
} from "#app/features/mail/returned-mail.server.ts";
import { type NotedReturn, noteReturned } from "#app/features/newsletter/returned-newsletter.server.ts";

import type { CommandInput } from "./with-database.ts";

const USAGE = `Usage: npm run --silent cli -- mail bounce [ADDRESS] < MESSAGE

  Takes down that a newsletter came back. ADDRESS is where the message was sent to, MAIL_BOUNCES with a mark; without it, it is
  looked for in the message's header (X-Original-To, Delivered-To, Envelope-To, To).`;

/**
 * What mail servers understand of a command that they pipe a message into: below, they send it back or throw it away; 75, they
 * keep it and try again later. Source: sysexits.h; pipe(8) and local(8) of Postfix, 48.3 of Exim.
 */
const USAGE_WRONG = 64;
const UNREADABLE = 65;
const NO_SUCH_ADDRESS = 67;
const TRY_AGAIN = 75;

const ACTOR = { kind: "command" as const, id: "mail-bounce" };

/** No address is longer. Source: RFC 5321, 4.5.3.1.3. */
const ADDRESS_CHARACTERS_MAX = 254;

type Run = (words: string[]) => Promise<number>;

/**
 * `mail bounce`: reads a message from standard input, and opens the database only for what it says, in three words.
 *
 * @param run Takes that down; see `mailCommand`.
 */
export async function readBounce(
  words: string[],
  { run, input, print }: { run: Run; input: AsyncIterable<Uint8Array>; print: (line: string) => void },
): Promise<number> {
  const [verb, given, ...more] = words;
  if (verb !== "bounce" || more.length > 0) {
    print(USAGE);
    return USAGE_WRONG;
  }
  const message = await firstBytes(input);
  if (message.length === 0) {
    print("There is no message in standard input.");
    return UNREADABLE;
  }
  const { verdict, words: said, address: found } = await readReturnedMail(message);
  const address = given ?? found;
  if (address === null || address.length > ADDRESS_CHARACTERS_MAX) {
    print("The message doesn’t say to which address it came; give the address after “bounce”.");
    return UNREADABLE;
  }
  try {
    return await run(["returned", address, verdict, said]);
  } catch (error) {
    // Whatever is in the way of the database, the message waits at the mail server until it is gone.
    print(error instanceof Error ? error.message : String(error));
    return TRY_AGAIN;
  }
}

/** Reads all of it, or whoever pipes it in would be cut off, and keeps what is looked at. */
async function firstBytes(input: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of input) {
    if (bytes < RETURNED_BYTES_MAX) parts.push(part.subarray(0, RETURNED_BYTES_MAX - bytes));
    bytes += part.length;
  }
  return Buffer.concat(parts);
}

/** `mail returned ADDRESS VERDICT WORDS`: what `mail bounce` has read, for the process that has the database. */
export async function mailCommand({ opened, words, print }: CommandInput): Promise<number> {
  const [verb, address = "", verdict, said = "", ...more] = words;
  const read = VERDICTS.find((each) => each === verdict);
  if (verb !== "returned" || read === undefined || more.length > 0) {
    print(USAGE);
    return USAGE_WRONG;
  }
  const mailId = await readBounceAddress(opened.db, address);
  if (mailId === null) {
    print(`Nothing of ours comes back to ${JSON.stringify(address)}.`);
    return NO_SUCH_ADDRESS;
  }
  const outcome = await noteReturned(opened.db, { mailId, verdict: read, words: said, actor: ACTOR, now: new Date() });
  print(outcome === "nothing" ? NOTHING_NEW[read] : SAID[outcome]);
  return outcome === "unknown" ? NO_SUCH_ADDRESS : 0;
}

const SAID: Record<Exclude<NotedReturn, "nothing">, string> = {
  ended: "There is no such receiver, for the second time: they get no more newsletters.",
  counted: "There is no such receiver. At the next time they get no more newsletters.",
  noted: "It was not delivered. That is in the numbers of its issue, and not held against the address.",
  "too-many": "Most of this issue came back, which is rather about us than about them: nobody is taken off the list.",
  unknown: "The mail that came back isn’t kept any more, so it is left at that.",
};

const NOTHING_NEW: Record<Verdict, string> = {
  "no-receiver": "That is known already; nothing is changed.",
  undelivered: "That is known already; nothing is changed.",
  delayed: "It is delayed, and its mail server goes on trying; nothing is changed.",
  arrived: "It has arrived; nothing is changed.",
  "no-report": "It is no report of a mail server, such as an absence note; nothing is changed.",
};
