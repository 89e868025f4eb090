import { AGREED_REASON } from "./decision-reasons.ts";
import type {
  CaseKind,
  Decision,
  PhotoCaseKind,
  PlaceCaseKind,
  QuestionCaseKind,
  ReviewCaseKind,
} from "#app/db/schema/moderation.ts";

export const CASES_PER_PAGE = 20;

/** Bounds the OFFSET of the query; no real queue is this long. */
export const PAGE_MAX = 1_000;

/** The fields common to all cases. */
export type CaseBase = {
  id: string;
  kind: CaseKind;
  /** Name of the place or of the submitted business. */
  name: string;
  /** Codes of the kind. */
  reasons: string[];
  /** ISO 8601 instant, and "Nov 14, 2026, 3:05 PM". */
  openedAt: string;
  openedLabel: string;
  /** Version of the content shown. Sent back with the decision, which fails if the content has changed. */
  seen: string;
  /** Null if unassigned. */
  assignee: { id: string; name: string } | null;
};

/** A case with its decision. */
export type DecidedCase = CaseBase & {
  place: { slug: string; name: string } | null;
  decision: Decision;
  /** Reason code; null for decisions older than the codes. */
  code: string | null;
  /** The text that the person concerned reads; may be empty. */
  reason: string;
  /** Null if the editor's account was deleted, or readers decided. */
  decider: { id: string; name: string } | null;
  closedAt: string;
  closedLabel: string;
};

/** Who decided a case, for editors. */
export function deciderName({ decider, code }: Pick<DecidedCase, "decider" | "code">): string {
  if (decider !== null) return decider.name;
  return code === AGREED_REASON ? "Readers who agree" : "A former editor";
}

/** An undone decision, shown to the editor who decides again. */
export type UndoneDecision = { id: number; decision: Decision; why: string; undoneAt: string; undoneLabel: string };

/** An open case about a review, with the review. */
export type ReviewCase = CaseBase & {
  about: "review";
  kind: ReviewCaseKind;
  review: {
    id: string;
    /** Sent back with the decision, which fails if the review has changed. */
    version: number;
    stars: number;
    paragraphs: string[];
    /** Whether the review is public. */
    isShown: boolean;
  };
  /** Notes of the members who reported it. */
  notes: string[];
  place: { slug: string; name: string };
  author: { name: string; joinedLabel: string };
};

/** An open case about a place. The corrections and business slices load the edit, report or claim. */
export type PlaceCase = CaseBase & { about: "place"; kind: Exclude<PlaceCaseKind, "owner-edit"> };

/** An open owner edit. The business slice loads its changes. */
export type OpenOwnerEditCase = CaseBase & { about: "owner-edit" };

/** An open submission. The submissions slice loads the listing. */
export type OpenSubmissionCase = CaseBase & { about: "submission"; submissionId: string };

/** An open case about a photo. The gallery slice loads the photo. */
type PhotoCase = CaseBase & { about: "photo"; kind: PhotoCaseKind; photoId: string };

/** A paid campaign. The advertising slice loads the rest. */
export type OpenCampaignCase = CaseBase & { about: "campaign"; campaignId: string };

/** A reference to a public question or answer. `place-questions` loads the rest. */
export type PostRef = { kind: "question" | "answer"; id: string };

/** An open case about a question or answer. */
export type OpenPostCase = CaseBase & { about: "post"; kind: QuestionCaseKind; post: PostRef; text: string };

export type OpenCase =
  | OpenCampaignCase
  | ReviewCase
  | PlaceCase
  | PhotoCase
  | OpenPostCase
  | OpenOwnerEditCase
  | OpenSubmissionCase;
