import { createHmac, timingSafeEqual } from "node:crypto";

import type { Database } from "#app/db/database.server.ts";
import { readSecret } from "#app/db/read-secret.server.ts";
import { isUuid } from "#app/lib/uuid.ts";

/** 64 bits, because each guess costs a mail. The local part of an address is limited to 64 characters. */
const SIGNATURE_DIGITS = 16;

/** Only lowercase, because mail servers may change the case of an address. */
const TOKEN = new RegExp(`\\+([0-9a-f]{32})([0-9a-f]{${SIGNATURE_DIGITS}})@`);

/**
 * The return address of one mail: MAIL_BOUNCES plus a signed token of the mail's id.
 *
 * @see docs/decisions/0031-newsletter-mail-outbox-and-bounces.md
 */
export function buildBounceAddress(given: { bounces: string; mailId: string; secret: string }): string {
  const { bounces, mailId, secret } = given;
  const at = bounces.lastIndexOf("@");
  const digits = mailId.replaceAll("-", "");
  return `${bounces.slice(0, at)}+${digits}${signature(secret, digits)}${bounces.slice(at)}`;
}

/** Whether an address contains a token, valid or not. */
export function hasBounceToken(address: string): boolean {
  return TOKEN.test(address.toLowerCase());
}

/** The id of the mail that an address was made for; null if its token isn't ours. */
export async function verifyBounceAddress(db: Database, address: string): Promise<string | null> {
  const [, digits, sent] = TOKEN.exec(address.toLowerCase()) ?? [];
  if (digits === undefined || sent === undefined) return null;
  const expected = signature(await readSecret(db, "bounces"), digits);
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(sent))) return null;
  const mailId = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return isUuid(mailId) ? mailId : null;
}

function signature(secret: string, digits: string): string {
  return createHmac("sha256", secret).update(`bounce ${digits}`).digest("hex").slice(0, SIGNATURE_DIGITS);
}
