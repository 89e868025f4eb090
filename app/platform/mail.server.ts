import { z } from "zod";

import type { Env } from "./env.server.ts";

export type MailSettings = NonNullable<Env["mail"]>;

/** One mail as it is handed to a mail server. Names and subjects are one line by now. */
export type Mail = {
  /** The same at every try: whoever gets a mail twice after all knows it for one by its Message-ID. */
  id: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string | null;
  /** Besides those that every mail has; each value one line. */
  headers: Readonly<Record<string, string>>;
  /** The envelope's sender, to whom it comes back; null: from whom it is. */
  returnTo: string | null;
};

/**
 * What a mail server said. "refused" is its last word on this mail; "later" is worth another try; "unreachable" is too, and
 * says that no other mail has a better chance just now.
 */
export type Delivery =
  | { outcome: "accepted" }
  /** `isReceiver`: what is refused is to whom it goes. */
  | { outcome: "refused"; trouble: string; isReceiver: boolean }
  /** `isUntaken`: the server has answered that it doesn't take it. Without an answer nobody knows. */
  | { outcome: "later" | "unreachable"; trouble: string; isUntaken: boolean };

/** A server that doesn't answer for so long is taken for dead. RFC 5321 allows minutes, for servers of the 1980s. */
const CONNECT_MS_MAX = 10_000;
const SILENT_MS_MAX = 30_000;

/** One mail takes no longer, however slowly its server talks: it would outlive whoever noted that it is being sent. */
const MAIL_MS_MAX = 5 * 60_000;

const FROM_NAME = "Rowhouse";

/** What is said of a failure, at most; the rest is the server's own talk. */
const TROUBLE_CHARACTERS_MAX = 300;

/** So many mails are on their way at once, each on a connection of its own that then takes the next. */
export const CONNECTIONS_MAX = 4;

/** Hands mails to a mail server, over connections that stay open until it is closed. */
export type Mailer = { send: (mail: Mail) => Promise<Delivery>; close: () => void };

/** Connects with the first mail. `send` never throws for what the server or the network does. */
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
      maxConnections: CONNECTIONS_MAX,
      maxMessages: Number.POSITIVE_INFINITY,
      // What becomes of a mail whose connection is lost is the outbox's to decide, which writes it down.
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
  const send = async (mail: Mail): Promise<Delivery> => {
    try {
      transport ??= connect();
      await (
        await transport
      ).sendMail({
        signal: AbortSignal.timeout(limits.mailMs),
        from: { name: FROM_NAME, address: settings.from },
        // As an object: in a string, a comma in a name would add a receiver.
        to: mail.to,
        ...(mail.returnTo === null ? {} : { envelope: { from: mail.returnTo, to: mail.to.address } }),
        subject: mail.subject,
        text: mail.text,
        ...(mail.html === null ? {} : { html: mail.html }),
        messageId: `<${mail.id}@${mailDomain(settings)}>`,
        // Nobody's absence note answers it, unless a person wrote it. Source: RFC 3834.
        headers: { "Auto-Submitted": "auto-generated", ...mail.headers },
      });
      return { outcome: "accepted" };
    } catch (error) {
      return deliveryOf(error);
    }
  };
  return { send, close: () => void transport?.then((each) => each.close()) };
}

/** What stands behind the @ of our Message-IDs. */
export function mailDomain({ from }: MailSettings): string {
  return from.slice(from.indexOf("@") + 1);
}

const SmtpFailure = z.object({
  message: z.string(),
  responseCode: z.number().optional(),
  code: z.string().optional(),
  /** What was answered so, or "API" where no server was asked. */
  command: z.string().optional(),
  /** The answer itself. */
  response: z.string().optional(),
});

/** What is said of this very mail: to whom it goes, and what it holds. */
const ABOUT_THE_MAIL = new Set(["RCPT TO", "DATA"]);

/**
 * Said of us, even where it answers the receiver or the text: Postfix puts off what it has against a session until it knows
 * the receiver. Sign in, by what, encrypt first (RFC 4954, 6); and whatever is about security or policy (RFC 3463, X.7.X).
 */
const ABOUT_US = new Set([530, 534, 535, 538]);
const POLICY = /^5\d\d[ -]5\.7\.\d+\b/;
/** Who sends, not who gets it, even where it answers the receiver (RFC 3463, X.1.7 and X.1.8). */
const SENDER = /^5\d\d[ -]5\.1\.[78]\b/;
/**
 * There is no such receiver: what a server says so of by its detailed code (RFC 3463, X.1.X), or by a plain 550. A mailbox
 * that is full or shut, and whatever else a server has against a mail, says nothing about the address.
 */
const NO_RECEIVER = /^(?:5\d\d[ -]5\.1\.(?:[0-36]|10)\b|550(?:[ -](?!\d\.\d{1,3}\.\d{1,3}\b)|$))/;
/** Amazon SES says so of a sender, or while an account may only try it, of a receiver. Both end without the mail changing. */
const UNVERIFIED = /^554[ -].*\bnot verified\b/is;

/**
 * 5yz is for good, 4yz for now (RFC 5321, 4.2.1), where it is said of the mail. Who may connect, sign in and send is about
 * us: no mail is to be lost by a server that refuses them all until somebody has seen to it.
 */
function deliveryOf(error: unknown): Delivery {
  const failure = SmtpFailure.safeParse(error instanceof Error ? { ...error, message: error.message } : error);
  if (!failure.success) throw error;
  const { message, responseCode, code = "", command = "", response = "" } = failure.data;
  const trouble = oneLine(message, TROUBLE_CHARACTERS_MAX);
  // No server was asked: it could not be put into an envelope, or is larger than the server says it takes.
  const isUnsendable =
    responseCode === undefined && (code === "EMESSAGE" || (code === "EENVELOPE" && command === "API"));
  if (isUnsendable) return { outcome: "refused", trouble, isReceiver: false };
  const isAboutUs =
    responseCode === undefined ||
    !ABOUT_THE_MAIL.has(command) ||
    ABOUT_US.has(responseCode) ||
    POLICY.test(response) ||
    SENDER.test(response) ||
    UNVERIFIED.test(response);
  if (isAboutUs) return { outcome: "unreachable", trouble, isUntaken: responseCode !== undefined };
  if (responseCode < 500) return { outcome: "later", trouble, isUntaken: true };
  return { outcome: "refused", trouble, isReceiver: command === "RCPT TO" && saysNoReceiver(response) };
}

/** Whether an answer of a mail server, such as "550 5.1.1 No such user", says for good that there is no such receiver. */
export function saysNoReceiver(answer: string): boolean {
  return NO_RECEIVER.test(answer);
}

/** A text as one line: what comes after a line's end in a header would be another header. */
export function oneLine(text: string, charactersMax: number): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return line.length <= charactersMax ? line : `${[...line].slice(0, charactersMax - 1).join("")}…`;
}

/** "EAUTH 535": what a server says beside it may name hosts, addresses and who signs in. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "no answer";
  const codes = ["code", "responseCode"].map((name) => Reflect.get(error, name)).filter((code) => code !== undefined);
  return codes.length === 0 ? "no answer" : codes.join(" ");
}

/** Connects and signs in, and sends nothing. Null when the server is fine; else the codes of what it, or the network, said. */
export async function troubleOfMailServer(settings: MailSettings, msMax: number): Promise<string | null> {
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
    return oneLine(codeOf(error), TROUBLE_CHARACTERS_MAX);
  } finally {
    transport.close();
  }
}
