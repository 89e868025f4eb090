import type { CaseKind } from "#app/db/schema/moderation.ts";

export const CASES_PER_PAGE = 20;

/** Deeper than anybody lets it grow; it bounds the OFFSET of the query. */
export const PAGE_MAX = 1_000;

/** What a moderator reads of an open case. */
export type CaseShown = {
  id: string;
  kind: CaseKind;
  /** Codes of the kind. */
  reasons: string[];
  /** ISO 8601 instant, and "Nov 14, 2026, 3:05 PM". */
  openedAt: string;
  openedLabel: string;
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
