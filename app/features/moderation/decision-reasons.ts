import type { CaseKind, Decision } from "#app/db/schema/moderation.ts";

/** In the order in which the queue filters by them. */
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

export const KIND_WORDS: Record<CaseKind, { one: string; many: string }> = {
  "held-review": { one: "Held review", many: "Held reviews" },
  "reported-review": { one: "Reported review", many: "Reported reviews" },
  "held-question": { one: "Held question or answer", many: "Held questions and answers" },
  "reported-question": { one: "Reported question or answer", many: "Reported questions and answers" },
  "reported-photo": { one: "Reported photo", many: "Reported photos" },
  "suggested-edit": { one: "Suggested edit", many: "Suggested edits" },
  "reported-closed": { one: "Report of a closing", many: "Reports of closings" },
  "owner-edit": { one: "Owner’s edit", many: "Owners’ edits" },
  claim: { one: "Claim", many: "Claims" },
  submission: { one: "Submission", many: "Submissions" },
  campaign: { one: "Campaign", many: "Campaigns" },
};

export function caseKind(text: string | null): CaseKind | null {
  return CASE_KINDS.find((kind) => kind === text) ?? null;
}

/** What an approval is written down as: nothing is wrong with it. */
export const IN_ORDER = "in-order";
/** Of a submission: its place is listed already. */
export const DUPLICATE = "duplicate";
/** Needs words of the editor's own. */
const OTHER = "other";

const REVIEWS: CaseKind[] = ["held-review", "reported-review"];
const POSTS: CaseKind[] = ["held-question", "reported-question"];
const FACTS: CaseKind[] = ["suggested-edit", "reported-closed", "owner-edit"];

/**
 * Why something is rejected, as whoever it concerns reads it: a whole sentence each, at most 110 characters, so that an
 * editor's message fits beside it.
 */
const REASONS: { code: string; label: string; sentence: string; kinds: CaseKind[] }[] = [
  {
    code: "advertising",
    label: "Advertises something",
    sentence: "It advertises something.",
    kinds: [...REVIEWS, ...POSTS, "reported-photo"],
  },
  {
    code: "elsewhere",
    label: "Is about something else",
    sentence: "It is about another place, or about no visit to this one.",
    kinds: [...REVIEWS, "reported-photo"],
  },
  {
    code: "abusive",
    label: "Insults or threatens",
    sentence: "It insults or threatens somebody.",
    kinds: [...REVIEWS, ...POSTS, "reported-photo", "campaign"],
  },
  {
    code: "private",
    label: "Gives away something private",
    sentence: "It gives away something private, or shows people who didn’t agree to it.",
    kinds: [...REVIEWS, ...POSTS, "reported-photo"],
  },
  {
    code: "off-topic",
    label: "Has nothing to do with the place",
    sentence: "It has nothing to do with the place, or does not answer what is asked.",
    kinds: POSTS,
  },
  {
    code: "harmful",
    label: "Is dangerously wrong",
    sentence: "It is wrong in a way that could harm whoever relies on it.",
    kinds: POSTS,
  },
  {
    code: "interest",
    label: "Hides a tie",
    sentence: "Its author hides a tie to the business or to a rival of it.",
    kinds: REVIEWS,
  },
  {
    code: "copied",
    label: "Was written or made by somebody else",
    sentence: "It was written or made by somebody else, or stands here already in the same words.",
    kinds: [...REVIEWS, ...POSTS, "reported-photo", "submission"],
  },
  {
    code: "not-confirmed",
    label: "Could not be confirmed",
    sentence: "We could not confirm it with the place or from anything that we may rely on.",
    kinds: [...FACTS, "submission"],
  },
  {
    code: "right-already",
    label: "The page is right",
    sentence: "We looked into it and found what the page says to be right.",
    kinds: FACTS,
  },
  {
    code: "no-fact",
    label: "Is praise, and no fact",
    sentence: "A listing says what a place is called, where and what it is, in plain words and without praise.",
    kinds: ["suggested-edit", "owner-edit", "submission"],
  },
  {
    code: "not-proved",
    label: "Does not prove it",
    sentence: "What you sent does not show that the place is yours.",
    kinds: ["claim"],
  },
  {
    code: "others-run-it",
    label: "Others run it",
    sentence: "Those who run its page have shown that it is theirs.",
    kinds: ["claim"],
  },
  {
    code: "outside",
    label: "Is outside the District",
    sentence: "It is outside Washington, DC, and the guide ends at its line.",
    kinds: ["submission"],
  },
  {
    code: "no-place",
    label: "Is no place to go to",
    sentence: "It is no place that people can go to.",
    kinds: ["submission"],
  },
  {
    code: DUPLICATE,
    label: "Is listed already",
    sentence: "It has a page in the guide already.",
    kinds: ["submission"],
  },
  {
    code: "misleading",
    label: "Misleads",
    sentence: "It promises what we could not find to be so.",
    kinds: ["campaign"],
  },
  {
    code: "not-of-place",
    label: "Is not about the place",
    sentence: "It is about something else than the place that pays for it.",
    kinds: ["campaign"],
  },
  { code: OTHER, label: "Something else", sentence: "", kinds: [...CASE_KINDS] },
];

/** Longer than anybody reads in a notification; with the longest reason it stays within what the database takes. */
export const MESSAGE_CHARACTERS_MAX = 350;
const MESSAGE_CHARACTERS_MIN = 5;

/** The codes that a case of one of these kinds can be rejected with. */
export function rejectionsOf(kinds: readonly CaseKind[]): { code: string; label: string }[] {
  return REASONS.filter((reason) => reason.kinds.some((kind) => kinds.includes(kind))).map(({ code, label }) => ({
    code,
    label,
  }));
}

export function fitsKind(code: string, kind: CaseKind): boolean {
  return REASONS.some((reason) => reason.code === code && reason.kinds.includes(kind));
}

/** What a code says on the page of figures; every code that there was is there. */
export function codeLabel(code: string): string {
  if (code === IN_ORDER) return "Nothing was wrong with it";
  if (code === "unrecorded") return "Not written down (before reasons were)";
  return REASONS.find((reason) => reason.code === code)?.label ?? code;
}

export type GivenReason = { code: string; reason: string };

/**
 * The reason as whoever it concerns reads it: the sentence of its code, then the editor's own message.
 *
 * @param message Plain text.
 * @returns In words what is wrong with it, when it can't be taken.
 */
export function giveReason(given: { decision: Decision; code: string; message: string }): GivenReason | string {
  const { decision, code, message } = given;
  const length = Array.from(message).length;
  if (length > MESSAGE_CHARACTERS_MAX) {
    return `Write at most ${MESSAGE_CHARACTERS_MAX} characters; the message has ${length}.`;
  }
  if (decision === "approved") return { code: IN_ORDER, reason: message };
  const known = REASONS.find((reason) => reason.code === code);
  if (known === undefined) return "Choose a reason: whoever it concerns reads it.";
  if (code === OTHER && length < MESSAGE_CHARACTERS_MIN) {
    return "Give a reason of your own: with “Something else” they read only your message.";
  }
  return { code, reason: [known.sentence, message].filter((part) => part !== "").join(" ") };
}
