/** How a photo that waits with its submission stands. */
export type SubmittedState = "preparing" | "failed" | "undescribed" | "ready";

/** A photo that waits with its submission, for whoever sent it and for moderators. */
export type SubmittedPhoto = { id: string; alt: string; state: SubmittedState };

export const SUBMITTED_WORDS: Record<SubmittedState, string> = {
  preparing: "Being prepared",
  failed: "Could not be prepared: remove it, and add it again or another",
  undescribed: "Say what it shows",
  ready: "Waits with your submission",
};

/** The same for whoever decides. */
export const SUBMITTED_CASE_WORDS: Record<SubmittedState, string> = {
  preparing: "Still being prepared: published now, it is shown as soon as that is done.",
  failed: "It could not be prepared, so nobody would see it.",
  undescribed: "They did not say what it shows.",
  ready: "",
};
