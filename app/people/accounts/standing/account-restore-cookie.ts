/** The page that offers to restore a deleted account. */
export const ACCOUNT_RESTORE_PATH = "/auth/restore";

const COOKIE = "rowhouse-account-restore";
/** Long enough to sign in and decide. */
export const ACCOUNT_RESTORE_MINUTES = 15;

/** The `Set-Cookie` that lets a browser restore a deleted account; null clears it. It doesn't sign in. */
export function accountRestoreCookie(token: string | null, siteUrl: string): string {
  const parts = [
    `${COOKIE}=${token ?? ""}`,
    `Path=${ACCOUNT_RESTORE_PATH}`,
    "HttpOnly",
    "SameSite=Lax",
    `Max-Age=${token === null ? 0 : ACCOUNT_RESTORE_MINUTES * 60}`,
  ];
  return [...parts, ...(siteUrl.startsWith("https:") ? ["Secure"] : [])].join("; ");
}

export function readAccountRestoreToken(cookieHeader: string | null): string | null {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})(?:;|$)`).exec(cookieHeader ?? "")?.[1] ?? null;
}
