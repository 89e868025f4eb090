import { SESSION_MS_MAX } from "./session-lifetime.ts";

/**
 * Over https the `__Host-` prefix keeps other hosts from setting the cookie. Over http (trials only) the name includes
 * the port, because cookies ignore ports and two trials may run on one machine.
 */
function sessionCookieName(siteUrl: string): string {
  const { protocol, port } = new URL(siteUrl);
  return protocol === "https:" ? "__Host-session" : `rowhouse-session-${port === "" ? "80" : port}`;
}

/** The session token in a request's cookies; null if it is missing or malformed. */
export function readSessionToken(cookieHeader: string | null, siteUrl: string): string | null {
  const name = sessionCookieName(siteUrl);
  for (const pair of (cookieHeader ?? "").split(";")) {
    const [key, value] = pair.trim().split("=");
    if (key === name && value !== undefined && /^[\w-]{43}$/.test(value)) return value;
  }
  return null;
}

/** The `Set-Cookie` that signs a browser in; null signs it out. */
export function sessionCookie(token: string | null, siteUrl: string): string {
  const isSecure = siteUrl.startsWith("https:");
  const maxAgeSeconds = token === null ? 0 : Math.floor(SESSION_MS_MAX / 1_000);
  const parts = [
    `${sessionCookieName(siteUrl)}=${token ?? ""}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Lax",
    `Max-Age=${maxAgeSeconds}`,
  ];
  return [...parts, ...(isSecure ? ["Secure"] : [])].join("; ");
}
