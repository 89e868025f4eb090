import { createHmac, timingSafeEqual } from "node:crypto";

import type { Database } from "#app/db/database.server.ts";
import { mailSecrets } from "#app/db/schema/mail.ts";
import { isUuid } from "#app/lib/uuid.ts";

/** 64 bits: each guess costs a mail. The 64 characters that may stand before an @ leave no room for more. */
const SIGNATURE_DIGITS = 16;

/** Small letters alone: mail servers may write an address with others. */
const MARK = new RegExp(`\\+([0-9a-f]{32})([0-9a-f]{${SIGNATURE_DIGITS}})@`);

/**
 * To whom one mail comes back: the address of MAIL_BOUNCES with the mail's own mark, signed so that nobody can make one up.
 *
 * @see docs/decisions/0049-newsletters-that-come-back.md
 */
export function bounceAddress(given: { bounces: string; mailId: string; secret: string }): string {
  const { bounces, mailId, secret } = given;
  const at = bounces.lastIndexOf("@");
  const digits = mailId.replaceAll("-", "");
  return `${bounces.slice(0, at)}+${digits}${signature(secret, digits)}${bounces.slice(at)}`;
}

/** Whether an address has such a mark, whoever may have made it. */
export function hasMark(address: string): boolean {
  return MARK.test(address.toLowerCase());
}

/** The mail that comes back to an address; null where its mark isn't ours. */
export async function readBounceAddress(db: Database, address: string): Promise<string | null> {
  const [, digits, sent] = MARK.exec(address.toLowerCase()) ?? [];
  if (digits === undefined || sent === undefined) return null;
  const expected = signature(await bounceSecret(db), digits);
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(sent))) return null;
  const mailId = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return isUuid(mailId) ? mailId : null;
}

export async function bounceSecret(db: Database): Promise<string> {
  const [row] = await db.select().from(mailSecrets);
  if (row === undefined)
    throw new Error("The database has no secret to sign addresses with: migration 0080 writes one");
  return row.secret;
}

function signature(secret: string, digits: string): string {
  return createHmac("sha256", secret).update(`bounce ${digits}`).digest("hex").slice(0, SIGNATURE_DIGITS);
}
