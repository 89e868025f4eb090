import { readFileSync } from "node:fs";

import wordListPath from "word-list";

/** The bytes of the list that are compared as text in the end. The list has a few words next to their place. */
const WINDOW_BYTES = 1_024;

const NEW_LINE = "\n".charCodeAt(0);

/** 2.8 MB, and thus neither read before it is needed nor kept as 274,000 strings. */
let bytes: Buffer | null = null;

/**
 * Whether it is a word of English, inflected forms included, names not.
 *
 * @param word In lower case. Any other text is no word.
 */
export function isEnglishWord(word: string): boolean {
  bytes ??= readFileSync(wordListPath);
  let [from, to] = [0, bytes.length];
  while (to - from > WINDOW_BYTES) {
    const line = bytes.indexOf(NEW_LINE, (from + to) >> 1);
    if (bytes.toString("latin1", line + 1, bytes.indexOf(NEW_LINE, line + 1)) <= word) from = line;
    else to = line;
  }
  return `\n${bytes.toString("latin1", from, to)}\n`.includes(`\n${word}\n`);
}
