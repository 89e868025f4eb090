import type { Random } from "#illustrations/drawing/seeded-random.ts";

/** Returns the text for a slot. Called once per occurrence. */
export type SlotResolver = (slot: string) => string;

/**
 * Expands a pattern to a sentence: `(a|b)` chooses an alternative, `{name}` is filled from `slots`, `{Name}` is
 * capitalized.
 *
 * @throws If a parenthesis is unbalanced.
 */
export function expandPattern(pattern: string, random: Random, slots: SlotResolver): string {
  const chosen = choose(pattern, random);
  const filled = chosen.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const words = slots(name.charAt(0).toLowerCase() + name.slice(1));
    return name.charAt(0) === name.charAt(0).toUpperCase() ? capitalized(words) : words;
  });
  return capitalized(filled.replaceAll(/\b([Aa]) (?=[aeio](?!ne\b))/g, "$1n "));
}

/** Resolves the innermost alternatives first, so that they can be nested. */
function choose(pattern: string, random: Random): string {
  let text = pattern;
  for (;;) {
    const next = text.replaceAll(/\(([^()]*)\)/g, (_all, options: string) => random.pick(options.split("|")));
    if (next === text) break;
    text = next;
  }
  if (/[()|]/.test(text)) throw new Error(`Unbalanced parenthesis in: ${pattern}`);
  return text;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
