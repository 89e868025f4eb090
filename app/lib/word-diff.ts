import { diffWordsWithSpace } from "diff";

/** Consecutive words that are in both texts, or in one of them. */
export type DiffPart = { kind: "same" | "removed" | "added"; text: string };

/** Changes beyond which the whole text counts as replaced: a few tenths of a second. A number, so that server and browser agree. */
const EDITS_MAX = 1_000;

/** The words removed from and added to a text, with the whitespace between them. */
export function diffWords(before: string, after: string): DiffPart[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: EDITS_MAX });
  if (changes === undefined) {
    return [
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ];
  }
  return changes.map(({ added, removed, value }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value,
  }));
}
