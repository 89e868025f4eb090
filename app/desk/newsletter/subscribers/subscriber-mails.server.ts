import type { Database } from "#app/db/database.server.ts";
import { formatMailBodies } from "#app/core/mail/mail-bodies.ts";
import { queueMail } from "#app/core/mail/outbox.server.ts";

import { subscriberPath } from "../newsletter-paths.ts";
import type { Subscriber } from "./subscriber-key.server.ts";

type SubscriberMailInput = { to: Pick<Subscriber, "id" | "email" | "userId">; key: string; now: Date };

/** Mails a confirmation link. The mail contains no user input. */
export async function sendConfirmationMail(db: Database, { to, key, now }: SubscriberMailInput): Promise<void> {
  const bodies = formatMailBodies({
    name: "",
    paragraphs: [
      "Someone signed this address up for the newsletter of Rowhouse, the city guide to Washington, DC.",
      "If it was you, confirm within three days. If it wasn’t, ignore this email: we won’t send anything, and we’ll delete the address.",
    ],
    link: { label: "Confirm subscription", path: subscriberPath("confirm", key) },
  });
  await mail(db, { to, now, kind: "question", subject: "Confirm your Rowhouse newsletter", bodies });
}

/** Tells an active subscriber that their address was entered again. */
export async function sendAlreadySubscribedMail(db: Database, { to, key, now }: SubscriberMailInput): Promise<void> {
  const bodies = formatMailBodies({
    name: "",
    paragraphs: [
      "Someone signed this address up for the Rowhouse newsletter. You’re already subscribed, so nothing has changed.",
      "Use this link to change, pause or end your subscription.",
    ],
    link: { label: "Manage subscription", path: subscriberPath("preferences", key) },
  });
  await mail(db, { to, now, kind: "already", subject: "You’re already subscribed to Rowhouse", bodies });
}

type QueueInput = {
  to: SubscriberMailInput["to"];
  kind: string;
  subject: string;
  bodies: { text: string; html: string };
  now: Date;
};

async function mail(db: Database, { to, kind, subject, bodies, now }: QueueInput): Promise<void> {
  const key = `newsletter-${kind}:${to.id}:${now.getTime()}`;
  await queueMail(db, { key, userId: to.userId, to: { name: "", address: to.email }, subject, ...bodies }, now);
}
