import { and, eq, isNull } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { mailBodies, type MailWords } from "#app/features/mail/mail-bodies.ts";
import { queueMail } from "#app/features/mail/outbox.server.ts";

import { claimPath, MAIL_CODE_MINUTES } from "./claim.ts";
import { spacedCode } from "./claim-codes.server.ts";

type NamedPlace = { slug: string; name: string };

/**
 * Mails a code to an address at a website's domain. It is nobody's mail: whoever asked for it must not read it in an
 * export of theirs. Nothing in it is of their choice but the address.
 */
export async function mailClaimCode(
  db: Database,
  {
    claimId,
    address,
    code,
    place,
    now,
  }: { claimId: string; address: string; code: string; place: NamedPlace; now: Date },
): Promise<void> {
  const bodies = mailBodies({
    name: "",
    paragraphs: [
      `Somebody who is signed in at Rowhouse, the guide to Washington, DC, says that they run ${place.name}, and gave this address.`,
      `The code is ${spacedCode(code)}. It counts for ${MAIL_CODE_MINUTES} minutes, and for whoever asked for it alone.`,
      "Give it only to somebody who may speak for the business. If nobody of yours asked for it, do nothing: without the code nothing happens.",
    ],
    link: { label: "The page that asks for it", path: claimPath(place.slug) },
  });
  const mail = { key: `claim-code:${claimId}`, userId: null, to: { name: "", address } };
  await queueMail(db, { ...mail, subject: `The code for ${place.name}`, ...bodies }, now);
}

/** Mails an invitation, which is nobody's for the same reason. */
export async function mailInvitation(
  db: Database,
  given: {
    invitationId: string;
    address: string;
    role: string;
    key: string;
    place: NamedPlace;
    days: number;
    now: Date;
  },
): Promise<void> {
  const { invitationId, address, role, key, place, days, now } = given;
  const bodies = mailBodies({
    name: "",
    paragraphs: [
      `Whoever runs ${place.name} at Rowhouse, the guide to Washington, DC, asks you to join them as ${role === "owner" ? "an owner" : "a manager"}.`,
      `Sign in with this e-mail address to accept. The invitation counts for ${days} days. If you don’t know the business, do nothing.`,
    ],
    link: { label: "See the invitation", path: invitationPath(key) },
  });
  const mail = { key: `invitation:${invitationId}`, userId: null, to: { name: "", address } };
  await queueMail(db, { ...mail, subject: `An invitation to run ${place.name}`, ...bodies }, now);
}

export function invitationPath(key: string): string {
  return `/business/invitations/${key}`;
}

type Letter = {
  /** A second letter of the same key is the first. */
  key: string;
  userId: string;
  subject: string;
  paragraphs: string[];
  link: MailWords["link"];
  now: Date;
};

/** Nobody without an address, and nobody who has left, is mailed. */
export async function mailPerson(db: Database, { key, userId, subject, paragraphs, link, now }: Letter): Promise<void> {
  const [person] = await db
    .select({ name: users.name, address: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  if (person === undefined || person.address === null) return;
  const { name, address } = person;
  await queueMail(db, { key, userId, to: { name, address }, subject, ...mailBodies({ name, paragraphs, link }) }, now);
}
