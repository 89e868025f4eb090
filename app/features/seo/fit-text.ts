/** A way to set a text: so large, on at most so many lines. */
export type TextStep = { size: number; linesMax: number };

/**
 * Breaks a text into lines at the largest size at which all of it fits, the lines about equally long.
 * Where it fits at none, the last size is taken and the text ends in an ellipsis.
 *
 * @param widthOf Pixels of a line at a size.
 */
export function fitText(
  text: string,
  options: {
    steps: readonly [TextStep, ...TextStep[]];
    widthMax: number;
    widthOf: (line: string, size: number) => number;
  },
): { size: number; lines: string[] } {
  // "Food & Dining" never breaks behind its sign.
  const words = text
    .split(/\s+/)
    .join(" ")
    .replaceAll("& ", "&\u00A0")
    .split(" ")
    .filter((word) => word !== "");
  let smallest = options.steps[0];
  for (const step of options.steps) {
    smallest = step;
    const measure = (line: string) => options.widthOf(line, step.size);
    const lines = brokenInto(words, options.widthMax, measure);
    const isFit = lines.length <= step.linesMax && lines.every((line) => measure(line) <= options.widthMax);
    if (isFit) return { size: step.size, lines: balanced(words, lines, options.widthMax, measure) };
  }
  const measure = (line: string) => options.widthOf(line, smallest.size);
  return { size: smallest.size, lines: cut(words, smallest.linesMax, options.widthMax, measure) };
}

type Measure = (line: string) => number;

/** As many words on each line as fit; a word wider than the line stands alone on it. */
function brokenInto(words: readonly string[], widthMax: number, measure: Measure): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && measure(longer) <= widthMax) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The narrowest column that needs no more lines, so that the last line is no leftover. */
function balanced(words: readonly string[], lines: string[], widthMax: number, measure: Measure): string[] {
  let best = lines;
  let [narrow, wide] = [widthMax / 2, widthMax];
  for (let round = 0; round < BALANCE_ROUNDS; round += 1) {
    const middle = (narrow + wide) / 2;
    const tried = brokenInto(words, middle, measure);
    const isFit = tried.length <= lines.length && tried.every((line) => measure(line) <= middle);
    if (isFit) [best, wide] = [tried, middle];
    else narrow = middle;
  }
  return best;
}

/** Halves 500 px to 8 px, less than a letter. */
const BALANCE_ROUNDS = 6;

function cut(words: readonly string[], linesMax: number, widthMax: number, measure: Measure): string[] {
  const lines = brokenInto(words, widthMax, measure).map((line) => shortened(line, "", widthMax, measure));
  if (lines.length <= linesMax) return lines;
  const last = lines[linesMax - 1] ?? "";
  return [...lines.slice(0, linesMax - 1), shortened(last.replace(/…$/, ""), "…", widthMax, measure)];
}

/** The line itself where it fits with its end, else as much of it as does, with an ellipsis. */
function shortened(line: string, end: "" | "…", widthMax: number, measure: Measure): string {
  if (measure(line + end) <= widthMax) return line + end;
  let letters = [...line];
  while (letters.length > 1 && measure(`${letters.join("").trimEnd()}…`) > widthMax) letters = letters.slice(0, -1);
  return `${letters
    .join("")
    .trimEnd()
    .replace(/[,;:.]$/, "")}…`;
}
