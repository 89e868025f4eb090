/** Left as they are: quadrants, and what is said letter by letter. */
const QUADRANT = /^(?:NW|NE|SW|SE)$/;

/**
 * An address in capitals as people write it: "1811 COLUMBIA ROAD NW" as "1811 Columbia Road NW". Any other text stays.
 */
export function recaseAddress(text: string): string {
  if (hasLowercase(text)) return text;
  return text.replaceAll(/[\p{L}\p{N}'’]+/gu, (word) => (QUADRANT.test(word) ? word : capitalize(word)));
}

/**
 * A name in capitals: "FIXTURE MARKET" as "Fixture Market". Words of up to three letters stay, since many are initials (CVS,
 * DC), and so does any text with small letters.
 */
export function recaseName(text: string): string {
  if (hasLowercase(text)) return text;
  return text.replaceAll(/[\p{L}\p{N}'’]+/gu, (word) =>
    word.length > 3 || /^\d/.test(word) ? capitalize(word) : word,
  );
}

function hasLowercase(text: string): boolean {
  return /\p{Ll}/u.test(text);
}

function capitalize(word: string): string {
  return word.charAt(0) + word.slice(1).toLowerCase();
}
