/** A term that five visitors used doesn't identify anybody. */
export const TERM_VISITORS_MIN = 5;

/** Longer searches are sentences and may contain personal details. */
const TERM_CHARACTERS_MAX = 60;

/** A ZIP code has five digits and a house number four; phone, card and account numbers have more. */
const DIGITS_MAX = 5;

/**
 * Normalizes a search term: lower case, single spaces. Null for terms that are never stored, however often they occur:
 * email addresses and numbers that may be personal.
 */
export function normalizeTerm(query: string): string | null {
  const term = query
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .toWellFormed();
  if (term === "" || term.length > TERM_CHARACTERS_MAX || term.includes("@")) return null;
  return (term.match(/\p{Nd}/gu)?.length ?? 0) > DIGITS_MAX ? null : term;
}
