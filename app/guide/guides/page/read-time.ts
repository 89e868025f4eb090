/** Average silent reading speed in English. Source: Brysbaert 2019, a review of 190 studies. */
const WORDS_PER_MINUTE = 240;

export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== "").length;
}

/** The number of words of a guide, including the texts about its places. */
export function countGuideWords({
  body,
  places,
}: {
  body: string;
  places: readonly { reason: string; hint: string }[];
}): number {
  return countWords([body, ...places.flatMap(({ reason, hint }) => [reason, hint])].join(" "));
}

export function estimateReadMinutes(words: number): number {
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE));
}
