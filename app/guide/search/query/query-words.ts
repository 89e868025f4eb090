/** Only this many words are parsed. The rest stays text. */
export const PARSED_WORDS_MAX = 40;

/** Words that are skipped once something else is understood: "the best pizza places in Shaw" means pizza in Shaw. */
export const FILLERS: ReadonlySet<string> = new Set(
  "a an the and or but only there anything hours menu of for to with that is are i im want need looking somewhere find me some any best good great nice place places spot spots where what whats which who how do does should we can get have has in at on near around by dc washington please show".split(
    " ",
  ),
);

/** One word of a query, as typed and normalized, with its position. */
export type QueryWord = {
  /** Lower case, without accents, apostrophes and dots: "d.c." becomes "dc", "Martin’s" becomes "martins". */
  normalized: string;
  /** Offsets in the typed query, in UTF-16 units. `to` is exclusive. */
  from: number;
  to: number;
  /** Nothing but a hyphen or dash stands before it: "mon-fri", "9–5". */
  followsHyphen: boolean;
};

/**
 * Runs of letters and digits, or of dollar signs. Colons, slashes and dots between digits are included ("9:30", "24/7",
 * "4.5").
 */
const WORD = /(?:[\p{L}\p{M}\p{N}]|(?<=\p{N})[:/.](?=\p{N})|(?<=[\p{L}\p{N}])['’.](?=[\p{L}\p{N}]))+\+?|\$+/gu;

export function splitWords(query: string): QueryWord[] {
  let end = 0;
  return [...query.matchAll(WORD)].map((match) => {
    const from = match.index;
    const followsHyphen = /^ ?[-–—] ?$/.test(query.slice(end, from));
    end = from + match[0].length;
    return { normalized: normalizeWord(match[0]), from, to: end, followsHyphen };
  });
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

/** The normalized word at a position; "" beyond the ends. */
export function wordAt(words: readonly QueryWord[], at: number): string {
  return words[at]?.normalized ?? "";
}

/** That many normalized words from a position, or as many as there are. */
export function phraseAt(words: readonly QueryWord[], at: number, count: number): string {
  return words
    .slice(at, at + count)
    .map(({ normalized }) => normalized)
    .join(" ");
}

/** What the longest known phrase at a position means, and its words. Null: none is known. */
export function longestPhrase<Meaning>(
  words: readonly QueryWord[],
  at: number,
  { phrases, wordsMax }: { phrases: ReadonlyMap<string, Meaning>; wordsMax: number },
): { meaning: Meaning; phrase: string; words: number } | null {
  for (let count = Math.min(wordsMax, words.length - at); count > 0; count -= 1) {
    const phrase = phraseAt(words, at, count);
    const meaning = phrases.get(phrase);
    if (meaning !== undefined) return { meaning, phrase, words: count };
  }
  return null;
}

/** Phrases and the words of the longest one. */
export function phraseTable<Meaning>(rows: readonly (readonly [phrase: string, meaning: Meaning])[]): {
  phrases: ReadonlyMap<string, Meaning>;
  wordsMax: number;
} {
  return { phrases: new Map(rows), wordsMax: Math.max(...rows.map(([phrase]) => phrase.split(" ").length)) };
}
