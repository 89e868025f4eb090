import type { Relation } from "#app/db/schema/submissions.ts";
import type { SubmittedPhoto } from "#app/features/gallery/submitted-photo.ts";
import type { Bounds } from "#app/features/map/bounds.ts";
import type { Quadrant } from "#app/features/places/place.ts";

export const SUBMIT_PATH = "/submit";

/** What whoever fills in the form is asked while they do. */
export const HINTS_PATH = "/submit/hints";

/** A place that may be the one that is being submitted. */
export type SimilarPlace = {
  slug: string;
  name: string;
  type: string;
  address: string | null;
  isClosed: boolean;
  /** It is the same, unless whoever submits says that it isn't. */
  isSure: boolean;
};

/** Null: nothing can be said. */
export type QuadrantHint = { quadrant: Quadrant; why: string } | null;

/** `around`: the box of all that is listed in the ZIP code; null where nothing is. */
export type Hints = { similar: SimilarPlace[]; quadrant: QuadrantHint; around: Bounds | null };

/** What somebody has to do with the business, in the order and words in which the form asks. */
export const RELATION_WORDS: readonly { value: Relation; label: string }[] = [
  { value: "owner", label: "I own it or run it" },
  { value: "staff", label: "I work there" },
  { value: "customer", label: "I go there" },
  { value: "other", label: "Something else" },
];

export function relationWords(relation: Relation): string {
  return RELATION_WORDS.find(({ value }) => value === relation)?.label ?? relation;
}

export function submissionPath(key: string): string {
  return `/submissions/${key}`;
}

/** Takes one photo, as the page's script sends it. */
export function submissionPhotosPath(key: string): string {
  return `${submissionPath(key)}/photos`;
}

/** A photo that waits, for whoever has the key. */
export function submissionPhotoPath(key: string, photoId: string): string {
  return `${submissionPhotosPath(key)}/${photoId}`;
}

/** Where an editor reads one submission in full and decides. */
export function submissionCasePath(id: string): string {
  return `/admin/moderation/submissions/${id}`;
}

/** Where somebody confirms that an address is theirs. */
export function mailQuestionPath(mailKey: string): string {
  return `/submissions/mail/${mailKey}`;
}

/** What became of a submission. */
export type SubmissionFate = "published" | "refused" | "duplicate";

/** What has become of a submission, as its page tells it. */
export type SubmissionOutcome = {
  key: string;
  name: string;
  facts: { label: string; lines: string[] }[];
  /** "Nov 14, 2026, 3:05 PM" */
  sentLabel: string;
  /** When an editor first looked at it; null: nobody has yet. */
  readLabel: string | null;
  decidedLabel: string | null;
  reason: string | null;
  /** Null while it waits. */
  fate: SubmissionFate | null;
  /** What waits with it; none once it is decided. */
  photos: SubmittedPhoto[];
  /** The listing that came of it, or was there before. */
  place: { slug: string; name: string } | null;
  /** Whether what becomes of it is mailed: the address was asked, has confirmed, or had enough mail of ours. */
  mail: "none" | "asked" | "confirmed" | "not-asked";
};

/** What a moderator reads of a submission in the queue. */
export type SubmissionSummary = {
  id: string;
  name: string;
  facts: { label: string; lines: string[] }[];
  relation: string;
  note: string;
  senderName: string;
  sentLabel: string;
};

/** A page without a word on what the place is helps nobody. */
export const DESCRIPTION_CHARACTERS_MIN = 20;

/** What an editor decides a submission by. */
export type SubmissionCase = SubmissionSummary & {
  caseId: string;
  photos: SubmittedPhoto[];
  /** Which photos these are: goes back with the decision, so that nobody decides about what they haven't seen. */
  seen: string;
  similar: SimilarPlace[];
  neighborhoods: { slug: string; name: string }[];
  /** By its pin; empty when it has none or lies in none of ours. */
  neighborhood: string;
};

/** What keeps a form that somebody has begun. */
export const DRAFT_PATH = "/submit/draft";
/** Under this name the browser keeps what a guest has filled in; the privacy page names it too. */
export const DRAFT_KEY = "rowhouse-submission";
