import type { ParsedQuery } from "../query/parse-query.ts";
import type { Vocabulary } from "../query/query-vocabulary.ts";
import { splitWords } from "../query/query-words.ts";

/** The slugs of the neighborhoods that a query names: first the one it asks for, then those with all of its other words. */
export function rankNeighborhoods(
  { freeText, conditions }: ParsedQuery,
  { neighborhoods }: Pick<Vocabulary, "neighborhoods">,
): string[] {
  const byCondition = conditions.flatMap(({ condition }) =>
    condition.kind === "neighborhood" ? [condition.slug] : [],
  );
  const words = splitWords(freeText).map(({ normalized }) => normalized);
  const named = neighborhoods.filter((each) => words.length > 0 && words.every((word) => each.words.has(word)));
  return [...new Set([...byCondition, ...named.map(({ slug }) => slug)])];
}
