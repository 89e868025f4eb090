/**
 * The one-time message after a form, shown on the next page. The cookie holds only a code and the path of an internal page,
 * so that nobody else can put text on a page.
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
  "list-created",
  "changes-saved",
  "list-deleted",
  "list-link-renewed",
  "list-entry-added",
  "list-entry-removed",
  "list-copied",
  "list-copied-before",
  "list-own",
  "lists-full",
  "list-unavailable",
  "save-removed",
  "pick-dismissed",
  "pick-restored",
  "profile-saved",
  "search-alert-created",
  "account-deleted",
  "account-restored",
  "fact-confirmed",
  "fact-confirmed-before",
  "fact-changed",
  "sign-in-to-subscribe",
  "place-campaign-ended",
  "place-claimed",
  "place-edit-sent",
  "place-saved-and-sent",
  "place-edit-withdrawn",
  "place-invitation-sent",
  "place-people-changed",
  "place-unchanged",
  "place-left",
  "review-reply-saved",
  "review-reply-deleted",
] as const;
export type NoticeCode = (typeof NOTICE_CODES)[number];

/** `item`: the path of the page it is about, without the first slash: `places/madams-organ`; or null. */
export type Notice = { code: NoticeCode; item: string | null };

const COOKIE = "rowhouse-notice";
const SECONDS_MAX = 60;

/** The `Set-Cookie` that shows the notice on the next page. */
export function noticeCookie({ code, item }: Notice): string {
  const value = item === null ? code : `${code}:${item}`;
  return `${COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${SECONDS_MAX}`;
}

/** The `Set-Cookie` that removes the notice. */
export const CLEAR_NOTICE_COOKIE = `${COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`;

const VALUE = new RegExp(`(?:^|;\\s*)${COOKIE}=([a-z-]+)(?::([a-z]+/[a-z0-9-]+))?(?:;|$)`);

/** The notice to show; null when there is none. */
export function readNoticeCookie(cookieHeader: string | null): Notice | null {
  const [, codeText, item = null] = VALUE.exec(cookieHeader ?? "") ?? [];
  const code = NOTICE_CODES.find((known) => known === codeText);
  return code === undefined ? null : { code, item };
}
