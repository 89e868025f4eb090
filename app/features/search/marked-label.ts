/** A label in three parts: before what was typed, that, and after it. */
export type MarkedLabel = { before: string; marked: string; after: string };

/**
 * Where a label says what was typed, at the start of one of its words. Case, accents and the kind of apostrophe make no
 * difference. Nothing is marked where it doesn't.
 */
export function markedLabel(label: string, typed: string): MarkedLabel {
  const sought = folded(typed.trim());
  const all = [...label];
  const letters = all.flatMap((letter, index) => [...folded(letter)].map((plain) => ({ plain, index })));
  const at = wordStart(letters.map(({ plain }) => plain).join(""), sought);
  const [first, last] = [letters[at], letters[at + [...sought].length - 1]];
  if (sought === "" || first === undefined || last === undefined) return { before: label, marked: "", after: "" };
  return {
    before: all.slice(0, first.index).join(""),
    marked: all.slice(first.index, last.index + 1).join(""),
    after: all.slice(last.index + 1).join(""),
  };
}

/** Where a word of the text begins so; -1 when none does. */
function wordStart(text: string, sought: string): number {
  let at = text.indexOf(sought);
  while (at > 0 && /[\p{L}\p{N}]/u.test(text.charAt(at - 1))) at = text.indexOf(sought, at + 1);
  return at;
}

function folded(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(/[’‘]/g, "'").toLowerCase();
}
