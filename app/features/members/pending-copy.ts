import type { NoticeCode } from "#app/platform/notice.ts";

const COOKIE = "rowhouse-copying";

/** As long as a sign-in may take. */
const SECONDS_MAX = 600;

/** The `Set-Cookie` that keeps a guest's click on a shared list until they have signed in, or with null forgets it. */
export function pendingCopyCookie(shareKey: string | null, siteUrl: string): string {
  const life = shareKey === null ? 0 : SECONDS_MAX;
  const parts = [`${COOKIE}=${shareKey ?? ""}`, "Path=/lists", "HttpOnly", "SameSite=Lax", `Max-Age=${life}`];
  return [...parts, ...(siteUrl.startsWith("https:") ? ["Secure"] : [])].join("; ");
}

/** The key of the list that a guest of this browser wanted to copy; null when there is none. */
export function pendingCopy(cookieHeader: string | null): string | null {
  const [, shareKey = null] = new RegExp(`(?:^|;\\s*)${COOKIE}=([0-9a-f]{32})(?:;|$)`).exec(cookieHeader ?? "") ?? [];
  return shareKey;
}

/** What the next page says of a copy. One that isn't there any more says so itself, as a page that is missing. */
export const COPY_NOTICES = {
  copied: "list-copied",
  "copied-before": "list-copied-before",
  own: "list-own",
  "lists-full": "lists-full",
  "no-such-list": "list-gone",
} as const satisfies Record<string, NoticeCode>;
