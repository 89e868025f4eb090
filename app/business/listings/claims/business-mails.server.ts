import { and, eq, isNull } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { formatMailBodies, type MailContent } from "#app/core/mail/mail-bodies.ts";
import { queueMail } from "#app/core/mail/outbox.server.ts";

import { claimPath, MAIL_CODE_MINUTES } from "./claim.ts";
import { formatCode } from "./claim-codes.server.ts";

type NamedPlace = { slug: string; name: string };

/**
 * Mails a code to an address at a website's domain. The mail belongs to no user, so that the claimer can't read the code
 * in a data export. The claimer chooses nothing in it but the address.
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
  const bodies = formatMailBodies({
    name: "",
    paragraphs: [
      `Someone with an account at Rowhouse, the guide to Washington, DC, wants to manage the listing of ${place.name} and entered this address.`,
      `The code is ${formatCode(code)}. It’s valid for ${MAIL_CODE_MINUTES} minutes and works only for the person who requested it.`,
      "Share it only with someone who can speak for the business. If no one on your team requested it, ignore this email. Nothing happens without the code.",
    ],
    link: { label: "Enter the code", path: claimPath(place.slug) },
  });
  const mail = { key: `claim-code:${claimId}`, userId: null, to: { name: "", address } };
  await queueMail(db, { ...mail, subject: `Your code for ${place.name}`, ...bodies }, now);
}

/** Mails an invitation, which belongs to no user for the same reason. */
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
  const bodies = formatMailBodies({
    name: "",
    paragraphs: [
      `You’re invited to manage ${place.name} on Rowhouse, the guide to Washington, DC, as ${role === "owner" ? "an owner" : "a manager"}.`,
      `Sign in with this email address to accept. The invitation expires in ${days} days. If you don’t know the business, ignore this email.`,
    ],
    link: { label: "See the invitation", path: invitationPath(key) },
  });
  const mail = { key: `invitation:${invitationId}`, userId: null, to: { name: "", address } };
  await queueMail(db, { ...mail, subject: `Invitation to manage ${place.name}`, ...bodies }, now);
}

export function invitationPath(key: string): string {
  return `/business/invitations/${key}`;
}

type MailInput = {
  /** Two mails with the same key are sent once. */
  key: string;
  userId: string;
  subject: string;
  paragraphs: string[];
  link: MailContent["link"];
  now: Date;
};

/** Mails a user. Users without an email address and deleted users get nothing. */
export async function mailUser(
  db: Database,
  { key, userId, subject, paragraphs, link, now }: MailInput,
): Promise<void> {
  const [person] = await db
    .select({ name: users.name, address: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  if (person === undefined || person.address === null) return;
  const { name, address } = person;
  await queueMail(
    db,
    { key, userId, to: { name, address }, subject, ...formatMailBodies({ name, paragraphs, link }) },
    now,
  );
}
