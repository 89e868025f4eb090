import { z } from "zod";

import { isUnknownRecipient } from "./unknown-recipient.ts";

import type { Env } from "./env.server.ts";

export type MailSettings = NonNullable<Env["mail"]>;

/** One mail as it is sent to a mail server. Names and subjects are single lines already. */
export type Mail = {
  /** The same at every attempt, so that a mail delivered twice has the same Message-ID. */
  id: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string | null;
  /** Extra headers; each value is one line. */
  headers: Readonly<Record<string, string>>;
  /** The envelope sender, which gets bounces; null: the From address. */
  envelopeFrom: string | null;
};

/**
 * The result of sending a mail. "refused" is final for this mail. "later" can be retried. "unreachable" can be retried too,
 * and no other mail would succeed right now.
 */
export type MailDelivery =
  | { outcome: "accepted" }
  /** `isReceiver`: the address was refused, not the sender or the text. */
  | { outcome: "refused"; problem: string; isReceiver: boolean }
  /** `isUnaccepted`: the server answered that it didn't accept the mail. Without an answer, it may have. */
  | { outcome: "later" | "unreachable"; problem: string; isUnaccepted: boolean };

/** Timeouts of a mail server. RFC 5321 allows minutes, for servers of the 1980s. */
const CONNECT_MS_MAX = 10_000;
const SILENT_MS_MAX = 30_000;

/** Limit for one mail on a slow server, so that it doesn't outlive the claim of the process that is sending it. */
const MAIL_MS_MAX = 5 * 60_000;

const FROM_NAME = "Rowhouse";

/** Limit of a stored error message; the rest is the server's own text. */
const TROUBLE_CHARACTERS_MAX = 300;

/** Mails sent at the same time, each on its own reused connection. */
export const MAIL_CONNECTIONS_MAX = 4;

/** Sends mails over connections that stay open until it is closed. */
export type Mailer = { send: (mail: Mail) => Promise<MailDelivery>; close: () => void };

