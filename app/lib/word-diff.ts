/** A run of words that both texts have, or one alone. */
export type DiffPart = { kind: "same" | "removed" | "added"; text: string };

/** Words and spaces of one text times those of the other; beyond it (some 500 changed words each) all are new. */
const CELLS_MAX = 1_000_000;

/** What was taken out of a text and put in, by whole words; the spaces and line ends between them are kept. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const [old, recent] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < old.length && start < recent.length && old[start] === recent[start]) start += 1;
  let end = 0;
  const endMax = Math.min(old.length, recent.length) - start;
  while (end < endMax && old.at(-1 - end) === recent.at(-1 - end)) end += 1;
  const changed = diffOf(old.slice(start, old.length - end), recent.slice(start, recent.length - end));
  return joined([
    { kind: "same", text: old.slice(0, start).join("") },
    ...changed,
    { kind: "same", text: old.slice(old.length - end).join("") },
  ]);
}

/** Words, and the spaces between them as words of their own. */
function wordsOf(text: string): string[] {
  return text.match(/\s+|\S+/g) ?? [];
}

/** By the longest run of words, in order, that both have. */
function diffOf(old: string[], recent: string[]): DiffPart[] {
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

/** At `row * (recent.length + 1) + column`: how many words the rests of both from there on have in common, in order. */
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

/** Without empty parts, and neighbors of a kind as one. */
function joined(parts: DiffPart[]): DiffPart[] {
  const whole: DiffPart[] = [];
  for (const { kind, text } of parts) {
    const last = whole.at(-1);
    if (text === "") continue;
    if (last?.kind === kind) last.text += text;
    else whole.push({ kind, text });
  }
  return whole;
}
