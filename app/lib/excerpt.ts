/** The beginning of a text, cut between words and ended with an ellipsis; at most `characters` long. */
export function excerpt(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const start = text.slice(0, characters);
  const end = start.lastIndexOf(" ");
  // A word longer than the limit is cut, but never inside of a surrogate pair.
  const words = end > 0 ? start.slice(0, end) : start.slice(0, -1).replace(/[\uD800-\uDBFF]$/, "");
  return `${words.replace(/[\s,;:.–-]+$/, "")}…`;
}
