export type MentionedPlace = { slug: string; name: string };

/** A piece of a text: words, or the name of a place as the text writes it. */
export type TextPiece = { text: string; slug: string | null };

/** A shorter name is too often a part of something else. */
const NAME_CHARACTERS_MIN = 3;

/** Cuts a text at the names of places in it, in either form of the apostrophe. The pieces together are the text. */
export function splitAtMentions(text: string, places: readonly MentionedPlace[]): TextPiece[] {
  const slugByName = new Map(
    places
      .filter(({ name }) => name.length >= NAME_CHARACTERS_MIN)
      .map(({ name, slug }) => [withPlainApostrophe(name), slug]),
  );
  if (slugByName.size === 0) return [{ text, slug: null }];
  // Of two names that begin alike the longer one counts.
  const names = [...slugByName.keys()].toSorted((a, b) => b.length - a.length).map(escapePattern);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${names.join("|")})(?![\\p{L}\\p{N}])`, "gu");
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of withPlainApostrophe(text).matchAll(pattern)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), slug: null });
    end = match.index + match[0].length;
    pieces.push({ text: text.slice(match.index, end), slug: slugByName.get(match[0]) ?? null });
  }
  if (end < text.length) pieces.push({ text: text.slice(end), slug: null });
  return pieces;
}

/** Of the same length. */
function withPlainApostrophe(text: string): string {
  return text.replaceAll("’", "'");
}

/** Browsers have RegExp.escape only since 2025. */
function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
