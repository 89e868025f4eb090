import type { Random } from "#illustrations/drawing/seeded-random.ts";

import type { DemoPerson, DemoVocabulary, PhraseSet } from "./demo-vocabulary.ts";
import { expandPattern, type SlotResolver } from "./sentence-grammar.ts";
import type { UsedNgrams } from "./used-ngrams.ts";

type Tone = "open" | "good" | "mixed" | "poor" | "tip" | "glad" | "even" | "sour";

/** How often a sentence is tried before giving up, because every wording was used before. */
const TRIES_MAX = 24;

/** A text with this many sentences or more is split into two paragraphs. */
const PARAGRAPH_SENTENCES = 4;

/** Probability that a sentence mentions the same companion or the same day again. */
const SAME_COMPANION = 0.75;
const SAME_DAY = 0.6;

export type ReviewSubject = {
  place: { type: string; neighborhoodName: string };
  kind: PhraseSet;
  person: DemoPerson;
  stars: number;
  /** How often each pattern was used for this place. Updated by the generator. */
  used: Map<string, number>;
};

/**
 * Generates one member's review of one place. It shares no long run of words with earlier reviews.
 *
 * @returns Null if no new wording was found.
 */
export function generateReviewText(
  words: DemoVocabulary,
  usedPhrases: UsedNgrams,
  { subject, random }: { subject: ReviewSubject; random: Random },
): string | null {
  const slotsFor = slotResolver(words, subject, random);
  const sentences: string[] = [];
  for (const tone of tonesOf(subject, random)) {
    const patterns = tone in words.shared ? sharedPatterns(words, tone) : kindPatterns(subject.kind, tone);
    const sentence = newSentence({
      patterns,
      used: subject.used,
      before: sentences.join(" "),
      usedPhrases,
      random,
      slotsFor,
    });
    if (sentence !== null) sentences.push(sentence);
  }
  if (sentences.length === 0) return null;
  const body = joinParagraphs(sentences);
  usedPhrases.add(body);
  return body;
}

function sharedPatterns(words: DemoVocabulary, tone: Tone): string[] {
  return tone === "open" || tone === "glad" || tone === "even" || tone === "sour" ? words.shared[tone] : [];
}

function kindPatterns(kind: PhraseSet, tone: Tone): string[] {
  return tone === "good" || tone === "mixed" || tone === "poor" || tone === "tip" ? kind[tone] : [];
}

/** The tones of a review's middle by its stars. Openings and closings depend on the author's talkativeness. */
const MIDDLES: Record<number, readonly (readonly Tone[])[]> = {
  5: [["good"], ["good", "good"], ["good", "tip"], ["good", "good", "tip"]],
  4: [["good"], ["good", "mixed"], ["good", "tip"], ["good", "mixed", "tip"], ["mixed", "good"]],
  3: [["mixed"], ["good", "poor"], ["mixed", "good"], ["poor", "good"], ["mixed", "tip"]],
  2: [["poor"], ["poor", "mixed"], ["mixed", "poor"], ["poor", "tip"]],
  1: [["poor"], ["poor", "poor"], ["poor", "mixed"]],
};
const CLOSINGS: Record<number, Tone> = { 5: "glad", 4: "glad", 3: "even", 2: "sour", 1: "sour" };

/** Probability of an opening, a closing and a second middle part. */
const TALK = {
  short: { open: 0.15, close: 0.15, more: 0 },
  middle: { open: 0.6, close: 0.4, more: 0.15 },
  long: { open: 0.85, close: 0.75, more: 0.6 },
} as const;

function tonesOf({ kind, person, stars }: ReviewSubject, random: Random): Tone[] {
  const { open, close, more } = kind.isPlain ? { ...TALK[person.talk], open: 0, close: 0 } : TALK[person.talk];
  const middles = (MIDDLES[stars] ?? []).filter(({ length }) => person.talk !== "short" || length < 3);
  const tones: Tone[] = random.chance(open) ? ["open"] : [];
  tones.push(...random.pick(middles));
  if (random.chance(more)) tones.push(...random.pick(middles));
  const closing = CLOSINGS[stars];
  if (closing !== undefined && random.chance(close)) tones.push(closing);
  return tones;
}

/** "By by nine": two parts of a pattern that don't fit together. */
const DOUBLED_WORD = /(\b\w+\b) \1\b/i;

function newSentence(input: {
  patterns: string[];
  used: Map<string, number>;
  before: string;
  usedPhrases: UsedNgrams;
  random: Random;
  slotsFor: (before: string) => SlotResolver;
}): string | null {
  const { patterns, used, before, usedPhrases, random, slotsFor } = input;
  const times = (pattern: string) => used.get(pattern) ?? 0;
  // Least used patterns of this place first, so that its reviews don't all sound alike.
  const ordered = random.shuffle(patterns).toSorted((a, b) => times(a) - times(b));
  for (let tried = 0; tried < TRIES_MAX; tried += 1) {
    const pattern = ordered[Math.floor((tried * ordered.length) / TRIES_MAX)];
    if (pattern === undefined) return null;
    const sentence = expandPattern(pattern, random, slotsFor(before));
    if (DOUBLED_WORD.test(sentence) || !usedPhrases.isNew(`${before} ${sentence}`)) continue;
    used.set(pattern, times(pattern) + 1);
    return sentence;
  }
  return null;
}

/** Fills the slots for one visit. A companion who was already mentioned in `before` gets the shorter name. */
function slotResolver(
  words: DemoVocabulary,
  { place, kind }: ReviewSubject,
  random: Random,
): (before: string) => SlotResolver {
  const things = words.things[place.type] ?? words.things[kind.name] ?? [];
  let rest = random.shuffle(things);
  const nextThing = () => {
    if (rest.length === 0) rest = random.shuffle(things);
    return rest.shift() ?? "";
  };
  const [companion, other] = random.shuffle(words.words.who);
  if (companion === undefined || other === undefined) throw new Error("words.yaml needs at least two companions");
  const usualDay = random.pick(words.words.day);
  return (before) => {
    const earlier = before.toLowerCase();
    const named = new Set(
      [companion, other].filter(({ first, later }) => earlier.includes(first.toLowerCase()) || earlier.includes(later)),
    );
    return (slot) => {
      if (slot === "thing" || slot === "thing2") return nextThing();
      if (slot === "hood") return place.neighborhoodName;
      if (slot === "who") {
        const who = random.chance(SAME_COMPANION) ? companion : other;
        const name = named.has(who) ? who.later : who.first;
        named.add(who);
        return name;
      }
      if (slot === "day" && random.chance(SAME_DAY)) return usualDay;
      if (slot === "day" || slot === "hour" || slot === "wait" || slot === "times")
        return random.pick(words.words[slot]);
      throw new Error(`No words for {${slot}}`);
    };
  };
}

function joinParagraphs(sentences: string[]): string {
  if (sentences.length < PARAGRAPH_SENTENCES) return sentences.join(" ");
  const middle = Math.ceil(sentences.length / 2);
  return `${sentences.slice(0, middle).join(" ")}\n\n${sentences.slice(middle).join(" ")}`;
}
