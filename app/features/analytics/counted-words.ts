/** Whose words are counted: of searches, of sites that led here, of the marks on links there. */
export const WORD_KINDS = ["search", "host", "utm-source", "utm-campaign"] as const;
export type WordKind = (typeof WORD_KINDS)[number];

/** Nobody is known by what five have searched for. */
export const TERM_VISITORS_MIN = 5;

/** Longer searches are sentences, and may be about somebody. */
const TERM_CHARACTERS_MAX = 60;

/** A ZIP has five digits and a house number four; telephone, card and account numbers have more. */
const DIGITS_MAX = 5;

/**
 * A search as it is counted: small letters, one space between words; null for what is never kept, however many search for
 * it: addresses of e-mail, and numbers that may be somebody's.
 */
export function termOf(query: string): string | null {
  const term = query
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .toWellFormed();
  if (term === "" || term.length > TERM_CHARACTERS_MAX || term.includes("@")) return null;
  return (term.match(/\p{Nd}/gu)?.length ?? 0) > DIGITS_MAX ? null : term;
}
