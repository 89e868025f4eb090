import { z } from "zod";

/** Where somebody who may not sign in reads why. */
export const SUSPENDED_PATH = "/auth/suspended";

const COOKIE = "rowhouse-suspension";
const SECONDS_MAX = 300;

/** Why and until when, for the next page alone: nobody is signed in who could be asked about. */
export type Suspension = { reason: string | null; until: string | null };

const Kept = z.object({ reason: z.string().max(500).nullable(), until: z.iso.datetime().nullable() });

/** The `Set-Cookie` that takes the reason of a suspension to the page that tells it. */
export function suspensionCookie(suspension: Suspension, siteUrl: string): string {
  const parts = [
    `${COOKIE}=${Buffer.from(JSON.stringify(suspension)).toString("base64url")}`,
    `Path=${SUSPENDED_PATH}`,
    "HttpOnly",
    "SameSite=Lax",
    `Max-Age=${SECONDS_MAX}`,
  ];
  return [...parts, ...(siteUrl.startsWith("https:") ? ["Secure"] : [])].join("; ");
}

/** Null when there is none, or nothing that we wrote. */
export function readSuspension(cookieHeader: string | null): Suspension | null {
  const [, kept] = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{1,4000})(?:;|$)`).exec(cookieHeader ?? "") ?? [];
  if (kept === undefined) return null;
  try {
    return Kept.parse(JSON.parse(Buffer.from(kept, "base64url").toString()));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}
