import type { Random } from "#app/features/illustrations/seeded-random.ts";

/** What stands for a name in braces; asked once for each time the name comes up. */
export type SlotWords = (slot: string) => string;

/**
 * Says one sentence of a pattern: `(a|b)` is a choice, `{name}` a word of `slots`, `{Name}` the same with a capital.
 *
 * @throws When a bracket is left open; the words files are checked with it.
 */
export function saySentence(pattern: string, random: Random, slots: SlotWords): string {
  const chosen = choose(pattern, random);
  const filled = chosen.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const words = slots(name.charAt(0).toLowerCase() + name.slice(1));
    return name.charAt(0) === name.charAt(0).toUpperCase() ? capitalized(words) : words;
  });
  return capitalized(filled.replaceAll(/\b([Aa]) (?=[aeio](?!ne\b))/g, "$1n "));
}

/** The innermost choices first, so that a choice may hold others. */
function choose(pattern: string, random: Random): string {
  let text = pattern;
  for (;;) {
    const next = text.replaceAll(/\(([^()]*)\)/g, (_all, options: string) => random.pick(options.split("|")));
    if (next === text) break;
    text = next;
  }
  if (/[()|]/.test(text)) throw new Error(`A bracket is left open in: ${pattern}`);
  return text;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
