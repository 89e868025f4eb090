/** A word of the catalogue and in how many of its entries it stands; `sound` for one that is compared again and again. */
export type KnownWord = { term: string; entries: number; sound?: string };

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
 *
 * @returns Infinity where it is more than `atMost`: most words are told apart by their first letters.
 */
export function spellingCost(typed: string, term: string, atMost = Number.POSITIVE_INFINITY): number {
  return costBetween({ word: typed, sound: bySounds(typed) }, { word: term, sound: bySounds(term) }, atMost);
}

type Heard = { word: string; sound: string };

function costBetween(typed: Heard, term: Heard, atMost: number): number {
  const byLetters = editCost(typed.word, term.word, atMost);
  const left = Math.min(atMost, byLetters) - SOUND_COST;
  return Math.min(byLetters, SOUND_COST + editCost(typed.sound, term.sound, left));
}

/** What writing by sound costs at least, so that a word spelled alike comes before one that only sounds so. */
const SOUND_COST = 0.5;

/** A word as it is heard, written down in one way. */
export function bySounds(word: string): string {
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
function editCost(typed: string, term: string, atMost: number): number {
  const begin = typed.charAt(0) === term.charAt(0) ? 0 : FIRST_LETTER;
  const [typedLoose, termLoose] = [looseCosts(typed), looseCosts(term)];
  let before = new Float64Array(term.length + 1);
  let above = new Float64Array(term.length + 1);
  let row = new Float64Array(term.length + 1);
  for (let j = 0; j < term.length; j += 1) row[j + 1] = (row[j] ?? 0) + (termLoose[j] ?? 0);
  let leastAbove = 0;
  for (let i = 0; i < typed.length; i += 1) {
    const typedCost = typedLoose[i] ?? 0;
    [before, above, row] = [above, row, before];
    let least = (row[0] = (above[0] ?? 0) + typedCost);
    const a = typed.charCodeAt(i);
    for (let j = 0; j < term.length; j += 1) {
      const b = term.charCodeAt(j);
      const loose = Math.min((above[j + 1] ?? 0) + typedCost, (row[j] ?? 0) + (termLoose[j] ?? 0));
      let cost = Math.min(loose, (above[j] ?? 0) + changeCost(a, b));
      const isSwap = i > 0 && j > 0 && a === term.charCodeAt(j - 1) && b === typed.charCodeAt(i - 1);
      if (isSwap) cost = Math.min(cost, (before[j - 1] ?? 0) + (a === b ? 0 : SWAP));
      row[j + 1] = cost;
      if (cost < least) least = cost;
    }
    // A swap reaches back two rows; no row costs less than the least of those before it.
    if (Math.min(least, leastAbove) + begin > atMost) return Number.POSITIVE_INFINITY;
    leastAbove = least;
  }
  const cost = (row[term.length] ?? 0) + begin;
  return cost > atMost ? Number.POSITIVE_INFINITY : cost;
}

/** What each letter costs that only this one of the two words has. */
function looseCosts(word: string): Float64Array {
  const costs = new Float64Array(word.length);
  for (let index = 0; index < word.length; index += 1) {
    const letter = word.charAt(index);
    const isDouble = letter === word.charAt(index - 1) || letter === word.charAt(index + 1);
    const isFaint = letter === "h" || VOWELS.includes(letter);
    costs[index] = isDouble ? DOUBLE : isFaint ? FAINT : CHANGE;
  }
  return costs;
}

const FIRST_CODE = "a".charCodeAt(0);
const LETTERS = 26;

/** `changeCost` of each two letters from a to z: looked up some ten thousand times for one misspelt word. */
const CHANGE_COSTS = Float64Array.from({ length: LETTERS * LETTERS }, (_, at) => {
  const [a, b] = [Math.floor(at / LETTERS), at % LETTERS].map((code) => String.fromCharCode(FIRST_CODE + code));
  return a === undefined || b === undefined ? CHANGE : lettersCost(a, b);
});

/** What it costs to have one letter for another, each given by its code. */
function changeCost(a: number, b: number): number {
  if (a === b) return 0;
  const [from, to] = [a - FIRST_CODE, b - FIRST_CODE];
  const areKnown = from >= 0 && from < LETTERS && to >= 0 && to < LETTERS;
  return areKnown ? (CHANGE_COSTS[from * LETTERS + to] ?? CHANGE) : CHANGE;
}

function lettersCost(a: string, b: string): number {
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
  const asTyped = { word: typed, sound: bySounds(typed) };
  const near = known
    .filter(({ term }) => Math.abs(term.length - typed.length) <= 3 && term !== typed)
    .map(({ term, entries, sound = bySounds(term) }) => {
      const cost = costBetween(asTyped, { word: term, sound }, possible);
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
