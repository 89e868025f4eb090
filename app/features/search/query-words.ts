/** One word of a query: how it was typed, how it is compared, and where it stands. */
export type Word = {
  /** Lower case, without accents, apostrophes and dots: "d.c." is "dc", "Martin’s" is "martins". */
  plain: string;
  /** Offsets in the query as typed, in UTF-16 units; `to` is behind the last one. */
  from: number;
  to: number;
};

/** Letters, digits and dollar signs belong together; so do colons, slashes and dots between digits ("9:30", "24/7", "4.5"). */
const WORD = /(?:[\p{L}\p{M}\p{N}]|(?<=\p{N})[:/.](?=\p{N})|(?<=[\p{L}\p{N}])['’.](?=[\p{L}\p{N}]))+\+?|\$+/gu;

export function wordsOf(query: string): Word[] {
  return [...query.matchAll(WORD)].map((match) => ({
    plain: plainWord(match[0]),
    from: match.index,
    to: match.index + match[0].length,
  }));
}

export function plainWord(word: string): string {
  const bare = word
    .normalize("NFD")
    .replaceAll(/[\p{M}'’]/gu, "")
    .toLowerCase();
  return /\d\.\d/.test(bare) ? bare : bare.replaceAll(".", "");
}

/** A phrase of the vocabulary as the words of a query are compared with it: "Gallery Pl-Chinatown" is "gallery pl chinatown". */
export function plainPhrase(phrase: string): string {
  return wordsOf(phrase)
    .map(({ plain }) => plain)
    .join(" ");
}
