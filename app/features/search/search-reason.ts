/** A place's texts with `[[` and `]]` around each word that the query matched. */
export type MarkedTexts = {
  name: string;
  type: string;
  neighborhood: string;
  /** What people also call the neighborhood. */
  bynames: string;
  category: string;
  street: string;
  description: string;
};

/**
 * Why a place was found, in the words that matched: "Matches [[Thai]] · [[Dupont]] Circle".
 * A match of the name needs no words: it stands above. Empty when no word can be shown: "cafe" finds a "Café".
 */
export function searchReason(texts: MarkedTexts): string {
  const { type, neighborhood, bynames, category, street } = texts;
  const short = [type, neighborhood, bynames, category, street].filter(isMarked);
  // The description is the longest and says the least, so it speaks only where nothing shorter does.
  const said = short.length > 0 ? short : [texts.description].filter(isMarked);
  if (said.length > 0) return `Matches ${said.join(" · ")}`;
  return isMarked(texts.name) ? "Matches its name" : "";
}

/** Why a place was found by words that can't be shown in any of its texts, spelt as they are: "cafe" finds a "Café". */
export function unmarkedReason(query: string): string {
  return query === "" ? "" : "Matches its details";
}

function isMarked(text: string): boolean {
  return text.includes("[[");
}
