import PostalMime, { type Email } from "postal-mime";

import { toOneLine } from "#app/platform/mail.server.ts";
import { isUnknownRecipient } from "#app/platform/unknown-recipient.ts";

import { hasBounceToken } from "./bounce-address.server.ts";

/**
 * How much of a message is read. The report comes before the copy of our mail, and those of Postfix, Exim, Exchange
 * and Gmail take only a few kilobytes.
 */
export const RETURNED_BYTES_MAX = 256 * 1024;

/** The limit for the text of a report that doesn't follow RFC 3464. */
const TEXT_CHARACTERS_MAX = 20_000;

const ANSWER_CHARACTERS_MAX = 300;

/** Receivers per report. Our mails have one, but the address may forward to several. */
const RECEIVERS_MAX = 100;

/**
 * The verdict on our mail. "no-receiver": no such address. "undelivered": given up otherwise. "delayed": still
 * trying. "arrived": delivered to somebody. "no-report": a reply or an absence note.
 */
export const VERDICTS = ["no-receiver", "undelivered", "delayed", "arrived", "no-report"] as const;
export type Verdict = (typeof VERDICTS)[number];

export type ReturnedMail = {
  verdict: Verdict;
  /** The mail server's answer; may be empty. */
  response: string;
  /** The address it was returned to, if a header says so and it has a token. */
  address: string | null;
};

/**
 * Reads a message sent to MAIL_BOUNCES. Never throws: what can't be parsed is "no-report".
 *
 * @param message The whole message, or its first `RETURNED_BYTES_MAX`.
 */
export async function readReturnedMail(message: Uint8Array): Promise<ReturnedMail> {
  const mail = await parseMessage(message);
  if (mail === null) return { ...NO_REPORT, address: null };
  return { ...verdictOf(mail), address: addressOf(mail) };
}

type ServerVerdict = Pick<ReturnedMail, "verdict" | "response">;
const NO_REPORT: ServerVerdict = { verdict: "no-report", response: "" };

async function parseMessage(message: Uint8Array): Promise<Email | null> {
  try {
    return await PostalMime.parse(message.subarray(0, RETURNED_BYTES_MAX), { forceRfc822Attachments: true });
  } catch {
    // The parser throws a plain `Error` for messages with too deep nesting or too many headers, which are made to
    // exhaust it.
    return null;
  }
}

/** Headers with the envelope receiver. Source: postconf(5), prepend_delivered_header; Exim, envelope_to_add. */
const RECEIVER_HEADERS = ["x-original-to", "delivered-to", "envelope-to", "to"];

