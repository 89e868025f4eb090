import { once } from "node:events";

import { SMTPServer } from "smtp-server";

/**
 * What the server does with the next mail: accepts it, responds with a code, stays silent, or hangs up after the text.
 */
export type MailServerBehavior =
  | "accepts"
  | "silent"
  | "dies"
  | { says: number; text?: string; at?: "greeting" | "sender" | "receiver" };

export type MailServer = {
  settings: { smtpUrl: string; from: string; bounces: string | null };
  /** Accepted mails as they came over the wire, with the envelope's addresses. */
  accepted: { from: string; to: string[]; raw: string }[];
  /** How many mail texts were received, accepted or not. */
  receivedCount: () => number;
  /** How many mails or connections were refused before a text was sent. */
  refusedCount: () => number;
  setBehavior: (temper: MailServerBehavior) => void;
  close: () => Promise<void>;
};

/** A real SMTP server on this machine that can be made to misbehave. */
export async function startMailServer(): Promise<MailServer> {
  let temper: MailServerBehavior = "accepts";
  let recipientCount = 0;
  let refusedCount = 0;
  const taken: MailServer["accepted"] = [];
  const refusalAt = (step: "greeting" | "sender" | "receiver") => {
    if (typeof temper !== "object" || temper.at !== step) return null;
    refusedCount += 1;
    return Object.assign(new Error(temper.text ?? "Not you"), { responseCode: temper.says });
  };
  const server = new SMTPServer({
    // Its bundled certificate has expired.
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    onConnect: (_session, done) => done(refusalAt("greeting")),
    onMailFrom: (_address, _session, done) => done(refusalAt("sender")),
    onRcptTo: (_address, _session, done) => done(refusalAt("receiver")),
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        recipientCount += 1;
        if (temper === "silent") return;
        if (temper === "dies") {
          // The text was received, but the client never learns whether it was accepted.
          for (const { _socket: socket } of connectionsOf(server)) socket.destroy();
          return;
        }
        if (temper !== "accepts") {
          return done(Object.assign(new Error(temper.text ?? "Not this one"), { responseCode: temper.says }));
        }
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const { mailFrom } = session.envelope;
        const from = mailFrom === false ? "" : mailFrom.address;
        taken.push({ from, to, raw: Buffer.concat(parts).toString("utf8") });
        done();
      });
    },
  });
  // A client that gives up resets its connection.
  server.on("error", () => {});
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  if (address === null || typeof address === "string") throw new Error("The mail server has no port");
  return {
    settings: { smtpUrl: `smtp://127.0.0.1:${address.port}`, from: "hello@rowhouse.example", bounces: null },
    accepted: taken,
    receivedCount: () => recipientCount,
    refusedCount: () => refusedCount,
    setBehavior: (next) => {
      temper = next;
    },
    close: () =>
      new Promise((resolve) => {
        for (const { _socket: socket } of connectionsOf(server)) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** The server's connections, which its types don't declare. */
function connectionsOf(server: SMTPServer): Iterable<{ _socket: { destroy: () => void } }> {
  return Reflect.get(server, "connections") ?? [];
}
