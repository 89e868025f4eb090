import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";

/** Without look-alike letters and digits (I, L, O, 0, 1). */
const LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
const MAIL_CODE_LETTERS = 8;

/** For example "K7QM2XPD": an attacker has five guesses at one of 6 * 10^11 codes. */
export function generateMailCode(): string {
  return Array.from({ length: MAIL_CODE_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** "K7QM-2XPD", easier to read and type. */
export function formatCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** A typed code in capitals, without spaces and dashes. */
export function normalizeCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
}

/** A token for the form that requests a website code: the same form sent twice gives one code. */
export function newDraftToken(): string {
  return randomBytes(16).toString("hex");
}

/**
 * The code to put on a website. It is derived from the claimer's id, so that copying the code of another claimer is
 * useless: nobody can get a code that isn't theirs.
 *
 * @param given.draft The form's token; any text.
 */
export function deriveWebsiteCode({
  placeId,
  claimerId,
  draft,
}: {
  placeId: number;
  claimerId: string;
  draft: string;
}): string {
  return createHash("sha256").update(`site ${placeId} ${claimerId} ${draft}`).digest("hex").slice(0, 32);
}

/** The hash that is stored of a code or of an invitation's key. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

export function matchesHash(hash: Uint8Array | null, secret: string): boolean {
  return hash !== null && timingSafeEqual(hash, hashSecret(secret));
}