function addressOf(mail: Email): string | null {
  for (const key of RECEIVER_HEADERS) {
    for (const { value } of mail.headers.filter((header) => header.key === key)) {
      const found = value.split(/[\s,;<>"()]+/).find(hasBounceToken);
      if (found !== undefined) return found;
    }
  }
  return null;
}

function verdictOf(mail: Email): ServerVerdict {
  const report = mail.attachments.find(({ mimeType }) => mimeType === "message/delivery-status");
  if (report !== undefined) {
    const text = typeof report.content === "string" ? report.content : new TextDecoder().decode(report.content);
    return verdictFromReport(text);
  }
  // Checked before automatic replies, because Exim's reports are marked like absence notes.
  if (header(mail, "x-failed-recipients") !== null) return verdictFromText(mail.text ?? "");
  const isReceipt = mail.attachments.some(({ mimeType }) => mimeType === "message/disposition-notification");
  if (isReceipt || !isFromMailServer(mail)) return NO_REPORT;
  const beginning = `${mail.subject ?? ""}\n${(mail.text ?? "").slice(0, BEGINNING_CHARACTERS)}`;
  // A few servers mark their reports like absence notes.
  if (isAutomaticAnswer(mail) && !UNDELIVERED.test(beginning)) return NO_REPORT;
  return DELAY.test(beginning) ? { verdict: "delayed", response: "" } : verdictFromText(mail.text ?? "");
}

/** Where a report says what happened, before the answers of servers. */
const BEGINNING_CHARACTERS = 600;
/** "Warning: message 1abc delayed 24 hours": it may still arrive. */
const DELAY = /\bdelay(?:ed)?\b|\bcould not send message for past\b|\b(?:still|keep) trying\b|\bwill be retried\b/i;
const UNDELIVERED =
  /\b(?:could ?n[o’']t|can ?not|unable to|failed to) (?:be )?deliver|\bdelivery (?:has |to \S+ )?failed\b|\bundeliver(?:able|ed)\b|\bfailed permanently\b/i;

function header(mail: Email, key: string): string | null {
  return mail.headers.find((each) => each.key === key)?.value ?? null;
}

/** Source: RFC 3834, 5. The other headers are older conventions. */
function isAutomaticAnswer(mail: Email): boolean {
  const isAnswer = /^auto-replied\b/i.test(header(mail, "auto-submitted") ?? "");
  const isOlder = ["x-autoreply", "x-autorespond", "x-vacation"].some((key) => header(mail, key) !== null);
  return isAnswer || isOlder || /^(?:auto_reply|auto-reply)\b/i.test(header(mail, "precedence") ?? "");
}

function isFromMailServer(mail: Email): boolean {
  return /^(?:mailer-daemon|postmaster)@/i.test(mail.from?.address ?? "");
}

/** Field groups of a report; all but the first are about one receiver each. Source: RFC 3464, 2.1. */
function verdictFromReport(text: string): ServerVerdict {
  const groups = text.split(/\r?\n[ \t]*(?:\r?\n)+/).map(fieldsOf);
  const verdicts = groups
    .filter((fields) => fields.has("action") || fields.has("status"))
    .slice(0, RECEIVERS_MAX)
    .map(verdictOfReceiver);
  // The mildest verdict counts: a forwarding address exists while one of its receivers does.
  const mildest = MILDEST_FIRST.flatMap((verdict) => verdicts.find((each) => each.verdict === verdict) ?? [])[0];
  return mildest ?? NO_REPORT;
}

const MILDEST_FIRST: readonly Verdict[] = ["arrived", "delayed", "undelivered", "no-receiver"];

function fieldsOf(group: string): Map<string, string> {
  const lines = group.replaceAll(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  const fields = lines.flatMap((line): [string, string][] => {
    const [, name, value] = /^([A-Za-z-]{1,60}):[ \t]*(.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value.trim()]];
  });
  return new Map(fields);
}

function verdictOfReceiver(fields: Map<string, string>): ServerVerdict {
  const action = fields.get("action")?.toLowerCase() ?? "";
  const [, answer] = /^smtp;\s*(.*)$/is.exec(fields.get("diagnostic-code") ?? "") ?? [];
  const code = /^\d\.\d{1,3}\.\d{1,3}/.exec(fields.get("status") ?? "")?.[0] ?? "";
  const response = toOneLine(answer ?? fields.get("diagnostic-code") ?? code, ANSWER_CHARACTERS_MAX);
  if (/^(?:delivered|relayed|expanded)\b/.test(action) || code.startsWith("2."))
    return { verdict: "arrived", response };
  if (/^delayed\b/.test(action)) return { verdict: "delayed", response };
  // The report's code is what its server made of the answer.
  const isAnswered = answer !== undefined && /^\d{3}\b/.test(answer);
  const reply = isAnswered ? answer : `${code} ${fields.get("diagnostic-code") ?? ""}`;
  return { verdict: isUnknownRecipient(reply) ? "no-receiver" : "undelivered", response };
}

/** Where the copy of our own mail begins, which is no part of the report. */
const COPY = /^-{2,}[^\n]*\b(?:copy|message|original)\b[^\n]*$/im;
/** A server's answer: with an extended code anywhere, or without one at the start of a line or after a colon. */
const ANSWER = /\b[45]\d\d[ -][45]\.\d{1,3}\.\d{1,3}\b[^\n]*|(?:^|(?<=:))[ \t]*[45][05]\d[ -][^\n]*/m;
/** The line with qmail's code, and the one below the receiver's address. */
const REASONS = [/^([^\n]*\(#[45]\.\d{1,3}\.\d{1,3}\))/m, /^[ \t]*<?[^\s<>@]{1,64}@[^\s<>]{1,255}\r?\n([^\n]+)/m];

/** The verdict from the text of a report without a machine-readable part. */
function verdictFromText(whole: string): ServerVerdict {
  const text = (whole.split(COPY)[0] ?? "").slice(0, TEXT_CHARACTERS_MAX);
  const answer = ANSWER.exec(text)?.[0].trim();
  if (answer !== undefined) {
    const response = toOneLine(answer, ANSWER_CHARACTERS_MAX);
    return { verdict: isUnknownRecipient(answer) ? "no-receiver" : "undelivered", response };
  }
  // As qmail and Exim write it if they asked no other server.
  const said = REASONS.map((reason) => reason.exec(text)?.[1]?.trim()).find((found) => found !== undefined) ?? "";
  const response = toOneLine(said, ANSWER_CHARACTERS_MAX);
  return { verdict: isUnknownRecipient(said) ? "no-receiver" : "undelivered", response };
}
