/** An indexed word and the number of entries that contain it. `sound` caches the phonetic spelling. */
export type KnownWord = { term: string; entries: number; sound?: string };

/** A correction of a misspelled word. `isSure`: no other correction is close. */
export type Guess = { term: string; cost: number; isSure: boolean };

const CHANGE_COST = 1;
/** Two letters in the wrong order: "gerogetown". */
const SWAP_COST = 0.7;
/** A missing or extra letter of a double: "cofee", "barr". */
const DOUBLE_LETTER_COST = 0.4;
/** Another vowel, or a letter that sounds similar: "brooklend", "offise". */
const SIMILAR_LETTER_COST = 0.6;
/** A missing or extra vowel or silent h: "theather", "ptworth". */
const WEAK_LETTER_COST = 0.7;
/** A different first letter. People usually know how a word begins. */
const FIRST_LETTER_COST = 0.4;

const VOWELS = "aeiouy";
const SOUND_GROUPS = ["ckq", "szc", "gj", "fv", "dt", "mn", "bp", "iy", "uw"];

/**
 * The weighted edit distance of a typed word from a known one. 0: equal; about 1: one letter. Phonetic spellings
 * ("farmacy", "filomina") are compared as well.
 *
 * @returns Infinity above `atMost`, which most words exceed after their first letters.
 */
export function spellingCost(typed: string, term: string, atMost = Number.POSITIVE_INFINITY): number {
  return costBetween(
    { word: typed, sound: phoneticSpelling(typed) },
    { word: term, sound: phoneticSpelling(term) },
    atMost,
  );
}

type PhoneticWord = { word: string; sound: string };

function costBetween(typed: PhoneticWord, term: PhoneticWord, atMost: number): number {
  const byLetters = editCost(typed.word, term.word, atMost);
  const left = Math.min(atMost, byLetters) - SOUND_COST;
  return Math.min(byLetters, SOUND_COST + editCost(typed.sound, term.sound, left));
}

/**
 * The minimum cost of a phonetic match, so that a word with similar spelling ranks before one that only sounds similar.
 */
const SOUND_COST = 0.5;

