import PostalMime, { type Email } from "postal-mime";

import { oneLine, saysNoReceiver } from "#app/platform/mail.server.ts";

import { hasMark } from "./bounce-address.server.ts";

/**
 * So much of a message is read. What became of a mail stands before the copy of it that comes back, which is where the rest
 * would be; none of the reports of Postfix, Exim, Exchange or Gmail has more than a few kilobytes before it.
 */
export const RETURNED_BYTES_MAX = 256 * 1024;

/** The text of a report that isn't one by RFC 3464: what a person would have read by then. */
const TEXT_CHARACTERS_MAX = 20_000;

const WORDS_CHARACTERS_MAX = 300;

/** Receivers that one report tells of. A mail of ours has one, which may stand for several where it ends. */
const RECEIVERS_MAX = 100;

/**
 * What a message says of the mail that it answers. "no-receiver": for good, there is nobody of that address. "undelivered": it
 * was given up for another reason, which says nothing about the address. "delayed": its server goes on trying. "arrived": it
 * did, for somebody. "no-report": a person's answer, an absence note, or whatever else is no report at all.
 */
export const VERDICTS = ["no-receiver", "undelivered", "delayed", "arrived", "no-report"] as const;
export type Verdict = (typeof VERDICTS)[number];

export type ReturnedMail = {
  verdict: Verdict;
  /** The mail server's words; empty where it has none. */
  words: string;
  /** Where the message was sent to, if its header still says so: an address with one of our marks. */
  address: string | null;
};

/**
 * Reads a message that came to an address of MAIL_BOUNCES. Whatever it is made of, it throws nothing: what can't be read is
 * no report.
 *
 * @param message As it came, or its first `RETURNED_BYTES_MAX`.
 */
export async function readReturnedMail(message: Uint8Array): Promise<ReturnedMail> {
  const mail = await parsed(message);
  if (mail === null) return { ...NO_REPORT, address: null };
  return { ...verdictOf(mail), address: addressOf(mail) };
}

type Said = Pick<ReturnedMail, "verdict" | "words">;
const NO_REPORT: Said = { verdict: "no-report", words: "" };

async function parsed(message: Uint8Array): Promise<Email | null> {
  try {
    return await PostalMime.parse(message.subarray(0, RETURNED_BYTES_MAX), { forceRfc822Attachments: true });
  } catch {
    // It refuses what is nested too deeply or has too many headers, by a plain `Error`: made so to tire whoever reads it.
    return null;
  }
}

/** By whom it was written down where it was sent to. Source: postconf(5), prepend_delivered_header; Exim, envelope_to_add. */
const ADDRESSED_BY = ["x-original-to", "delivered-to", "envelope-to", "to"];

