import type {
  CaseKind,
  Decision,
  PhotoCaseKind,
  PlaceCaseKind,
  QuestionCaseKind,
  ReviewCaseKind,
} from "#app/db/schema/moderation.ts";

export const CASES_PER_PAGE = 20;

/** Deeper than anybody lets it grow; it bounds the OFFSET of the query. */
export const PAGE_MAX = 1_000;

/** What every case has. */
export type CaseOpening = {
  id: string;
  kind: CaseKind;
  /** What the place or the submitted business is called. */
  name: string;
  /** Codes of the kind. */
  reasons: string[];
  /** ISO 8601 instant, and "Nov 14, 2026, 3:05 PM". */
  openedAt: string;
  openedLabel: string;
  /** Which version of it is shown: it goes back with the decision, so that nobody decides about what they haven't read. */
  seen: string;
  /** Who looks at it; null for nobody yet. */
  assignee: { id: string; name: string } | null;
};

/** A case as it was decided. */
export type DecidedCase = CaseOpening & {
  place: { slug: string; name: string } | null;
  decision: Decision;
  /** Of the closed list; null for what was decided before there was one. */
  code: string | null;
  /** As whoever it concerns reads it; may be empty. */
  reason: string;
  /** Null when whoever decided has left. */
  decider: { id: string; name: string } | null;
  closedAt: string;
  closedLabel: string;
};

/** A decision about a case that was taken back: who decides anew should know. */
export type UndoneDecision = { id: number; decision: Decision; why: string; undoneAt: string; undoneLabel: string };

/** What a moderator reads of an open case about a review. */
export type ReviewCase = CaseOpening & {
  about: "review";
  kind: ReviewCaseKind;
  review: {
    id: string;
    /** Goes back with the decision, so that nobody decides about words they haven't read. */
    version: number;
    stars: number;
    paragraphs: string[];
    /** Whether everybody sees it meanwhile. */
    isShown: boolean;
  };
  /** What those who reported it wrote besides. */
  notes: string[];
  place: { slug: string; name: string };
  author: { name: string; joinedLabel: string };
};

/** An open case about a place; what is suggested, reported or claimed is told by its own slice. */
export type PlaceCase = CaseOpening & { about: "place"; kind: Exclude<PlaceCaseKind, "owner-edit"> };

/** What whoever runs a place wants to be changed of it; the rest is the business slice's to tell. */
export type OwnerEditWaiting = CaseOpening & { about: "owner-edit" };

/** A business that somebody wants to see listed; the rest is the submissions' to tell. */
export type SubmissionWaiting = CaseOpening & { about: "submission"; submissionId: string };

/** An open case about a photo; what it shows is the gallery's to tell. */
type PhotoCase = CaseOpening & { about: "photo"; kind: PhotoCaseKind; photoId: string };

/** A campaign that was paid for; the rest is the advertising slice's to tell. */
export type CampaignWaiting = CaseOpening & { about: "campaign"; campaignId: string };

/** A question about a place or an answer to one, by its id; the rest is the questions' to tell. */
export type PostRef = { kind: "question" | "answer"; id: string };

/** An open case about one of them. */
export type PostWaiting = CaseOpening & { about: "post"; kind: QuestionCaseKind; post: PostRef; words: string };

export type WaitingCase =
  | CampaignWaiting
  | ReviewCase
  | PlaceCase
  | PhotoCase
  | PostWaiting
  | OwnerEditWaiting
  | SubmissionWaiting;
