import { type Condition, LOCATION_KINDS } from "../query/query-conditions.ts";
import type { ParsedQuery } from "../query/parse-query.ts";
import { splitWords } from "../query/query-words.ts";

/** Every word and every pair of neighboring words is a term, so longer queries are cut. */
const WORDS_MAX = 12;

/** With more types, a guide to one of them answers only a part of the query. */
const TYPES_MAX = 2;

/** Every guide is about Washington, so these words match all of them. */
const WORDS_OF_EVERY_GUIDE = new Set(["dc", "washington", "guide", "guides"]);

/**
 * The search terms for guides: the words as typed, and each pair of neighbors ("date night"). Conditions stay words,
 * because "late night food" is a guide's title.
 */
export function guideTerms(query: ParsedQuery): string[] {
  const words = guideWords(query, nameForGuides).slice(0, WORDS_MAX);
  return [...words, ...words.slice(1).map((word, index) => `${words[index] ?? ""} ${word}`)];
}

/**
 * The phrases of which a guide must have one as a keyword, or for most of its title, to answer the query: the kind that is
 * looked for, or what it should be like. Where it should be is asked of the guide's places.
 */
export function answerPhrases(query: ParsedQuery): { kinds: string[]; wishes: string[] } {
  const conditions = query.conditions.map(({ condition }) => condition);
  const subject = guideWords(query, (condition) => {
    if (condition.kind === "occasion") return condition.label;
    return isSubject(condition) ? null : "";
  });
  const without = (isLeftOut: (condition: Condition) => boolean) =>
    guideWords(query, (condition) => (isLeftOut(condition) ? "" : null));
  const isLocation = ({ kind }: Condition) => LOCATION_KINDS.has(kind);
  // "Late night food" is a keyword, of "live music tonight" it is "live music", of "wheelchair accessible restaurant" the first
  // two words.
  const needs = [
    without(isLocation),
    without((condition) => isLocation(condition) || condition.kind === "open"),
    without((condition) => isLocation(condition) || condition.kind === "category"),
  ];
  const joined = (all: readonly string[][]) => all.map((words) => words.slice(0, WORDS_MAX).join(" "));
  // "Rooftop bar with a view" is the type "Rooftop bar". A word for many types is none of them.
  const types = conditions.flatMap((condition) => (condition.kind === "type" ? condition.types : []));
  const facts = conditions.filter(asksForFact);
  // A guide to museums says nothing of Mondays, but one to pharmacies may have "24 hours" as a keyword.
  const isKindEnough = types.length === 0 || facts.length === 0;
  const factWords = facts.map((fact) => guideWords(query, (condition) => (condition === fact ? null : "")));
  return {
    kinds: isKindEnough
      ? [...joined([subject]), ...(query.freeText === "" && types.length <= TYPES_MAX ? types : [])]
      : [],
    wishes: joined(subject.length > 0 ? factWords : needs),
  };
}

/** From this minute of the day on it is evening. */
const EVENING_MINUTE = 17 * 60;

/** For a feature or hours. Of the evening they are no matter: any guide to bars is one for tonight. */
function asksForFact(condition: Condition): boolean {
  if (condition.kind !== "open") return condition.kind === "attribute";
  const { when } = condition;
  return when.kind !== "now" && (when.kind !== "within" || when.from < EVENING_MINUTE);
}

function isSubject(condition: Condition): boolean {
  if (condition.kind === "category") return condition.meal !== undefined;
  return condition.kind === "type";
}

/** The words of the query with each condition replaced by a text; null keeps its words as typed. */
function guideWords(
  { typed, conditions: spans }: ParsedQuery,
  textOf: (condition: Condition) => string | null,
): string[] {
  const text = spans.toReversed().reduce((rest, { condition, from, to }) => {
    // A guide to patios with dogs doesn't answer "no dogs".
    const isDenied = condition.kind === "except" || ("isNot" in condition && condition.isNot === true);
    const replacement = isDenied ? "" : textOf(condition);
    return replacement === null ? rest : `${rest.slice(0, from)} ${replacement} ${rest.slice(to)}`;
  }, typed);
  return splitWords(text)
    .map(({ normalized: plain }) => plain)
    .filter((word) => !WORDS_OF_EVERY_GUIDE.has(word));
}

/** The text that replaces a condition in the guide query. Null keeps the words as typed. */
function nameForGuides(condition: Condition): string | null {
  switch (condition.kind) {
    case "neighborhood":
    case "station":
    case "landmark":
      return condition.name;
    case "occasion":
      // Guides name the occasion in their keywords, in other words than those typed ("parents in town").
      return `${condition.words} ${condition.label}`;
    case "near-me":
    case "rating":
      return "";
    case "open":
      return condition.when.kind === "now" ? "" : null;
    default:
      return null;
  }
}
