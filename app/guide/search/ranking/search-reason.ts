/** The texts of a place with `[[` and `]]` around each word that the query matched. */
export type HighlightedTexts = {
  name: string;
  type: string;
  neighborhood: string;
  /** Other names of the neighborhood. */
  bynames: string;
  category: string;
  street: string;
  description: string;
};

/**
 * Why a place matched, in the words that matched: "Matches [[Thai]] · [[Dupont]] Circle".
 *
 * A match in the name isn't repeated. Empty if no word is highlighted, as when "cafe" finds a "Café".
 */
export function searchReason(texts: HighlightedTexts): string {
  const { type, neighborhood, bynames, category, street } = texts;
  const shortFacts = [type, neighborhood, bynames, category, street].filter(isMarked);
  // The description is the longest text, so it is quoted only if nothing shorter matched.
  const quoted = shortFacts.length > 0 ? shortFacts : [texts.description].filter(isMarked);
  if (quoted.length > 0) return `Matches ${quoted.join(" · ")}`;
  return isMarked(texts.name) ? "Matches its name" : "";
}

/** The reason when the matching words can't be highlighted, as when "cafe" finds a "Café". */
export function fallbackReason(query: string): string {
  return query === "" ? "" : "Matches its details";
}

function isMarked(text: string): boolean {
  return text.includes("[[");
}