function addressOf(mail: Email): string | null {
  for (const key of ADDRESSED_BY) {
    for (const { value } of mail.headers.filter((header) => header.key === key)) {
      const found = value.split(/[\s,;<>"()]+/).find(hasMark);
      if (found !== undefined) return found;
    }
  }
  return null;
}

function verdictOf(mail: Email): Said {
  const report = mail.attachments.find(({ mimeType }) => mimeType === "message/delivery-status");
  if (report !== undefined) {
    const text = typeof report.content === "string" ? report.content : new TextDecoder().decode(report.content);
    return byReport(text);
  }
  // Exim's reports call themselves automatic answers as absence notes do, so that these come after them.
  if (header(mail, "x-failed-recipients") !== null) return byText(mail.text ?? "");
  if (isAutomaticAnswer(mail) || !isFromMailServer(mail)) return NO_REPORT;
  return DELAY.test(mail.subject ?? "") ? { verdict: "delayed", words: "" } : byText(mail.text ?? "");
}

/** "Warning: message 1abc delayed 24 hours": it may arrive yet. */
const DELAY = /\b(?:delay|delayed|warning)\b/i;

function header(mail: Email, key: string): string | null {
  return mail.headers.find((each) => each.key === key)?.value ?? null;
}

/** Source: RFC 3834, 5; the others are what answering machines wrote before it. */
function isAutomaticAnswer(mail: Email): boolean {
  const isAnswer = /^auto-replied\b/i.test(header(mail, "auto-submitted") ?? "");
  const isOlder = ["x-autoreply", "x-autorespond", "x-vacation"].some((key) => header(mail, key) !== null);
  return isAnswer || isOlder || /^(?:auto_reply|auto-reply)\b/i.test(header(mail, "precedence") ?? "");
}

function isFromMailServer(mail: Email): boolean {
  return /^(?:mailer-daemon|postmaster)@/i.test(mail.from?.address ?? "");
}

/** The groups of lines of a report, of which all but the first are about one receiver each. Source: RFC 3464, 2.1. */
function byReport(text: string): Said {
  const groups = text.split(/\r?\n[ \t]*(?:\r?\n)+/).map(fieldsOf);
  const said = groups
    .filter((fields) => fields.has("action") || fields.has("status"))
    .slice(0, RECEIVERS_MAX)
    .map(saidOfReceiver);
  // Who got it got it: an address that stands for several is one of somebody while one of them is there.
  const mildest = MILDEST_FIRST.flatMap((verdict) => said.find((each) => each.verdict === verdict) ?? [])[0];
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

/** A domain that there is none of: only where its server is sure does it say 5 (RFC 3463, X.4.4), else it tries again. */
const NO_RECEIVER_CODE = /^5\.(?:1\.(?:[0-36]|10)|4\.4)$/;

function saidOfReceiver(fields: Map<string, string>): Said {
  const action = fields.get("action")?.toLowerCase() ?? "";
  const [, answer] = /^smtp;\s*(.*)$/is.exec(fields.get("diagnostic-code") ?? "") ?? [];
  const code = /^\d\.\d{1,3}\.\d{1,3}/.exec(fields.get("status") ?? "")?.[0] ?? "";
  const words = oneLine(answer ?? fields.get("diagnostic-code") ?? code, WORDS_CHARACTERS_MAX);
  if (/^(?:delivered|relayed|expanded)\b/.test(action) || code.startsWith("2.")) return { verdict: "arrived", words };
  if (/^delayed\b/.test(action)) return { verdict: "delayed", words };
  const isAnswered = answer !== undefined && /^\d{3}\b/.test(answer);
  const isGone = isAnswered ? saysNoReceiver(answer) : NO_RECEIVER_CODE.test(code);
  return { verdict: isGone ? "no-receiver" : "undelivered", words };
}

/** Where the copy of our own mail begins, which says nothing about what became of it. */
const COPY = /^-{2,}[^\n]*\b(?:copy|message|original)\b[^\n]*$/im;
/** A server's answer: with its detailed code anywhere, without one where it begins a line or comes after who said it. */
const ANSWER = /\b[45]\d\d[ -][45]\.\d{1,3}\.\d{1,3}\b[^\n]*|(?:^|(?<=:))[ \t]*[45][05]\d[ -][^\n]*/m;
/** qmail's way of it. */
const CODE_IN_BRACKETS = /\(#([45]\.\d{1,3}\.\d{1,3})\)/;
/** Exim's words where no other server was asked. */
const NOBODY = /\b(?:unrouteable address|unknown user|user unknown|no such user)\b/i;

/** What the text of a report says that has no part for programs. */
function byText(whole: string): Said {
  const text = (whole.split(COPY)[0] ?? "").slice(0, TEXT_CHARACTERS_MAX);
  const answer = ANSWER.exec(text)?.[0].trim();
  if (answer !== undefined) {
    const words = oneLine(answer, WORDS_CHARACTERS_MAX);
    return { verdict: saysNoReceiver(answer) ? "no-receiver" : "undelivered", words };
  }
  const code = CODE_IN_BRACKETS.exec(text)?.[1];
  if (code !== undefined) {
    return { verdict: NO_RECEIVER_CODE.test(code) ? "no-receiver" : "undelivered", words: code };
  }
  const nobody = NOBODY.exec(text)?.[0];
  return nobody === undefined ? { verdict: "undelivered", words: "" } : { verdict: "no-receiver", words: nobody };
}
