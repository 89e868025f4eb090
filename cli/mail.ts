import { verifyBounceAddress } from "#app/core/mail/bounce-address.server.ts";
import { readReturnedMail, RETURNED_BYTES_MAX, type Verdict, VERDICTS } from "#app/core/mail/returned-mail.server.ts";
import {
  type ReturnOutcome,
  recordReturnedNewsletter,
} from "#app/desk/newsletter/sending/returned-newsletter.server.ts";

import type { CommandInput } from "./with-database.ts";

const USAGE = `Usage: npm run --silent cli -- mail bounce [ADDRESS] < MESSAGE
       npm run --silent cli -- mail verdict FILE

  Records a bounced newsletter. ADDRESS is the address that the bounce was sent to (MAIL_BOUNCES with a token). Without it, the
  address is read from the message's headers (X-Original-To, Delivered-To, Envelope-To, To). "verdict" only prints how a
  saved message is read: ${VERDICTS.join(", ")}, and the server's answer.`;

/**
 * Exit codes for mail servers that pipe a message into the command. They bounce or drop it, but 75 makes them retry later.
 * Source: sysexits.h; pipe(8) and local(8) of Postfix, 48.3 of Exim.
 */
const USAGE_WRONG = 64;
const UNREADABLE = 65;
const NO_SUCH_ADDRESS = 67;
const TRY_AGAIN = 75;

const ACTOR = { kind: "command" as const, id: "mail-bounce" };

/** Limit of an email address. Source: RFC 5321, 4.5.3.1.3. */
const ADDRESS_CHARACTERS_MAX = 254;

type Run = (words: string[]) => Promise<number>;

/**
 * `mail bounce`: reads a message from standard input, and opens the database only to record the result.
 *
 * @param run Records it; see `mailCommand`.
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
    print("Standard input has no message.");
    return UNREADABLE;
  }
  const { verdict, response: said, address: found } = await readReturnedMail(message);
  const address = given ?? found;
  if (address === null || address.length > ADDRESS_CHARACTERS_MAX) {
    print("The message doesn’t have the bounce address. Give it after “bounce”.");
    return UNREADABLE;
  }
  try {
    return await run(["returned", address, verdict, said]);
  } catch (error) {
    // With any database problem, the mail server keeps the message and retries.
    print(error instanceof Error ? error.message : String(error));
    return TRY_AGAIN;
  }
}

/** `mail verdict FILE`: how a saved message is read. Records nothing, and needs no database. */
export async function printVerdict(
  words: readonly string[],
  { readFile, print }: { readFile: (path: string) => Promise<Uint8Array>; print: (line: string) => void },
): Promise<number> {
  const [verb, path, ...more] = words;
  if (verb !== "verdict" || path === undefined || more.length > 0) {
    print(USAGE);
    return USAGE_WRONG;
  }
  try {
    const { verdict, response } = await readReturnedMail(await readFile(path));
    print(response === "" ? verdict : `${verdict}: ${response}`);
    return 0;
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    print(`${path} can’t be read.`);
    return UNREADABLE;
  }
}

/** Reads the whole input, so that the writer is not interrupted, and returns the beginning. */
async function firstBytes(input: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of input) {
    if (bytes < RETURNED_BYTES_MAX) parts.push(part.subarray(0, RETURNED_BYTES_MAX - bytes));
    bytes += part.length;
  }
  return Buffer.concat(parts);
}

/** `mail returned ADDRESS VERDICT TEXT`: the result of `mail bounce`, for the process that has the database. */
export async function mailCommand({ opened, args: words, print }: CommandInput): Promise<number> {
  const [verb, address = "", verdict, said = "", ...more] = words;
  const read = VERDICTS.find((each) => each === verdict);
  if (verb !== "returned" || read === undefined || more.length > 0) {
    print(USAGE);
    return USAGE_WRONG;
  }
  const mailId = await verifyBounceAddress(opened.db, address);
  if (mailId === null) {
    print(`${JSON.stringify(address)} is not a bounce address of this site.`);
    return NO_SUCH_ADDRESS;
  }
  const outcome = await recordReturnedNewsletter(opened.db, {
    mailId,
    verdict: read,
    response: said,
    actor: ACTOR,
    now: new Date(),
  });
  print(outcome === "nothing" ? UNCHANGED_MESSAGES[read] : OUTCOME_MESSAGES[outcome]);
  return outcome === "unknown" ? NO_SUCH_ADDRESS : 0;
}

const OUTCOME_MESSAGES: Record<Exclude<ReturnOutcome, "nothing">, string> = {
  ended: "The address doesn’t exist, for the second time. It gets no more newsletters.",
  counted: "The address doesn’t exist. After one more bounce it gets no more newsletters.",
  noted: "Not delivered. Counted for the issue, but not against the address.",
  "too-many": "Most of this issue bounced, so the problem is probably on our side. No address was removed.",
  unknown: "The original mail is no longer stored, so nothing was recorded.",
};

const UNCHANGED_MESSAGES: Record<Verdict, string> = {
  "no-receiver": "Already recorded. Nothing changed.",
  undelivered: "Already recorded. Nothing changed.",
  delayed: "Delayed; the mail server keeps trying. Nothing changed.",
  arrived: "Delivered. Nothing changed.",
  "no-report": "Not a delivery report, such as an absence note. Nothing changed.",
};
