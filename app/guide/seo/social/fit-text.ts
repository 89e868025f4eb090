/** A font size with its maximum number of lines. */
export type TextStep = { size: number; linesMax: number };

/**
 * Breaks a text into balanced lines at the largest size that fits. If none fits, uses the last size and truncates with an
 * ellipsis.
 *
 * @param options.widthOf Width of a line in pixels at a font size.
 */
export function fitText(
  text: string,
  options: {
    steps: readonly [TextStep, ...TextStep[]];
    widthMax: number;
    widthOf: (line: string, size: number) => number;
  },
): { size: number; lines: string[] } {
  // "Food & Dining" never breaks after the ampersand.
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
    const lines = breakLines(words, options.widthMax, measure);
    const isFit = lines.length <= step.linesMax && lines.every((line) => measure(line) <= options.widthMax);
    if (isFit) return { size: step.size, lines: balanceLines(words, lines, options.widthMax, measure) };
  }
  const measure = (line: string) => options.widthOf(line, smallest.size);
  return { size: smallest.size, lines: truncateLines(words, smallest.linesMax, options.widthMax, measure) };
}

type Measure = (line: string) => number;

/** Greedy line breaking. A word wider than the line gets its own line. */
function breakLines(words: readonly string[], widthMax: number, measure: Measure): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && measure(longer) <= widthMax) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Balances lines by searching the narrowest width that doesn't need more lines. */
function balanceLines(words: readonly string[], lines: string[], widthMax: number, measure: Measure): string[] {
  let best = lines;
  let [narrow, wide] = [widthMax / 2, widthMax];
  for (let round = 0; round < BALANCE_ROUNDS; round += 1) {
    const middle = (narrow + wide) / 2;
    const tried = breakLines(words, middle, measure);
    const isFit = tried.length <= lines.length && tried.every((line) => measure(line) <= middle);
    if (isFit) [best, wide] = [tried, middle];
    else narrow = middle;
  }
  return best;
}

/** Six halvings narrow 500 px down to 8 px, less than a letter. */
const BALANCE_ROUNDS = 6;

function truncateLines(words: readonly string[], linesMax: number, widthMax: number, measure: Measure): string[] {
  const lines = breakLines(words, widthMax, measure).map((line) => truncateLine(line, "", widthMax, measure));
  if (lines.length <= linesMax) return lines;
  const last = lines[linesMax - 1] ?? "";
  return [...lines.slice(0, linesMax - 1), truncateLine(last.replace(/…$/, ""), "…", widthMax, measure)];
}

/** The line with its ending if it fits, else truncated with an ellipsis. */
function truncateLine(line: string, end: "" | "…", widthMax: number, measure: Measure): string {
  if (measure(line + end) <= widthMax) return line + end;
  let letters = [...line];
  while (letters.length > 1 && measure(`${letters.join("").trimEnd()}…`) > widthMax) letters = letters.slice(0, -1);
  return `${letters
    .join("")
    .trimEnd()
    .replace(/[,;:.]$/, "")}…`;
}
