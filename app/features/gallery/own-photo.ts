import type { ShownPhoto } from "./place-photo.ts";

/** How a photo stands: everybody sees it, or why they don't. */
export type PhotoState = "shown" | "preparing" | "failed" | "undescribed" | "taken-down";

/** A photo for whoever runs the place. */
export type OwnPhoto = {
  id: string;
  /** Goes back with each change, so that nobody overrules what they haven’t seen. */
  version: number;
  alt: string;
  /** Null: none of its files is made yet. */
  shown: ShownPhoto | null;
  state: PhotoState;
  /** A moderator's; null when none took it down. */
  takenDownReason: string | null;
  isCut: boolean;
};

export const STATE_WORDS: Record<PhotoState, string> = {
  shown: "On your listing",
  preparing: "Being prepared",
  failed: "Could not be prepared",
  undescribed: "Not shown yet: say what is on it",
  "taken-down": "Taken off by a moderator",
};
