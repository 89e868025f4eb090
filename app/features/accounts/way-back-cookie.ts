/** Where somebody who has deleted their account says whether they want it back. */
export const WAY_BACK_PATH = "/auth/restore";

const COOKIE = "rowhouse-way-back";
const SECONDS_MAX = 900;

/** The `Set-Cookie` that lets a browser ask for a deleted account back, or with null ends it. It signs nobody in. */
export function wayBackCookie(token: string | null, siteUrl: string): string {
  const parts = [
    `${COOKIE}=${token ?? ""}`,
    `Path=${WAY_BACK_PATH}`,
    "HttpOnly",
    "SameSite=Lax",
    `Max-Age=${token === null ? 0 : SECONDS_MAX}`,
  ];
  return [...parts, ...(siteUrl.startsWith("https:") ? ["Secure"] : [])].join("; ");
}

export function wayBackToken(cookieHeader: string | null): string | null {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})(?:;|$)`).exec(cookieHeader ?? "")?.[1] ?? null;
}
