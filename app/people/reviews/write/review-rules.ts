import { DAY_MS } from "#app/lib/duration.ts";
import { HOST_NAME } from "#app/lib/host-name.ts";

/** Reasons to hold a review for an editor before it is shown and counted. */
export const HOLD_REASONS = ["new-account", "duplicate-text", "links", "several-accounts"] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** Shown to editors. */
export const HOLD_REASON_LABELS: Record<HoldReason, string> = {
  "new-account": "New account with several reviews in a day",
  "duplicate-text": "Same text as another review",
  links: "Contains a link or address",
  "several-accounts": "Several accounts in one browser",
};

/** Accounts count as new for a week. */
const NEW_ACCOUNT_MS = 7 * DAY_MS;

/** Reviews per day that a new account may publish directly: a dinner, and a drink after. */
const NEW_ACCOUNT_REVIEWS_PER_DAY = 2;

export type HoldRuleInput = {
  body: string;
  authorJoinedAt: Date;
  now: Date;
  /** Other reviews that the author created in the last day, without edits. */
  othersInLastDay: number;
  /** Whether another review by any author has the same text. */
  hasDuplicateText: boolean;
  /** Whether another account recently wrote reviews in this browser. */
  hasOtherAccounts: boolean;
};

/** Why a review has to be held; empty for nearly all. */
export function holdReasons(facts: HoldRuleInput): HoldReason[] {
  const isNew = facts.now.getTime() - facts.authorJoinedAt.getTime() < NEW_ACCOUNT_MS;
  const applies: Record<HoldReason, boolean> = {
    "new-account": isNew && facts.othersInLastDay >= NEW_ACCOUNT_REVIEWS_PER_DAY,
    "duplicate-text": facts.hasDuplicateText,
    links: hasAddress(facts.body),
    "several-accounts": facts.hasOtherAccounts,
  };
  return HOLD_REASONS.filter((reason) => applies[reason]);
}

/**
 * The letters and digits of a text for comparison, without case, punctuation, spaces and invisible characters. Empty
 * for a text without letters and digits.
 */
export function normalizeForComparison(body: string): string {
  return body
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

/** Whether a text contains a link, a host name or an email address, plain or disguised in the usual ways. */
function hasAddress(body: string): boolean {
  const plain = body
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/\p{Cf}+/gu, "")
    .replaceAll(/\s*[[({]\s*(?:dot|punkt)\s*[\])}]\s*/g, ".")
    .replaceAll(/\s+dot\s+(?=(?:com|net|org)\b)/g, ".");
  return SCHEME.test(plain) || HOST_NAME.test(plain) || EMAIL.test(plain);
}

const SCHEME = /\bh(?:tt|xx)ps?\s*:|\bwww\s*\.|\b(?:mailto|javascript|data)\s*:\S/;

const EMAIL = /[\p{L}\p{N}._+-]+@[\p{L}\p{N}-]+\.\p{L}{2,}/u;
