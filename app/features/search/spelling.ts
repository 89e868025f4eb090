/** A word of the catalogue and in how many of its entries it stands. */
export type KnownWord = { term: string; entries: number };

/** What a misspelt word may have meant, the likeliest first; `isSure` where nothing else comes near. */
export type Guess = { term: string; cost: number; isSure: boolean };

const CHANGE = 1;
/** "gerogetown": two letters typed in the wrong order are one slip. */
const SWAP = 0.7;
/** "cofee", "barr": a letter too few or too many of a double one. */
const DOUBLE = 0.4;
/** A vowel for another, or a letter for one that sounds like it: "brooklend", "offise". */
const ALIKE = 0.6;
/** A vowel, or an h that nobody hears, forgotten or put in: "theather", "ptworth". */
const FAINT = 0.7;
/** People know how a word begins. */
const FIRST_LETTER = 0.4;

const VOWELS = "aeiouy";
const SOUND_GROUPS = ["ckq", "szc", "gj", "fv", "dt", "mn", "bp", "iy", "uw"];

/**
 * How far a typed word is from a known one: edits, each weighed by how easily it happens. 0: the same; about 1: one letter.
 * Words spelled by their sound ("farmacy", "filomina") are also compared by it.
 */
export function spellingCost(typed: string, term: string): number {
  const bySound = SOUND_COST + editCost(bySounds(typed), bySounds(term));
  return Math.min(editCost(typed, term), bySound);
}

/** What writing by sound costs at least, so that a word spelled alike comes before one that only sounds so. */
const SOUND_COST = 0.5;

function bySounds(word: string): string {
  return word
    .replaceAll("ph", "f")
    .replaceAll("ck", "k")
    .replaceAll("qu", "kw")
    .replaceAll("sch", "sh")
    .replaceAll("wh", "w")
    .replaceAll(/c(?=[eiy])/g, "s")
    .replaceAll("c", "k")
    .replaceAll(/(?<=\w)[aeo]re?\b/g, "er")
    .replaceAll(/(.)\1/g, "$1");
}

/** Damerau's distance of optimal alignments, with the weights above. */
function editCost(typed: string, term: string): number {
  const width = term.length + 1;
  const costs = new Float64Array((typed.length + 1) * width);
  const at = (i: number, j: number) => costs[i * width + j] ?? 0;
  for (let i = 0; i <= typed.length; i += 1) {
    for (let j = 0; j <= term.length; j += 1) {
      if (i === 0 && j === 0) continue;
      const [a, b] = [typed.charAt(i - 1), term.charAt(j - 1)];
      let cost = Number.POSITIVE_INFINITY;
      if (i > 0) cost = at(i - 1, j) + looseCost(typed, i - 1);
      if (j > 0) cost = Math.min(cost, at(i, j - 1) + looseCost(term, j - 1));
      if (i > 0 && j > 0) cost = Math.min(cost, at(i - 1, j - 1) + changeCost(a, b));
      if (i > 1 && j > 1 && a === term.charAt(j - 2) && b === typed.charAt(i - 2))
        cost = Math.min(cost, at(i - 2, j - 2) + (a === b ? 0 : SWAP));
      costs[i * width + j] = cost;
    }
  }
  return at(typed.length, term.length) + (typed.charAt(0) === term.charAt(0) ? 0 : FIRST_LETTER);
}

/** What a letter costs that only one of the two words has. */
function looseCost(word: string, index: number): number {
  const letter = word.charAt(index);
  if (letter === word.charAt(index - 1) || letter === word.charAt(index + 1)) return DOUBLE;
  return letter === "h" || VOWELS.includes(letter) ? FAINT : CHANGE;
}

function changeCost(a: string, b: string): number {
  if (a === b) return 0;
  if (VOWELS.includes(a) && VOWELS.includes(b)) return ALIKE;
  return SOUND_GROUPS.some((group) => group.includes(a) && group.includes(b)) ? ALIKE : CHANGE;
}

/** A word that stands in so many more entries makes up for so much: people look for what there is. */
const FREQUENCY_GAIN = 0.12;

/** Another guess that comes this near leaves a doubt. */
const DOUBT = 0.25;

/** Longer words bear more slips. Beyond the first figure a guess is only offered, beyond the second it is none. */
function limits(length: number): readonly [sure: number, possible: number] {
  if (length <= 3) return [0.4, 0.8];
  if (length <= 4) return [0.8, 1.2];
  if (length <= 6) return [1.3, 1.8];
  return length <= 8 ? [1.9, 2.5] : [2.4, 3];
}

/** At most this many guesses are worth trying. */
const GUESSES_MAX = 4;

/** What a word that nobody knows may have meant. */
export function guesses(typed: string, known: readonly KnownWord[]): Guess[] {
  const [sure, possible] = limits(typed.length);
  const near = known
    .filter(({ term }) => Math.abs(term.length - typed.length) <= 3 && term !== typed)
    .map(({ term, entries }) => {
      const cost = spellingCost(typed, term);
      return { term, cost, weight: cost - FREQUENCY_GAIN * Math.log(1 + entries) };
    })
    .filter(({ cost }) => cost <= possible)
    .toSorted((a, b) => a.weight - b.weight || (a.term < b.term ? -1 : 1))
    .slice(0, GUESSES_MAX);
  const [first] = near;
  const rival = near.find(({ term }) => first !== undefined && !isSameWord(term, first.term));
  return near.map(({ term, cost, weight }) => ({
    term,
    cost,
    isSure: cost <= sure && (rival === undefined || rival.weight - weight >= DOUBT),
  }));
}

/** "library" and "libraries" find the same. */
function isSameWord(a: string, b: string): boolean {
  const stem = (word: string) => word.replace(/(?:ies|es|s|y)$/, "");
  return stem(a) === stem(b);
}
