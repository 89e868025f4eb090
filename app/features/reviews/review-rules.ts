/** Why a review waits for a moderator before it is shown and counted. */
export const HOLD_REASONS = ["new-account", "duplicate-text", "links", "several-accounts"] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** In the words a moderator reads. */
export const HOLD_REASON_WORDS: Record<HoldReason, string> = {
  "new-account": "A new account that wrote several reviews within a day",
  "duplicate-text": "The same words as another review",
  links: "A link or an address in the text",
  "several-accounts": "Several accounts wrote from one browser",
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** An account is new for a week. */
const NEW_ACCOUNT_MS = 7 * DAY_MS;

/** Reviews that a new account may have written within a day and still be shown at once: a dinner, and a drink after. */
const NEW_ACCOUNT_REVIEWS_PER_DAY = 2;

export type ReviewFacts = {
  body: string;
  authorJoinedAt: Date;
  now: Date;
  /** Other reviews that the author first wrote within the last day. */
  othersInLastDay: number;
  /** Whether any other review, by anybody, has the same words. */
  hasTwin: boolean;
  /** Whether another account wrote reviews from this browser lately. */
  hasOtherWriters: boolean;
};

/** What speaks against showing a review at once; nothing for nearly all. */
export function holdReasons(facts: ReviewFacts): HoldReason[] {
  const isNew = facts.now.getTime() - facts.authorJoinedAt.getTime() < NEW_ACCOUNT_MS;
  const found: Record<HoldReason, boolean> = {
    "new-account": isNew && facts.othersInLastDay >= NEW_ACCOUNT_REVIEWS_PER_DAY,
    "duplicate-text": facts.hasTwin,
    links: namesAddress(facts.body),
    "several-accounts": facts.hasOtherWriters,
  };
  return HOLD_REASONS.filter((reason) => found[reason]);
}

/**
 * The letters and digits of a text, for comparing: without case, punctuation, spaces, and what can't be seen.
 * Empty when a text has none.
 */
export function comparableWords(body: string): string {
  return body
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

/** Whether a text leads elsewhere: a link, a host's name, an address of e-mail, and the usual ways of disguising them. */
function namesAddress(body: string): boolean {
  const plain = body
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/\p{Cf}+/gu, "")
    .replaceAll(/\s*[[({]\s*(?:dot|punkt)\s*[\])}]\s*/g, ".")
    .replaceAll(/\s+dot\s+(?=(?:com|net|org)\b)/g, ".");
  return SCHEME.test(plain) || HOST_NAME.test(plain) || E_MAIL.test(plain);
}

const SCHEME = /\bh(?:tt|xx)ps?\s*:|\bwww\s*\.|\b(?:mailto|javascript|data)\s*:\S/;

/** Endings that no sentence begins with, as "good.It" would. */
const HOST_NAME =
  /[\p{L}\p{N}-]\.(?:com|net|org|info|biz|online|shop|store|site|club|xyz|top|app|dev|link|click|ly|gl|ru|cn|tk|vip|icu|page|blog)\b/u;
const E_MAIL = /[\p{L}\p{N}._+-]+@[\p{L}\p{N}-]+\.\p{L}{2,}/u;
