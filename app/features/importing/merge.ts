import type { Closure } from "#app/db/schema/places.ts";
import type { MovedPhoto } from "#app/features/gallery/place-photo.ts";

/** What went along when two listings became one. */
export type MovedByMerge = {
  reviews: string[];
  records: { sourceId: string; recordId: string }[];
  /** The other one's own facts, put down as records of their sources. */
  made: { sourceId: string; recordId: string }[];
  /** How the other one was marked. */
  closure: Closure | null;
  successorId: number | null;
  /** The rest of how it was marked, and what else went along; merges before these were known don't have them. */
  closing?: { closedOn: string | null; reopensOn: string | null; isClosedByOwner: boolean };
  photos?: MovedPhoto[];
  /** Of visitors, by id. */
  questions?: string[];
  /** Guides that named it, by id. */
  guides?: number[];
};

export const MERGES_PATH = "/admin/imports/merges";

export type MergeRefusal = "no-place" | "same-place" | "is-run" | "gone";

/** "merged-on": the one that stayed has gone into a third meanwhile. */
export type UnmergeRefusal = "gone" | "merged-on";

export const UNMERGE_REFUSALS: Record<UnmergeRefusal, string> = {
  gone: "They are two already.",
  "merged-on": "The page that stayed has gone into another since. Make those two again first.",
};

export const MERGE_REFUSALS: Record<MergeRefusal, string> = {
  "no-place": "Name both pages as they stand in their addresses: madams-organ.",
  "same-place": "Those are the same page.",
  "is-run": "The listing that would go is run by somebody. Merge the other way round, or end their role first.",
  gone: "One of the two was taken off the site meanwhile.",
};
