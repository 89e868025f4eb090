import { z } from "zod";

/** The page that tells a suspended user why they can't sign in. */
export const SUSPENDED_PATH = "/auth/suspended";

const COOKIE = "rowhouse-suspension";
const SECONDS_MAX = 300;

/** Passed to the next page in a cookie, because there is no session to look it up with. */
export type Suspension = { reason: string | null; until: string | null };

const StoredSuspension = z.object({ reason: z.string().max(500).nullable(), until: z.iso.datetime().nullable() });

/** The `Set-Cookie` that passes the reason of a suspension to the page that shows it. */
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

/** Null if the cookie is missing or invalid. */
export function readSuspensionCookie(cookieHeader: string | null): Suspension | null {
  const [, value] = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{1,4000})(?:;|$)`).exec(cookieHeader ?? "") ?? [];
  if (value === undefined) return null;
  try {
    return StoredSuspension.parse(JSON.parse(Buffer.from(value, "base64url").toString()));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}
