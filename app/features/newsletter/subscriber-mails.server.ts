import type { Database } from "#app/db/database.server.ts";
import { mailBodies } from "#app/features/mail/mail-bodies.ts";
import { queueMail } from "#app/features/mail/outbox.server.ts";

import { subscriberPath } from "./newsletter-paths.ts";
import type { Subscriber } from "./subscriber-key.server.ts";

type Letter = { to: Pick<Subscriber, "id" | "address" | "userId">; key: string; now: Date };

/** Asks a mailbox whether the newsletter is to come there. Nothing that somebody typed stands in it. */
export async function mailQuestion(db: Database, { to, key, now }: Letter): Promise<void> {
  const bodies = mailBodies({
    name: "",
    paragraphs: [
      "Somebody asked for the newsletter of Rowhouse, the city guide to Washington, DC, to come to this address.",
      "If it was you, confirm it within three days. If it wasn’t, do nothing: without your word nothing comes, and we forget the address.",
    ],
    link: { label: "Confirm that you want it", path: subscriberPath("confirm", key) },
  });
  await mail(db, { to, now, kind: "question", subject: "Do you want the Rowhouse newsletter?", bodies });
}

/** Somebody asked for what comes to this mailbox already. */
export async function mailAlready(db: Database, { to, key, now }: Letter): Promise<void> {
  const bodies = mailBodies({
    name: "",
    paragraphs: [
      "Somebody asked for the newsletter of Rowhouse to come to this address. It does already, so nothing has changed.",
      "By this link you choose what you get, take a pause, or end it.",
    ],
    link: { label: "Your choices", path: subscriberPath("preferences", key) },
  });
  await mail(db, { to, now, kind: "already", subject: "You get the Rowhouse newsletter", bodies });
}

type Sent = {
  to: Letter["to"];
  kind: string;
  subject: string;
  bodies: { text: string; html: string };
  now: Date;
};

async function mail(db: Database, { to, kind, subject, bodies, now }: Sent): Promise<void> {
  const key = `newsletter-${kind}:${to.id}:${now.getTime()}`;
  await queueMail(db, { key, userId: to.userId, to: { name: "", address: to.address }, subject, ...bodies }, now);
}
