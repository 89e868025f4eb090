import type { CaseKind, Decision } from "#app/db/schema/moderation.ts";

/** In the order of the queue's filters. */
export const CASE_KINDS = [
  "held-review",
  "reported-review",
  "held-question",
  "reported-question",
  "reported-photo",
  "suggested-edit",
  "reported-closed",
  "owner-edit",
  "claim",
  "submission",
  "campaign",
] as const satisfies CaseKind[];

export const CASE_KIND_LABELS: Record<CaseKind, { one: string; many: string }> = {
  "held-review": { one: "Held review", many: "Held reviews" },
  "reported-review": { one: "Reported review", many: "Reported reviews" },
  "held-question": { one: "Held question or answer", many: "Held questions and answers" },
  "reported-question": { one: "Reported question or answer", many: "Reported questions and answers" },
  "reported-photo": { one: "Reported photo", many: "Reported photos" },
  "suggested-edit": { one: "Suggested edit", many: "Suggested edits" },
  "reported-closed": { one: "Closure report", many: "Closure reports" },
  "owner-edit": { one: "Owner edit", many: "Owner edits" },
  claim: { one: "Claim", many: "Claims" },
  submission: { one: "Submission", many: "Submissions" },
  campaign: { one: "Campaign", many: "Campaigns" },
};

export function parseCaseKind(text: string | null): CaseKind | null {
  return CASE_KINDS.find((kind) => kind === text) ?? null;
}

/** The code of every approval: nothing was wrong. */
export const NO_PROBLEM = "in-order";
/** The code of what independent readers agree on, decided without an editor. */
export const AGREED_REASON = "agreed";
/** For a submission whose place is already listed. */
export const DUPLICATE_REASON = "duplicate";
/** Requires a message by the editor. */
const OTHER = "other";

const REVIEWS: CaseKind[] = ["held-review", "reported-review"];
const POSTS: CaseKind[] = ["held-question", "reported-question"];
const FACTS: CaseKind[] = ["suggested-edit", "reported-closed", "owner-edit"];

/**
 * Rejection reasons. `sentence` is what the person concerned reads, at most 110 characters, so that an editor's message
 * fits after it.
 */
const REASONS: { code: string; label: string; sentence: string; kinds: CaseKind[] }[] = [
  {
    code: "advertising",
    label: "Advertising",
    sentence: "It advertises something.",
    kinds: [...REVIEWS, ...POSTS, "reported-photo"],
  },
  {
    code: "elsewhere",
    label: "About something else",
    sentence: "It’s about another place, or not about a visit to this place.",
    kinds: [...REVIEWS, "reported-photo"],
  },
  {
    code: "abusive",
    label: "Insults or threats",
    sentence: "It insults or threatens someone.",
    kinds: [...REVIEWS, ...POSTS, "reported-photo", "campaign"],
  },
  {
    code: "private",
    label: "Private information",
    sentence: "It contains private information, or shows people who didn’t agree to it.",
    kinds: [...REVIEWS, ...POSTS, "reported-photo"],
  },
  {
    code: "off-topic",
    label: "Off topic",
    sentence: "It isn’t about the place, or doesn’t answer the question.",
    kinds: POSTS,
  },
  {
    code: "harmful",
    label: "Dangerously wrong",
    sentence: "It’s wrong in a way that could harm people who rely on it.",
    kinds: POSTS,
  },
  {
    code: "interest",
    label: "Conflict of interest",
    sentence: "Its author doesn’t disclose a tie to the business or a competitor.",
    kinds: REVIEWS,
  },
  {
    code: "copied",
    label: "Copied",
    sentence: "It was copied from someone else, or has already been posted here.",
    kinds: [...REVIEWS, ...POSTS, "reported-photo", "submission"],
  },
  {
    code: "not-confirmed",
    label: "Couldn’t be confirmed",
    sentence: "We couldn’t confirm it with the place or from a source we trust.",
    kinds: [...FACTS, "submission"],
  },
  {
    code: "right-already",
    label: "The page is right",
    sentence: "We checked, and the page is right.",
    kinds: FACTS,
  },
  {
    code: "no-fact",
    label: "Promotional wording",
    sentence: "A listing says what and where a place is, in plain words and without praise.",
    kinds: ["suggested-edit", "owner-edit", "submission"],
  },
  {
    code: "not-proved",
    label: "Not enough proof",
    sentence: "What you sent doesn’t show that the place is yours.",
    kinds: ["claim"],
  },
  {
    code: "others-run-it",
    label: "Managed by others",
    sentence: "The current managers have shown that the place is theirs.",
    kinds: ["claim"],
  },
  {
    code: "outside",
    label: "Outside DC",
    sentence: "It’s outside Washington, DC, and we list only places in the District.",
    kinds: ["submission"],
  },
  {
    code: "no-place",
    label: "Not a place to visit",
    sentence: "It isn’t a place that people can visit.",
    kinds: ["submission"],
  },
  {
    code: DUPLICATE_REASON,
    label: "Already listed",
    sentence: "It already has a page on Rowhouse.",
    kinds: ["submission"],
  },
  {
    code: "misleading",
    label: "Misleading",
    sentence: "It makes promises that we couldn’t confirm.",
    kinds: ["campaign"],
  },
  {
    code: "not-of-place",
    label: "Not about the place",
    sentence: "It isn’t about the place that pays for it.",
    kinds: ["campaign"],
  },
  { code: OTHER, label: "Something else", sentence: "", kinds: [...CASE_KINDS] },
];

/** With the longest reason sentence this stays within the database's limit of 500. */
export const MESSAGE_CHARACTERS_MAX = 350;
const MESSAGE_CHARACTERS_MIN = 5;

/** The rejection reasons for these kinds of cases. */
export function rejectionReasonsFor(kinds: readonly CaseKind[]): { code: string; label: string }[] {
  return REASONS.filter((reason) => reason.kinds.some((kind) => kinds.includes(kind))).map(({ code, label }) => ({
    code,
    label,
  }));
}

export function isReasonForKind(code: string, kind: CaseKind): boolean {
  return REASONS.some((reason) => reason.code === code && reason.kinds.includes(kind));
}

/** The label of a code on the transparency page, which also shows old codes. */
export function reasonCodeLabel(code: string): string {
  if (code === NO_PROBLEM) return "No problem found";
  if (code === AGREED_REASON) return "Readers agree";
  if (code === "unrecorded") return "Not recorded (older decision)";
  return REASONS.find((reason) => reason.code === code)?.label ?? code;
}

export type DecisionReason = { code: string; reason: string };

/**
 * Builds the reason that the person concerned reads: the sentence of the code, then the editor's message.
 *
 * @param message Plain text.
 * @returns An error message if the code or message is invalid.
 */
export function composeReason(given: { decision: Decision; code: string; message: string }): DecisionReason | string {
  const { decision, code, message } = given;
  const length = Array.from(message).length;
  if (length > MESSAGE_CHARACTERS_MAX) {
    return `Write at most ${MESSAGE_CHARACTERS_MAX} characters. The message has ${length}.`;
  }
  if (decision === "approved") return { code: NO_PROBLEM, reason: message };
  const found = REASONS.find((reason) => reason.code === code);
  if (found === undefined) return "Choose a reason. We’ll share it with the person concerned.";
  if (code === OTHER && length < MESSAGE_CHARACTERS_MIN) {
    return "Write a message: with “Something else”, they see only your message.";
  }
  return { code, reason: [found.sentence, message].filter((part) => part !== "").join(" ") };
}
