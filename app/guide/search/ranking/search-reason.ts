/** The texts of a place with `[[` and `]]` around each word that the query matched. */
export type HighlightedTexts = {
  name: string;
  /** Other names of the place, separated by semicolons. */
  otherNames: string;
  type: string;
  neighborhood: string;
  /** Other names of the neighborhood, separated by commas. */
  bynames: string;
  street: string;
  summary: string;
  description: string;
  /** What a public guide says of the place, and the guide's title; null: no guide has the words. */
  guide: { title: string; reason: string } | null;
};

/** Two lines of a wide list. Longer sentences of a description are left out, and of a guide the first alone is quoted. */
const QUOTED_CHARACTERS = 130;

/**
 * Why a place matched: an other name, if the name lacks a word of the query; or its type or street with the words ("[[Thai]]"), or where it is ("[[Dupont]] Circle"), or
 * what a guide says, or the sentence of the description. Only whole sentences are quoted.
 *
 * Empty if the words are in the first line, which is shown anyway, or if no word is highlighted, as when "cafe" finds a
 * "Café".
 */
export function searchReason(texts: HighlightedTexts): string {
  const otherName = texts.otherNames.split("; ").find((each) => addsMarkedWord(each, texts.name));
  if (otherName !== undefined) return `Also known as ${otherName}`;
  const { type, neighborhood, bynames, street, guide } = texts;
  const shortFacts = [type, street].filter(isMarked);
  const whereabouts = [neighborhood, ...bynames.split(", ")].filter(isMarked).slice(0, 1);
  if (shortFacts.length > 0) return shortFacts.join(" · ");
  if (isMarked(texts.summary)) return "";
  if (guide !== null) return guideReason(guide);
  if (whereabouts.length > 0) return whereabouts.join("");
  if (isMarked(texts.name)) return "Matches its name";
  const sentence = sentencesOf(texts.description).find(isMarked);
  if (sentence === undefined) return "";
  return sentence.length > QUOTED_CHARACTERS ? "Mentioned in its description" : `“${sentence}”`;
}

/** "In our guide “Rooftop bars”: The view of the White House." The title without what follows a colon or comma. */
export function guideReason({ title, reason }: { title: string; reason: string }): string {
  const guide = `In our guide “${title.split(/[:,]/, 1)[0] ?? title}”`;
  const quoted = wholeSentences(reason);
  return quoted === "" ? guide : `${guide}: ${quoted}`;
}

/** The first sentences of a text, as many as fit, but at least one. */
function wholeSentences(text: string): string {
  const [first = "", ...others] = sentencesOf(text);
  let quoted = first;
  for (const sentence of others) {
    if (quoted.length + 1 + sentence.length > QUOTED_CHARACTERS) break;
    quoted += ` ${sentence}`;
  }
  return quoted;
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?][”"]?)\s+(?=[\p{Lu}\p{N}“"[])/u);
}

/** Whether the query matched a word of this text that it didn't match in the other. */
function addsMarkedWord(text: string, other: string): boolean {
  const known = new Set(markedWords(other));
  return markedWords(text).some((word) => !known.has(word));
}

function markedWords(text: string): string[] {
  return [...text.matchAll(/\[\[(.*?)\]\]/g)].flatMap(([, word]) => word?.toLowerCase() ?? []);
}

function isMarked(text: string): boolean {
  return text.includes("[[");
}
