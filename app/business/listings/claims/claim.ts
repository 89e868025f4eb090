import type { ClaimOutcome, ClaimMethod } from "#app/db/schema/business.ts";

/** How long an emailed code and a website code are valid. */
export const MAIL_CODE_MINUTES = 30;
export const WEBSITE_CODE_DAYS = 7;

export const EVIDENCE_CHARACTERS_MIN = 30;
export const EVIDENCE_CHARACTERS_MAX = 2_000;

/** The name of the meta tag that can hold a website code. */
export const CLAIM_META_NAME = "rowhouse-claim";

/** Whether a claim method is available for a place. `why`: a message when it isn't. */
export type ClaimMethodState = { isOpen: true; domain: string } | { isOpen: false; why: string };

/** The form controls that can have a problem. */
export type ClaimField = "address" | "code" | "evidence";

/** An open claim, as its claimer sees it. */
export type OpenClaim = {
  id: string;
  method: ClaimMethod;
  /** "ma…@example.com"; null for other methods than mail. */
  maskedAddress: string | null;
  domain: string | null;
  startedLabel: string;
  /** Null for a claim that doesn't expire. */
  expiresLabel: string | null;
  triesLeft: number;
};

/** A claim with its dated steps, as its claimer sees it. */
export type ClaimTimeline = {
  id: string;
  method: ClaimMethod;
  place: { slug: string; name: string };
  outcome: ClaimOutcome | "waiting" | "expired";
  steps: { at: string; label: string; text: string }[];
};

/** `code`: the website code, when the viewer knows it; the page shows it only then. */
export function claimPath(slug: string, code: string | null = null): string {
  return code === null ? `/places/${slug}/claim` : `/places/${slug}/claim?code=${code}`;
}

/** The form of a website code. */
export const WEBSITE_CODE_PATTERN = /^[0-9a-f]{32}$/;

export function codeFilePath(code: string): string {
  return `/.well-known/rowhouse-${code}.txt`;
}

/** A member's own businesses, claims and invitations. */
export const OWN_BUSINESSES_PATH = "/business";
