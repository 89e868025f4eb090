import { createHmac, timingSafeEqual } from "node:crypto";

/** A signature older than this, or as far ahead, is refused. Source: Stripe's own tolerance. */
export const SIGNATURE_SECONDS_MAX = 300;

/** The header that Stripe signs with; the sandbox does too. */
export const SIGNATURE_HEADER = "stripe-signature";

export function signatureOf(body: string, { secret, at }: { secret: string; at: Date }): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${macOf(body, secret, seconds).toString("hex")}`;
}

/** Whether a body is as it was signed, just now. Stripe's library takes any timestamp that lies ahead; this doesn't. */
export function isSigned(
  body: string,
  { signature, secret, now }: { signature: string; secret: string; now: Date },
): boolean {
  const parts = signature.split(",").map((part) => part.trim());
  const stamp = /^t=(\d{1,12})$/.exec(parts.find((part) => part.startsWith("t=")) ?? "")?.[1];
  if (stamp === undefined) return false;
  const seconds = Number(stamp);
  if (Math.abs(now.getTime() / 1000 - seconds) > SIGNATURE_SECONDS_MAX) return false;
  const wanted = macOf(body, secret, seconds);
  // While a secret is being replaced there are two.
  return parts.some((part) => {
    const given = Buffer.from(/^v1=([0-9a-f]{64})$/.exec(part)?.[1] ?? "", "hex");
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

function macOf(body: string, secret: string, seconds: number): Buffer {
  return createHmac("sha256", secret).update(`${seconds}.${body}`).digest();
}
