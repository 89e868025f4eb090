/** The beginning of a text, cut between words and closed by an ellipsis when there is more; at most `characters` long. */
export function excerpt(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const room = text.slice(0, characters);
  const end = room.lastIndexOf(" ");
  // A word longer than the room is cut where the room ends, but never in the middle of a surrogate pair.
  const words = end > 0 ? room.slice(0, end) : room.slice(0, -1).replace(/[\uD800-\uDBFF]$/, "");
  return `${words.replace(/[\s,;:.–-]+$/, "")}…`;
}
