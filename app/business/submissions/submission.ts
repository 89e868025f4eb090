import type { Relation } from "#app/db/schema/submissions.ts";
import type { SubmittedPhoto } from "#app/guide/photos/place/review/submitted-photo.ts";
import type { Bounds } from "#app/guide/map/base/bounds.ts";
import type { Quadrant } from "#app/guide/places/place.ts";
import type { Point } from "#app/lib/geo.ts";

export const SUBMIT_PATH = "/submit";

/** The URL that answers with hints while the form is filled in. */
export const HINTS_PATH = "/submit/hints";

/** The fields that identify a business and its location. */
export const HINT_FIELDS = ["name", "street", "quadrant", "zip", "lat", "lng", "phone", "website"];

/** A listed place that could be the submitted one. */
export type SimilarPlace = {
  slug: string;
  name: string;
  type: string;
  address: string | null;
  isClosed: boolean;
  /** Counts as the same place unless the submitter says otherwise. */
  isSure: boolean;
};

/** Null when there is no likely quadrant. */
export type QuadrantHint = { quadrant: Quadrant; why: string } | null;

/** `around`: the bounds of the places in the ZIP code; null when there are none. */
export type SubmissionHints = { similar: SimilarPlace[]; quadrant: QuadrantHint; around: Bounds | null };

/** The submitter's connection to the business, in the form's order. */
export const SUBMITTER_RELATIONS: readonly { value: Relation; label: string }[] = [
  { value: "owner", label: "I own or manage it" },
  { value: "staff", label: "I work there" },
  { value: "customer", label: "I’m a customer" },
  { value: "other", label: "Something else" },
];

export function submitterRelationLabel(relation: Relation): string {
  return SUBMITTER_RELATIONS.find(({ value }) => value === relation)?.label ?? relation;
}

export function submissionPath(key: string): string {
  return `/submissions/${key}`;
}

/** The upload URL of the page's script. */
export function submissionPhotosPath(key: string): string {
  return `${submissionPath(key)}/photos`;
}

/** The URL of a pending photo, for everyone with the key. */
export function submissionPhotoPath(key: string, photoId: string): string {
  return `${submissionPhotosPath(key)}/${photoId}`;
}

/** The editors' page of a submission. */
export function submissionCasePath(id: string): string {
  return `/admin/moderation/submissions/${id}`;
}

/** The page that confirms an email address. */
export function mailConfirmationPath(emailKey: string): string {
  return `/submissions/mail/${emailKey}`;
}

/** How a submission was decided. */
export type SubmissionFate = "published" | "refused" | "duplicate";

/** A submission as its page shows it. */
export type SubmissionOutcome = {
  key: string;
  name: string;
  facts: { label: string; lines: string[] }[];
  /** "Nov 14, 2026, 3:05 PM" */
  sentLabel: string;
  /** When an editor first opened it; null if none has. */
  readLabel: string | null;
  decidedLabel: string | null;
  reason: string | null;
  /** Null while it is pending. */
  fate: SubmissionFate | null;
  /** The pending photos; none once it is decided. */
  photos: SubmittedPhoto[];
  /** The published listing, or the one that it duplicates. */
  place: { slug: string; name: string } | null;
  /** The state of the email address: none given, asked to confirm, confirmed, or not asked because of the mail limits. */
  mail: "none" | "requested" | "confirmed" | "not-requested";
};

/** A submission in the editors' queue. */
export type SubmissionSummary = {
  id: string;
  name: string;
  facts: { label: string; lines: string[] }[];
  relation: string;
  note: string;
  senderName: string;
  sentLabel: string;
};

/** A page that doesn't say what the place is isn't useful. */
export const DESCRIPTION_CHARACTERS_MIN = 20;

/** A submission with everything that an editor needs to decide. */
export type SubmissionCase = SubmissionSummary & {
  caseId: string;
  /** Null without a pin. */
  position: Point | null;
  photos: SubmittedPhoto[];
  /** Identifies the photos. It comes back with the decision, to detect photos that the editor hasn't seen. */
  seen: string;
  similar: SimilarPlace[];
  neighborhoods: { slug: string; name: string }[];
  /** From the pin; empty without a pin or outside every neighborhood. */
  neighborhood: string;
};

/** The URL that saves a draft. */
export const DRAFT_PATH = "/submit/draft";
/** The local storage key of the draft. The privacy page names it too. */
export const DRAFT_KEY = "rowhouse-submission";
