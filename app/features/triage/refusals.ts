/** Why a case was not decided, by what its slice answers. In none of these was anything done. */
export const DECISION_REFUSALS: Record<string, string> = {
  changed: "It was changed meanwhile. Read it again as it is now.",
  closed: "Somebody else has decided about it meanwhile, or it was deleted.",
  own: "Nobody decides about what is their own, or about a place that they run.",
  "own-claim": "Nobody decides about a claim of their own.",
  "own-photo": "Nobody decides about a photo of a place that they run.",
  "not-them": "Whoever claims it is suspended or has left, so they can’t run it.",
  "no-pin": "Say where the map is to show it at its new address.",
  nothing: "Tick what is right, or reject it.",
  "no-successor": "Name its other page, as it stands in its address. It has to be another place that is listed.",
  "no-place": "Name its page, as it stands in its address: madams-organ.",
  "no-neighborhood": "Its neighborhood isn’t known. Choose one where you correct it.",
  incomplete: "It can’t be published as it was sent. Correct it first.",
  "undescribed-photo":
    "A photo of it doesn’t say what it shows. Say it, or leave the photo out, where you correct the submission.",
  "no-such-reason": "The reason is none for this kind of case.",
  failed: "Something went wrong on our side, and nothing was done. Try it once more.",
  "bad-fields": "What stands in its form can’t be taken.",
};
