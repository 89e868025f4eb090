/** No two texts have more than this many words in a row in common. */
export const SHARED_WORDS_MAX = 8;

/** Remembers every run of words that was said, so that nothing longer is said twice. */
export class SaidRuns {
  readonly #said = new Set<string>();

  /** Whether `text` can still be said: none of its runs was said before. */
  isNew(text: string): boolean {
    return runsOf(text).every((run) => !this.#said.has(run));
  }

  add(text: string): void {
    for (const run of runsOf(text)) this.#said.add(run);
  }
}

/** Every run that is one word longer than what two texts may share, without case and punctuation. */
export function runsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  const length = SHARED_WORDS_MAX + 1;
  return Array.from({ length: Math.max(0, words.length - length + 1) }, (_, start) =>
    words.slice(start, start + length).join(" "),
  );
}
