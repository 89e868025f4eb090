/**
 * A word on the next page of what just happened, after a form that led elsewhere. Only its code travels, in a cookie:
 * nobody else can put words on a page.
 */
export const NOTICE_CODES = ["signed-in", "signed-out", "sign-out-failed"] as const;
export type NoticeCode = (typeof NOTICE_CODES)[number];

const COOKIE = "rowhouse-notice";
const SECONDS_MAX = 60;

/** The `Set-Cookie` that has the next page say it. */
export function noticeCookie(code: NoticeCode): string {
  return `${COOKIE}=${code}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${SECONDS_MAX}`;
}

/** The `Set-Cookie` that ends it. */
export const NOTICE_SHOWN = `${COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`;

/** What the page is to say; null when nothing. */
export function noticeOf(cookieHeader: string | null): NoticeCode | null {
  const given = new RegExp(`(?:^|;\\s*)${COOKIE}=([a-z-]*)`).exec(cookieHeader ?? "")?.[1];
  return NOTICE_CODES.find((code) => code === given) ?? null;
}
