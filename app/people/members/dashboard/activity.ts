/** The kinds of entries in a member's activity. */
export const ACTIVITY_KINDS = [
  "saved-place",
  "saved-guide",
  "made-list",
  "copied-list",
  "listed-place",
  "reviewed",
  "edited-review",
  "found-helpful",
  "reported-review",
  "suggested-edit",
  "reported-closed",
  "confirmed-fact",
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

export type Activity = {
  kind: ActivityKind;
  /** ISO 8601 instant. */
  at: string;
  /** "Nov 21" */
  dayLabel: string;
  /** The place, guide or list. `to` is null if visitors can no longer open it. */
  subject: { name: string; to: string | null };
  /** The list that a place was added to. */
  list: { name: string; to: string } | null;
  /** The stars of a review. */
  stars: number | null;
};

export const ACTIVITY_PATH = "/activity";
