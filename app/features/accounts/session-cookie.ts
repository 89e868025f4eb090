import { SESSION_MS_MAX } from "./session-life.ts";

/**
 * What the session's cookie is called. Over https no other host can set one with this prefix; over http, where only
 * trials run, the port keeps two trials on one machine apart, since cookies ignore ports.
 */
function sessionCookieName(siteUrl: string): string {
  const { protocol, port } = new URL(siteUrl);
  return protocol === "https:" ? "__Host-session" : `rowhouse-session-${port === "" ? "80" : port}`;
}

/** The token that a request brings; null when it brings none, or what can't be one. */
export function sessionToken(cookieHeader: string | null, siteUrl: string): string | null {
  const name = sessionCookieName(siteUrl);
  for (const pair of (cookieHeader ?? "").split(";")) {
    const [key, value] = pair.trim().split("=");
    if (key === name && value !== undefined && /^[\w-]{43}$/.test(value)) return value;
  }
  return null;
}

/** The `Set-Cookie` that signs a browser in, or with null out. */
export function sessionCookie(token: string | null, siteUrl: string): string {
  const isSecure = siteUrl.startsWith("https:");
  const life = token === null ? 0 : Math.floor(SESSION_MS_MAX / 1_000);
  const parts = [
    `${sessionCookieName(siteUrl)}=${token ?? ""}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Lax",
    `Max-Age=${life}`,
  ];
  return [...parts, ...(isSecure ? ["Secure"] : [])].join("; ");
}
