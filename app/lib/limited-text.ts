import { characterCount, normalizeText } from "./plain-text.ts";

/** The cleaned-up text, or an error message. */
export type LimitedText = { text: string; problem: null } | { text: null; problem: string };

/** Parses a typed text within length limits. `noun` is used in the error message. */
export function parseLimitedText(
  typed: string,
  { noun, min, max }: { noun: string; min: number; max: number },
): LimitedText {
  const text = normalizeText(typed);
  const length = characterCount(text);
  if (length < min) return { text: null, problem: `Write at least ${min} characters. Your ${noun} has ${length}.` };
  if (length > max) return { text: null, problem: `Write at most ${max} characters. Your ${noun} has ${length}.` };
  return { text, problem: null };
}
