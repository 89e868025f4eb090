import { createHmac, timingSafeEqual } from "node:crypto";

/** Older signatures, or those as far in the future, are refused. Source: Stripe's own tolerance. */
export const SIGNATURE_SECONDS_MAX = 300;

/** The signature header of Stripe, which the sandbox uses too. */
export const SIGNATURE_HEADER = "stripe-signature";

export function signBody(body: string, { secret, at }: { secret: string; at: Date }): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${macOf(body, secret, seconds).toString("hex")}`;
}

/**
 * Whether the signature matches the body and is recent. Stripe's library accepts any future timestamp; this
 * doesn't.
 */
export function hasValidSignature(
  body: string,
  { signature, secret, now }: { signature: string; secret: string; now: Date },
): boolean {
  const parts = signature.split(",").map((part) => part.trim());
  const stamp = /^t=(\d{1,12})$/.exec(parts.find((part) => part.startsWith("t=")) ?? "")?.[1];
  if (stamp === undefined) return false;
  const seconds = Number(stamp);
  if (Math.abs(now.getTime() / 1000 - seconds) > SIGNATURE_SECONDS_MAX) return false;
  const expected = macOf(body, secret, seconds);
  // Two signatures are sent while a secret is being rotated.
  return parts.some((part) => {
    const given = Buffer.from(/^v1=([0-9a-f]{64})$/.exec(part)?.[1] ?? "", "hex");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function macOf(body: string, secret: string, seconds: number): Buffer {
  return createHmac("sha256", secret).update(`${seconds}.${body}`).digest();
}
