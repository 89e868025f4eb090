import type { Random } from "#app/features/illustrations/seeded-random.ts";

import type { DemoPerson, DemoWords, WordKind } from "./demo-words.ts";
import { saySentence, type SlotWords } from "./sentence-grammar.ts";
import type { SaidRuns } from "./shared-runs.ts";

type Tone = "open" | "good" | "mixed" | "poor" | "tip" | "glad" | "even" | "sour";

/** A pattern whose every wording was said before is given up after this many tries. */
const TRIES_MAX = 24;

/** From here on a text is broken into two paragraphs. */
const PARAGRAPH_SENTENCES = 4;

/** How often one comes back to the one who came along, and to the day it was. */
const SAME_COMPANION = 0.75;
const SAME_DAY = 0.6;

export type ReviewSubject = {
  place: { type: string; neighborhoodName: string };
  kind: WordKind;
  person: DemoPerson;
  stars: number;
  /** How often each pattern was used for this place; the text counts its own. */
  used: Map<string, number>;
};

/**
 * What one person says of one place. It shares no long run of words with anything said before.
 *
 * @returns Null when nothing new could be said.
 */
export function demoReviewText(
  words: DemoWords,
  said: SaidRuns,
  { subject, random }: { subject: ReviewSubject; random: Random },
): string | null {
  const slotsAfter = slotWords(words, subject, random);
  const sentences: string[] = [];
  for (const tone of tonesOf(subject, random)) {
    const patterns = tone in words.shared ? sharedOf(words, tone) : kindOf(subject.kind, tone);
    const sentence = newSentence({
      patterns,
      used: subject.used,
      before: sentences.join(" "),
      said,
      random,
      slotsAfter,
    });
    if (sentence !== null) sentences.push(sentence);
  }
  if (sentences.length === 0) return null;
  const body = inParagraphs(sentences);
  said.add(body);
  return body;
}

function sharedOf(words: DemoWords, tone: Tone): string[] {
  return tone === "open" || tone === "glad" || tone === "even" || tone === "sour" ? words.shared[tone] : [];
}

function kindOf(kind: WordKind, tone: Tone): string[] {
  return tone === "good" || tone === "mixed" || tone === "poor" || tone === "tip" ? kind[tone] : [];
}

/** The middle of a text by its stars; what opens and closes it comes with its length. */
const MIDDLES: Record<number, readonly (readonly Tone[])[]> = {
  5: [["good"], ["good", "good"], ["good", "tip"], ["good", "good", "tip"]],
  4: [["good"], ["good", "mixed"], ["good", "tip"], ["good", "mixed", "tip"], ["mixed", "good"]],
  3: [["mixed"], ["good", "poor"], ["mixed", "good"], ["poor", "good"], ["mixed", "tip"]],
  2: [["poor"], ["poor", "mixed"], ["mixed", "poor"], ["poor", "tip"]],
  1: [["poor"], ["poor", "poor"], ["poor", "mixed"]],
};
const CLOSINGS: Record<number, Tone> = { 5: "glad", 4: "glad", 3: "even", 2: "sour", 1: "sour" };

/** How likely a text has an opening, a closing and a second middle. */
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

/** "By by nine": two parts of a pattern that met badly. */
const DOUBLED_WORD = /(\b\w+\b) \1\b/i;

function newSentence(input: {
  patterns: string[];
  used: Map<string, number>;
  before: string;
  said: SaidRuns;
  random: Random;
  slotsAfter: (before: string) => SlotWords;
}): string | null {
  const { patterns, used, before, said, random, slotsAfter } = input;
  const times = (pattern: string) => used.get(pattern) ?? 0;
  // What was said least of this place comes first, so that a page doesn't sound like one person.
  const ordered = random.shuffle(patterns).toSorted((a, b) => times(a) - times(b));
  for (let tried = 0; tried < TRIES_MAX; tried += 1) {
    const pattern = ordered[Math.floor((tried * ordered.length) / TRIES_MAX)];
    if (pattern === undefined) return null;
    const sentence = saySentence(pattern, random, slotsAfter(before));
    if (DOUBLED_WORD.test(sentence) || !said.isNew(`${before} ${sentence}`)) continue;
    used.set(pattern, times(pattern) + 1);
    return sentence;
  }
  return null;
}

/** The words of one visit; who was named in the text `before` is called by the shorter name from then on. */
function slotWords(words: DemoWords, { place, kind }: ReviewSubject, random: Random): (before: string) => SlotWords {
  const things = words.things[place.type] ?? words.things[kind.name] ?? [];
  let rest = random.shuffle(things);
  const nextThing = () => {
    if (rest.length === 0) rest = random.shuffle(things);
    return rest.shift() ?? "";
  };
  const [companion, other] = random.shuffle(words.words.who);
  if (companion === undefined || other === undefined) throw new Error("words.yaml names nobody to come along");
  const usualDay = random.pick(words.words.day);
  return (before) => {
    const told = before.toLowerCase();
    const named = new Set(
      [companion, other].filter(({ first, later }) => told.includes(first.toLowerCase()) || told.includes(later)),
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
      throw new Error(`Nothing stands for {${slot}}`);
    };
  };
}

function inParagraphs(sentences: string[]): string {
  if (sentences.length < PARAGRAPH_SENTENCES) return sentences.join(" ");
  const middle = Math.ceil(sentences.length / 2);
  return `${sentences.slice(0, middle).join(" ")}\n\n${sentences.slice(middle).join(" ")}`;
}
