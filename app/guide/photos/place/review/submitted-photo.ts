/** The state of a photo of a pending submission. */
export type SubmittedPhotoState = "preparing" | "failed" | "undescribed" | "ready";

/** A photo of a pending submission, as its sender and editors see it. */
export type SubmittedPhoto = { id: string; alt: string; state: SubmittedPhotoState };

export const SUBMITTED_PHOTO_LABELS: Record<SubmittedPhotoState, string> = {
  preparing: "Processing",
  failed: "Couldn’t be processed: remove it and add it again",
  undescribed: "Add a description",
  ready: "Ready for review",
};

/** Notes for the editor who decides. */
export const SUBMITTED_PHOTO_CASE_NOTES: Record<SubmittedPhotoState, string> = {
  preparing: "Still processing. If published now, it appears when that is done.",
  failed: "It couldn’t be processed, so visitors won’t see it.",
  undescribed: "The sender gave no description.",
  ready: "",
};
