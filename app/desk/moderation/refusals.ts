/** Messages for the codes with which a slice refuses a decision. A refusal changes nothing. */
export const DECISION_REFUSALS: Record<string, string> = {
  changed: "It was changed in the meantime. Read the current version, then decide.",
  closed: "Another editor already decided it, or it was deleted.",
  own: "You can’t decide about your own content or a place you manage. Ask another editor.",
  "own-claim": "You can’t decide your own claim. Ask another editor.",
  "own-photo": "You can’t decide about a photo of a place you manage. Ask another editor.",
  "not-them": "The claimant’s account is suspended or deleted, so they can’t manage the listing.",
  "no-pin": "Set the map pin for the new address.",
  nothing: "Select the changes that are right, or reject the edit.",
  "no-successor": "Enter the other place as in its URL. It has to be a different, published place.",
  "no-place": "Enter the place as in its URL, for example madams-organ.",
  "no-neighborhood": "Its neighborhood is missing. Edit the submission and choose one.",
  incomplete: "It can’t be published as submitted. Edit it first.",
  "undescribed-photo": "A photo has no description. Edit the submission to describe or remove the photo.",
  "no-such-reason": "That reason doesn’t apply to this kind of case.",
  failed: "Something went wrong on our side and nothing changed. Try again.",
  "bad-fields": "Open the case and decide it there: its form needs changes.",
};
