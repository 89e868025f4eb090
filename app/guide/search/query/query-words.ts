/** One word of a query, as typed and normalized, with its position. */
export type QueryWord = {
  /** Lower case, without accents, apostrophes and dots: "d.c." becomes "dc", "Martin’s" becomes "martins". */
  normalized: string;
  /** Offsets in the typed query, in UTF-16 units. `to` is exclusive. */
  from: number;
  to: number;
};

/**
 * Runs of letters and digits, or of dollar signs. Colons, slashes and dots between digits are included ("9:30", "24/7",
 * "4.5").
 */
const WORD = /(?:[\p{L}\p{M}\p{N}]|(?<=\p{N})[:/.](?=\p{N})|(?<=[\p{L}\p{N}])['’.](?=[\p{L}\p{N}]))+\+?|\$+/gu;

export function splitWords(query: string): QueryWord[] {
  return [...query.matchAll(WORD)].map((match) => ({
    normalized: normalizeWord(match[0]),
    from: match.index,
    to: match.index + match[0].length,
  }));
}

export function normalizeWord(word: string): string {
  const bare = word
    .normalize("NFD")
    .replaceAll(/[\p{M}'’]/gu, "")
    .toLowerCase();
  return /\d\.\d/.test(bare) ? bare : bare.replaceAll(".", "");
}

/** Normalizes a phrase for comparison: "Gallery Pl-Chinatown" becomes "gallery pl chinatown". */
export function normalizePhrase(phrase: string): string {
  return splitWords(phrase)
    .map(({ normalized }) => normalized)
    .join(" ");
}
