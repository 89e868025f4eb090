import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";

/** Without letters and digits that look alike. */
const LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
const MAIL_CODE_LETTERS = 8;

/** "K7QM2XPD": five guesses at one of 6 * 10^11. */
export function newMailCode(): string {
  return Array.from({ length: MAIL_CODE_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** In two parts, to be read and typed. */
export function spacedCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** A code as it was typed: capitals, without what stands between. */
export function typedCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
}

/** What a form for a code on a website begins with, so that the form sent twice is one code. */
export function newDraft(): string {
  return randomBytes(16).toString("hex");
}

/**
 * The code that somebody is to put on a website. It is made of who they are, so that whoever copies one that another has
 * put there gains nothing: they can't have one that is given.
 *
 * @param given.draft Any text.
 */
export function siteCode({ placeId, claimerId, draft }: { placeId: number; claimerId: string; draft: string }): string {
  return createHash("sha256").update(`site ${placeId} ${claimerId} ${draft}`).digest("hex").slice(0, 32);
}

/** What is kept of a code or of an invitation's key. */
export function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

export function isHashOf(hash: Uint8Array | null, secret: string): boolean {
  return hash !== null && timingSafeEqual(hash, hashOf(secret));
}
