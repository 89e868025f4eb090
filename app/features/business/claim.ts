import type { ClaimOutcome, ClaimWay } from "#app/db/schema/business.ts";

/** How long a mailed code counts, and one that is to be put on a website. */
export const MAIL_CODE_MINUTES = 30;
export const SITE_CODE_DAYS = 7;

export const EVIDENCE_CHARACTERS_MIN = 30;
export const EVIDENCE_CHARACTERS_MAX = 2_000;

/** The name of the meta tag that may hold a code. */
export const CLAIM_META_NAME = "rowhouse-claim";

/** A way of proving that is open for a place, or in words why it isn't. */
export type WayState = { isOpen: true; domain: string } | { isOpen: false; why: string };

/** The controls of the forms that may be filled in wrongly. */
export type ClaimField = "address" | "code" | "evidence";

/** What somebody has begun and not ended, for them to go on with. */
export type OpenClaim = {
  id: string;
  way: ClaimWay;
  /** "ma…@example.com"; null but for mail. */
  maskedAddress: string | null;
  domain: string | null;
  startedLabel: string;
  /** Null where it has no end. */
  expiresLabel: string | null;
  triesLeft: number;
};

/** A claim as its person sees it afterwards: what happened when. */
export type ClaimStory = {
  id: string;
  way: ClaimWay;
  place: { slug: string; name: string };
  outcome: ClaimOutcome | "waiting" | "expired";
  steps: { at: string; label: string; text: string }[];
};

/** `code`: that for the website, where whoever goes there knows it. */
export function claimPath(slug: string, code: string | null = null): string {
  return code === null ? `/places/${slug}/claim` : `/places/${slug}/claim?code=${code}`;
}

/** A code for a website. */
export const SITE_CODE = /^[0-9a-f]{32}$/;

export function codeFilePath(code: string): string {
  return `/.well-known/rowhouse-${code}.txt`;
}

/** Their own list: places that somebody runs, what they claim, who invites them. */
export const OWN_BUSINESSES_PATH = "/business";
