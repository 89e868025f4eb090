import { characterCount, plainText } from "#app/lib/plain-text.ts";

/** What was typed as it is kept, or in words why it isn't. */
export type ReadText = { text: string; problem: null } | { text: null; problem: string };

/** Reads a question or an answer of so many characters; `noun` is what the problem calls it. */
export function readText(typed: string, { noun, min, max }: { noun: string; min: number; max: number }): ReadText {
  const text = plainText(typed);
  const length = characterCount(text);
  if (length < min) return { text: null, problem: `Write at least ${min} characters; the ${noun} has ${length}.` };
  if (length > max) return { text: null, problem: `Write at most ${max} characters; the ${noun} has ${length}.` };
  return { text, problem: null };
}
