import type { PlaceChange } from "#app/business/corrections/review/correction-case.ts";
import type { GuardedFact } from "#app/db/schema/business.ts";

/** A change of a place, as its owners and managers see it. */
export type ListingHistoryEntry = PlaceChange & { canUndo: boolean };

/** A requested change that an editor decides. */
export type GuardedChange = {
  field: GuardedFact;
  label: string;
  before: string[];
  after: string[];
  /** The current value, if it has changed since the request; otherwise null. */
  now: string[] | null;
};

/** A place's pending edit, for its owners and managers. */
export type PendingEdit = { id: string; sinceLabel: string; changes: GuardedChange[]; note: string };

/** A pending edit, for the editor who decides. */
export type OwnerEditCase = PendingEdit & {
  place: { slug: string; name: string };
  /** The place's last change. It comes back with the decision, to detect changes in between. */
  seen: string;
  senderName: string;
};

export const NOTE_CHARACTERS_MAX = 500;
