const COOKIE = "rowhouse-writer";

/** Long enough to see one browser write for several accounts. */
export const WRITER_DAYS = 30;

/** The mark of a browser that has written a review; null when it brings none, or what can't be one. */
export function writerMark(cookieHeader: string | null): string | null {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})(?:;|$)`).exec(cookieHeader ?? "")?.[1] ?? null;
}

/** The `Set-Cookie` that has a browser bring the mark. */
export function writerCookie(mark: string, siteUrl: string): string {
  const isSecure = siteUrl.startsWith("https:");
  const parts = [`${COOKIE}=${mark}`, "Path=/", "HttpOnly", "SameSite=Lax", `Max-Age=${WRITER_DAYS * 24 * 60 * 60}`];
  return [...parts, ...(isSecure ? ["Secure"] : [])].join("; ");
}
