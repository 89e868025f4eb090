/** The most consecutive words that two texts may share. */
export const SHARED_WORDS_MAX = 8;

/** Remembers the n-grams of all texts, so that no longer run of words is repeated. */
export class UsedNgrams {
  readonly #used = new Set<string>();

  /** Whether none of the text's n-grams was used before. */
  isNew(text: string): boolean {
    return ngramsOf(text).every((run) => !this.#used.has(run));
  }

  add(text: string): void {
    for (const run of ngramsOf(text)) this.#used.add(run);
  }
}

/** All runs of `SHARED_WORDS_MAX` + 1 words, ignoring case and punctuation. */
export function ngramsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  const length = SHARED_WORDS_MAX + 1;
  return Array.from({ length: Math.max(0, words.length - length + 1) }, (_, start) =>
    words.slice(start, start + length).join(" "),
  );
}
