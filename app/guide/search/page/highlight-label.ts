/** A label split at the typed letters: before, match, after. */
export type HighlightedLabel = { before: string; match: string; after: string };

/**
 * Finds the typed letters at the start of a word of the label. Ignores case, accents and the kind of apostrophe.
 * Without a match the whole label is `before`.
 */
export function highlightLabel(label: string, typed: string): HighlightedLabel {
  const needle = foldLetters(typed.trim());
  const all = [...label];
  const letters = all.flatMap((letter, index) => [...foldLetters(letter)].map((plain) => ({ plain, index })));
  const at = wordStart(letters.map(({ plain }) => plain).join(""), needle);
  const [first, last] = [letters[at], letters[at + [...needle].length - 1]];
  if (needle === "" || first === undefined || last === undefined) return { before: label, match: "", after: "" };
  return {
    before: all.slice(0, first.index).join(""),
    match: all.slice(first.index, last.index + 1).join(""),
    after: all.slice(last.index + 1).join(""),
  };
}

/** The index of the first word that starts with the text; -1 when none does. */
function wordStart(text: string, needle: string): number {
  let at = text.indexOf(needle);
  while (at > 0 && /[\p{L}\p{N}]/u.test(text.charAt(at - 1))) at = text.indexOf(needle, at + 1);
  return at;
}

function foldLetters(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(/[’‘]/g, "'").toLowerCase();
}
