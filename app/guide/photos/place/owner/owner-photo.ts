import type { PreparedPhoto } from "../place-photo.ts";

/** Whether a photo is public, or why it isn't. */
export type PhotoState = "shown" | "preparing" | "failed" | "undescribed" | "taken-down";

/** A photo on the owner's pages. */
export type OwnerPhoto = {
  id: string;
  /** Sent back with each change, so that an outdated page can't overwrite a newer one. */
  version: number;
  alt: string;
  /** Null until its files are made. */
  prepared: PreparedPhoto | null;
  state: PhotoState;
  /** The editor's reason; null unless an editor hid it. */
  takenDownReason: string | null;
  isCropped: boolean;
};

export const PHOTO_STATE_LABELS: Record<PhotoState, string> = {
  shown: "On your listing",
  preparing: "Processing",
  failed: "Couldn’t be processed",
  undescribed: "Not shown yet: add a description",
  "taken-down": "Removed by an editor",
};
