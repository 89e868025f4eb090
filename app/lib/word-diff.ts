import { diffArrays } from "diff";

/** Consecutive words that are in both texts, or in one of them. */
export type DiffPart = { kind: "same" | "removed" | "added"; text: string };

/** Changes beyond which the whole text counts as replaced: a few tenths of a second. A number, so that server and browser agree. */
const EDITS_MAX = 1_000;

/** The words removed from and added to a text, with the whitespace between them. */
export function diffWords(before: string, after: string): DiffPart[] {
  const [old, recent] = [splitWords(before), splitWords(after)];
  // Found first, so that a changed word isn't split around a space that both texts have.
  const start = commonStart(old, recent);
  const end = commonStart(old.slice(start).toReversed(), recent.slice(start).toReversed());
  const changes = diffArrays(old.slice(0, old.length - end), recent.slice(0, recent.length - end), {
    maxEditLength: EDITS_MAX,
  });
  if (changes === undefined) {
    return [
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ];
  }
  const parts = changes.map(({ added, removed, value }): DiffPart => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value.join(""),
  }));
  const last = parts.at(-1);
  const text = old.slice(old.length - end).join("");
  if (text === "") return parts;
  return last?.kind === "same"
    ? [...parts.slice(0, -1), { kind: "same", text: last.text + text }]
    : [...parts, { kind: "same", text }];
}

/** How many words both texts begin with. */
function commonStart(old: string[], recent: string[]): number {
  const different = old.findIndex((word, index) => word !== recent[index]);
  return different === -1 ? old.length : different;
}

/** Words, of which a web address is one, the punctuation that ends them, and the whitespace between them. */
function splitWords(text: string): string[] {
  return text.match(/\s+|[.,;:!?)"’”]+(?=\s|$)|(?:(?![.,;:!?)"’”]+(?:\s|$))\S)+/g) ?? [];
}
