const COOKIE = "rowhouse-sign-in";
const SECONDS_MAX = 600;

/** The `Set-Cookie` that binds a pending sign-in to this browser; null clears it. */
export function signInAttemptCookie(secret: string | null, siteUrl: string): string {
  const parts = [
    `${COOKIE}=${secret ?? ""}`,
    "Path=/auth",
    "HttpOnly",
    "SameSite=Lax",
    `Max-Age=${secret === null ? 0 : SECONDS_MAX}`,
  ];
  return [...parts, ...(siteUrl.startsWith("https:") ? ["Secure"] : [])].join("; ");
}

export function readSignInAttemptSecret(cookieHeader: string | null): string | null {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})(?:;|$)`).exec(cookieHeader ?? "")?.[1] ?? null;
}
