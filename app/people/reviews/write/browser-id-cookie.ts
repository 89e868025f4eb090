const COOKIE = "rowhouse-writer";

/** Long enough to notice several accounts in one browser. */
export const BROWSER_ID_DAYS = 30;

/** The id of a browser that has written a review; null if the cookie is missing or invalid. */
export function readBrowserId(cookieHeader: string | null): string | null {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})(?:;|$)`).exec(cookieHeader ?? "")?.[1] ?? null;
}

/** The `Set-Cookie` header value for a browser's id. */
export function browserIdCookie(browserId: string, siteUrl: string): string {
  const isSecure = siteUrl.startsWith("https:");
  const parts = [
    `${COOKIE}=${browserId}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Lax",
    `Max-Age=${BROWSER_ID_DAYS * 24 * 60 * 60}`,
  ];
  return [...parts, ...(isSecure ? ["Secure"] : [])].join("; ");
}
