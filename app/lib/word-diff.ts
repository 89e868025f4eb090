/** Consecutive words that are in both texts, or in one of them. */
export type DiffPart = { kind: "same" | "removed" | "added"; text: string };

/** Limit of the comparison table (some 500 changed words per text, each with the space after it). Beyond it, everything counts as changed. */
const CELLS_MAX = 1_000_000;

/** The words removed from and added to a text, with the whitespace between them. */
export function diffWords(before: string, after: string): DiffPart[] {
  const [old, recent] = [splitWords(before), splitWords(after)];
  let start = 0;
  while (start < old.length && start < recent.length && old[start] === recent[start]) start += 1;
  let end = 0;
  const endMax = Math.min(old.length, recent.length) - start;
  while (end < endMax && old.at(-1 - end) === recent.at(-1 - end)) end += 1;
  const changed = diffByCommonWords(old.slice(start, old.length - end), recent.slice(start, recent.length - end));
  return mergeParts([
    { kind: "same", text: old.slice(0, start).join("") },
    ...changed,
    { kind: "same", text: old.slice(old.length - end).join("") },
  ]);
}

/** Words and whitespace, each as an item. */
function splitWords(text: string): string[] {
  return text.match(/\s+|\S+/g) ?? [];
}

/** Diff by the longest common subsequence. */
function diffByCommonWords(old: string[], recent: string[]): DiffPart[] {
  const removed = (words: string[]): DiffPart => ({ kind: "removed", text: words.join("") });
  const added = (words: string[]): DiffPart => ({ kind: "added", text: words.join("") });
  if (old.length * recent.length > CELLS_MAX) return [removed(old), added(recent)];
  const lengths = commonLengths(old, recent);
  const width = recent.length + 1;
  const parts: DiffPart[] = [];
  let [row, column] = [0, 0];
  while (row < old.length && column < recent.length) {
    const [word = "", other = ""] = [old[row], recent[column]];
    if (word === other) {
      parts.push({ kind: "same", text: word });
      row += 1;
      column += 1;
    } else if ((lengths[(row + 1) * width + column] ?? 0) >= (lengths[row * width + column + 1] ?? 0)) {
      parts.push({ kind: "removed", text: word });
      row += 1;
    } else {
      parts.push({ kind: "added", text: other });
      column += 1;
    }
  }
  return [...parts, removed(old.slice(row)), added(recent.slice(column))];
}

/** At `row * (recent.length + 1) + column`: the length of the longest common subsequence of both rests. */
function commonLengths(old: string[], recent: string[]): Uint16Array {
  const width = recent.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = recent.length - 1; column >= 0; column -= 1) {
      const at = row * width + column;
      lengths[at] =
        old[row] === recent[column]
          ? (lengths[at + width + 1] ?? 0) + 1
          : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
    }
  }
  return lengths;
}

/** Drops empty parts and merges neighbors of the same kind. */
function mergeParts(parts: DiffPart[]): DiffPart[] {
  const whole: DiffPart[] = [];
  for (const { kind, text } of parts) {
    const last = whole.at(-1);
    if (text === "") continue;
    if (last?.kind === kind) last.text += text;
    else whole.push({ kind, text });
  }
  return whole;
}
