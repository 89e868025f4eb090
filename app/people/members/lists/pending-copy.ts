import type { NoticeCode } from "#app/platform/notice.ts";

const COOKIE = "rowhouse-copying";

/** The time limit of a sign-in. */
const SECONDS_MAX = 600;

/** The `Set-Cookie` that remembers which list a guest wants to copy until they sign in; null clears it. */
export function pendingCopyCookie(shareKey: string | null, siteUrl: string): string {
  const maxAgeSeconds = shareKey === null ? 0 : SECONDS_MAX;
  const parts = [`${COOKIE}=${shareKey ?? ""}`, "Path=/lists", "HttpOnly", "SameSite=Lax", `Max-Age=${maxAgeSeconds}`];
  return [...parts, ...(siteUrl.startsWith("https:") ? ["Secure"] : [])].join("; ");
}

/** The key of the list that the guest wanted to copy; null if there is none. */
export function readPendingCopy(cookieHeader: string | null): string | null {
  const [, shareKey = null] = new RegExp(`(?:^|;\\s*)${COOKIE}=([0-9a-f]{32})(?:;|$)`).exec(cookieHeader ?? "") ?? [];
  return shareKey;
}

/** The notice for each outcome of copying a list. */
export const COPY_NOTICES = {
  copied: "list-copied",
  "copied-before": "list-copied-before",
  own: "list-own",
  "lists-full": "lists-full",
  "no-such-list": "list-unavailable",
} as const satisfies Record<string, NoticeCode>;
