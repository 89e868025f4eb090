/** What a member did, as their own page tells it. */
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
  /** The place, guide or list that it was done to; without an address when visitors can't open it any more. */
  subject: { name: string; to: string | null };
  /** The list that a place was put in. */
  list: { name: string; to: string } | null;
  /** Of a review. */
  stars: number | null;
};

export const ACTIVITY_PATH = "/activity";
