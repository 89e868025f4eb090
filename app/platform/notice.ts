/**
 * A word on the next page of what just happened, after a form that led elsewhere. Only its code travels, in a cookie, and
 * what it is about, as the address of a page of ours: nobody else can put words on a page.
 */
export const NOTICE_CODES = [
  "signed-in",
  "signed-out",
  "sign-out-failed",
  "session-ended",
  "sessions-ended",
  "signed-out-everywhere",
  "saved",
  "unsaved",
  "signed-in-saved",
  "saves-full",
  "list-made",
  "changes-kept",
  "list-deleted",
  "list-link-renewed",
  "list-entry-added",
  "list-entry-removed",
  "list-copied",
  "list-copied-before",
  "list-own",
  "lists-full",
  "list-gone",
  "save-removed",
  "pick-dismissed",
  "pick-restored",
  "profile-kept",
  "account-deleted",
  "account-restored",
  "fact-confirmed",
  "fact-confirmed-before",
  "fact-changed",
  "sign-in-to-subscribe",
  "place-campaign-ended",
  "place-claimed",
  "place-edit-sent",
  "place-edit-withdrawn",
  "place-invitation-sent",
  "place-people-changed",
  "place-unchanged",
  "place-left",
  "review-reply-kept",
  "review-reply-deleted",
] as const;
export type NoticeCode = (typeof NOTICE_CODES)[number];

/** `item` is what it is about, without the first slash: `places/madams-organ`; null when nothing. */
export type Notice = { code: NoticeCode; item: string | null };

const COOKIE = "rowhouse-notice";
const SECONDS_MAX = 60;

/** The `Set-Cookie` that has the next page say it. */
export function noticeCookie({ code, item }: Notice): string {
  const value = item === null ? code : `${code}:${item}`;
  return `${COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${SECONDS_MAX}`;
}

/** The `Set-Cookie` that ends it. */
export const NOTICE_SHOWN = `${COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`;

const VALUE = new RegExp(`(?:^|;\\s*)${COOKIE}=([a-z-]+)(?::([a-z]+/[a-z0-9-]+))?(?:;|$)`);

/** What the page is to say; null when nothing. */
export function noticeOf(cookieHeader: string | null): Notice | null {
  const [, given, item = null] = VALUE.exec(cookieHeader ?? "") ?? [];
  const code = NOTICE_CODES.find((known) => known === given);
  return code === undefined ? null : { code, item };
}