/** Connects with the first mail. `send` never throws for errors of the server or the network. */
export function openMailer(
  settings: MailSettings,
  given: { connectMs?: number; silentMs?: number; mailMs?: number } = {},
): Mailer {
  const limits = { connectMs: CONNECT_MS_MAX, silentMs: SILENT_MS_MAX, mailMs: MAIL_MS_MAX, ...given };
  const connect = async () => {
    const { createTransport } = await import("nodemailer");
    return createTransport({
      url: settings.smtpUrl,
      pool: true,
      maxConnections: MAIL_CONNECTIONS_MAX,
      maxMessages: Number.POSITIVE_INFINITY,
      // The outbox retries mails whose connection was lost, and records it.
      maxRequeues: 0,
      connectionTimeout: limits.connectMs,
      greetingTimeout: limits.connectMs,
      dnsTimeout: limits.connectMs,
      socketTimeout: limits.silentMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  let transport: ReturnType<typeof connect> | null = null;
  const send = async (mail: Mail): Promise<MailDelivery> => {
    try {
      transport ??= connect();
      await (
        await transport
      ).sendMail({
        signal: AbortSignal.timeout(limits.mailMs),
        from: { name: FROM_NAME, address: settings.from },
        // As an object: in a string, a comma in a name would add a recipient.
        to: mail.to,
        ...(mail.envelopeFrom === null ? {} : { envelope: { from: mail.envelopeFrom, to: mail.to.address } }),
        subject: mail.subject,
        text: mail.text,
        ...(mail.html === null ? {} : { html: mail.html }),
        messageId: `<${mail.id}@${messageIdDomain(settings)}>`,
        // Prevents automatic replies such as absence notes. Source: RFC 3834.
        headers: { "Auto-Submitted": "auto-generated", ...mail.headers },
      });
      return { outcome: "accepted" };
    } catch (error) {
      return toDelivery(error);
    }
  };
  return { send, close: () => void transport?.then((each) => each.close()) };
}

/** The domain of Message-IDs. */
export function messageIdDomain({ from }: MailSettings): string {
  return from.slice(from.indexOf("@") + 1);
}

const SmtpFailure = z.object({
  message: z.string(),
  responseCode: z.number().optional(),
  code: z.string().optional(),
  /** The SMTP command that was answered, or "API" when no server was contacted. */
  command: z.string().optional(),
  /** The server's answer. */
  response: z.string().optional(),
});

/** Commands whose answer is about this mail: its recipient and its content. */
const MAIL_COMMANDS = new Set(["RCPT TO", "DATA"]);

/**
 * Answers about the sender, even after RCPT TO or DATA: Postfix delays rejecting a session until it knows the
 * recipient. See RFC 4954, 6, and RFC 3463, X.7.X.
 */
const SENDER_CODES = new Set([530, 534, 535, 538]);
const POLICY = /^5\d\d[ -]5\.7\.\d+\b/;
/** About the sender's address, even after RCPT TO (RFC 3463, X.1.7 and X.1.8). */
const SENDER = /^5\d\d[ -]5\.1\.[78]\b/;
/** Amazon SES answers this for an unverified sender or, in its sandbox, recipient. Both can be fixed without changing the mail. */
const UNVERIFIED = /^554[ -].*\bnot verified\b/is;

/**
 * 5yz is permanent and 4yz temporary (RFC 5321, 4.2.1) when the answer is about the mail. Answers about connecting, signing
 * in and sending concern the site: mails wait until an operator fixes it.
 */
function toDelivery(error: unknown): MailDelivery {
  const failure = SmtpFailure.safeParse(error instanceof Error ? { ...error, message: error.message } : error);
  if (!failure.success) throw error;
  const { message, responseCode, code = "", command = "", response = "" } = failure.data;
  const problem = toOneLine(message, TROUBLE_CHARACTERS_MAX);
  // No server was contacted: the envelope is invalid, or the mail exceeds the server's announced size limit.
  const isUnsendable =
    responseCode === undefined && (code === "EMESSAGE" || (code === "EENVELOPE" && command === "API"));
  if (isUnsendable) return { outcome: "refused", problem, isReceiver: false };
  const isUnknown = command === "RCPT TO" && isUnknownRecipient(response);
  const isAboutSender =
    responseCode === undefined ||
    !MAIL_COMMANDS.has(command) ||
    SENDER_CODES.has(responseCode) ||
    // "5.7.1 User unknown" is a policy's code, and says more.
    (POLICY.test(response) && !isUnknown) ||
    SENDER.test(response) ||
    UNVERIFIED.test(response);
  if (isAboutSender) return { outcome: "unreachable", problem, isUnaccepted: responseCode !== undefined };
  if (responseCode < 500) return { outcome: "later", problem, isUnaccepted: true };
  return { outcome: "refused", problem, isReceiver: isUnknown };
}

/** A text as one line, because a line break in a header would start another header. */
export function toOneLine(text: string, charactersMax: number): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return line.length <= charactersMax ? line : `${[...line].slice(0, charactersMax - 1).join("")}…`;
}

/** "EAUTH 535". Only codes, because messages may contain hosts, addresses and user names. */
function errorCodes(error: unknown): string {
  if (!(error instanceof Error)) return "no answer";
  const codes = ["code", "responseCode"].map((name) => Reflect.get(error, name)).filter((code) => code !== undefined);
  return codes.length === 0 ? "no answer" : codes.join(" ");
}

/** Connects and signs in without sending. Null on success, else error codes of the server or the network. */
export async function checkMailServer(settings: MailSettings, msMax: number): Promise<string | null> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url: settings.smtpUrl,
    connectionTimeout: msMax,
    greetingTimeout: msMax,
    dnsTimeout: msMax,
    socketTimeout: msMax,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return toOneLine(errorCodes(error), TROUBLE_CHARACTERS_MAX);
  } finally {
    transport.close();
  }
}
