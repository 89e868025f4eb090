import type { GuardedFact } from "#app/db/schema/business.ts";

/** A change that was made of a place, as whoever runs it reads it. */
export type OwnChange = {
  id: number;
  label: string;
  before: string[];
  after: string[];
  /** "Nov 14, 2026, 3:05 PM" */
  changedLabel: string;
  changedBy: string;
  canUndo: boolean;
};

/** What an owner wants to be changed and an editor decides. */
export type GuardedChange = {
  field: GuardedFact;
  label: string;
  before: string[];
  after: string[];
  /** What it says now, where that was changed since. */
  now: string[] | null;
};

/** What waits of a place, for whoever runs it. */
export type WaitingEdit = { id: string; sinceLabel: string; changes: GuardedChange[]; note: string };

/** The same for the editor who decides. */
export type OwnerEditCase = WaitingEdit & {
  place: { slug: string; name: string };
  /** When the place last changed; goes back with the decision. */
  seen: string;
  senderName: string;
};

export const NOTE_CHARACTERS_MAX = 500;