/** A simple phonetic spelling of a word. */
export function phoneticSpelling(word: string): string {
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

/** Damerau-Levenshtein distance (optimal string alignment) with the weights above. */
function editCost(typed: string, term: string, atMost: number): number {
  const begin = typed.charAt(0) === term.charAt(0) ? 0 : FIRST_LETTER_COST;
  const [typedSingleCosts, termSingleCosts] = [singleLetterCosts(typed), singleLetterCosts(term)];
  let before = new Float64Array(term.length + 1);
  let above = new Float64Array(term.length + 1);
  let row = new Float64Array(term.length + 1);
  for (let j = 0; j < term.length; j += 1) row[j + 1] = (row[j] ?? 0) + (termSingleCosts[j] ?? 0);
  let leastAbove = 0;
  for (let i = 0; i < typed.length; i += 1) {
    const typedCost = typedSingleCosts[i] ?? 0;
    [before, above, row] = [above, row, before];
    let least = (row[0] = (above[0] ?? 0) + typedCost);
    const a = typed.charCodeAt(i);
    for (let j = 0; j < term.length; j += 1) {
      const b = term.charCodeAt(j);
      const singleLetterCost = Math.min((above[j + 1] ?? 0) + typedCost, (row[j] ?? 0) + (termSingleCosts[j] ?? 0));
      let cost = Math.min(singleLetterCost, (above[j] ?? 0) + changeCost(a, b));
      const isSwap = i > 0 && j > 0 && a === term.charCodeAt(j - 1) && b === typed.charCodeAt(i - 1);
      if (isSwap) cost = Math.min(cost, (before[j - 1] ?? 0) + (a === b ? 0 : SWAP_COST));
      row[j + 1] = cost;
      if (cost < least) least = cost;
    }
    // A swap looks back two rows, and no row costs less than the minimum of the rows before it.
    if (Math.min(least, leastAbove) + begin > atMost) return Number.POSITIVE_INFINITY;
    leastAbove = least;
  }
  const cost = (row[term.length] ?? 0) + begin;
  return cost > atMost ? Number.POSITIVE_INFINITY : cost;
}

/** The cost of each letter that only this word has. */
function singleLetterCosts(word: string): Float64Array {
  const costs = new Float64Array(word.length);
  for (let index = 0; index < word.length; index += 1) {
    const letter = word.charAt(index);
    const isDouble = letter === word.charAt(index - 1) || letter === word.charAt(index + 1);
    const isWeak = letter === "h" || VOWELS.includes(letter);
    costs[index] = isDouble ? DOUBLE_LETTER_COST : isWeak ? WEAK_LETTER_COST : CHANGE_COST;
  }
  return costs;
}

const FIRST_CODE = "a".charCodeAt(0);
const LETTERS = 26;

/** Precomputed `upgradeCostCents` for all pairs of a to z: one misspelled word needs about ten thousand lookups. */
const CHANGE_COSTS = Float64Array.from({ length: LETTERS * LETTERS }, (_, at) => {
  const [a, b] = [Math.floor(at / LETTERS), at % LETTERS].map((code) => String.fromCharCode(FIRST_CODE + code));
  return a === undefined || b === undefined ? CHANGE_COST : lettersCost(a, b);
});

/** The cost of replacing a letter with another, by character code. */
function changeCost(a: number, b: number): number {
  if (a === b) return 0;
  const [from, to] = [a - FIRST_CODE, b - FIRST_CODE];
  const areKnown = from >= 0 && from < LETTERS && to >= 0 && to < LETTERS;
  return areKnown ? (CHANGE_COSTS[from * LETTERS + to] ?? CHANGE_COST) : CHANGE_COST;
}

function lettersCost(a: string, b: string): number {
  if (VOWELS.includes(a) && VOWELS.includes(b)) return SIMILAR_LETTER_COST;
  return SOUND_GROUPS.some((group) => group.includes(a) && group.includes(b)) ? SIMILAR_LETTER_COST : CHANGE_COST;
}

/** How much a higher frequency lowers the cost, because people search for what exists. */
const FREQUENCY_BONUS = 0.12;

/** A second guess within this distance makes the first one unsure. */
const UNSURE_DISTANCE = 0.25;

/** Maximum costs by word length. Above the first a guess is only suggested, above the second it is dropped. */
function limits(length: number): readonly [sure: number, possible: number] {
  if (length <= 3) return [0.4, 0.8];
  if (length <= 4) return [0.8, 1.2];
  if (length <= 6) return [1.3, 1.8];
  return length <= 8 ? [1.9, 2.2] : [2, 2.4];
}

/** The most guesses to try. */
const GUESSES_MAX = 4;

/** Finds the corrections of an unknown word, best first. */
export function guessWords(typed: string, known: readonly KnownWord[]): Guess[] {
  const [sure, possible] = limits(typed.length);
  const typedWord = { word: typed, sound: phoneticSpelling(typed) };
  const candidates = known
    .filter(({ term }) => Math.abs(term.length - typed.length) <= 3 && term !== typed)
    .map(({ term, entries, sound = phoneticSpelling(term) }) => {
      const cost = costBetween(typedWord, { word: term, sound }, possible);
      return { term, cost, weight: cost - FREQUENCY_BONUS * Math.log(1 + entries) };
    })
    .filter(({ cost }) => cost <= possible)
    .toSorted((a, b) => a.weight - b.weight || (a.term < b.term ? -1 : 1))
    .slice(0, GUESSES_MAX);
  const [first] = candidates;
  const rival = candidates.find(({ term }) => first !== undefined && !isSameWord(term, first.term));
  return candidates.map(({ term, cost, weight }) => ({
    term,
    cost,
    isSure: cost <= sure && (rival === undefined || rival.weight - weight >= UNSURE_DISTANCE),
  }));
}

/** "library" and "libraries" give the same results. */
function isSameWord(a: string, b: string): boolean {
  const stem = (word: string) => word.replace(/(?:ies|es|s|y)$/, "");
  return stem(a) === stem(b);
}
