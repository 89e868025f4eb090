import { characterCount, normalizeText } from "#app/lib/plain-text.ts";

const LINK = /https?:|www\.|\b[a-z0-9-]+\.(?:com|net|org|io|co|us|info|biz|shop|menu|app|dev|me|gov|edu)\b/i;
const MAIL_ADDRESS = /\S@\S/;
/** A phone number: ten digits with any separators. */
const PHONE = /(?:\d[\s().-]*){10}/;
/** Uppercase words of three or more letters. */
const CAPITALS = /(?<!\p{L})\p{Lu}{3,}(?!\p{L})/gu;
/** Common abbreviations that may be uppercase. */
const INITIALS = new Set([
  "BBQ",
  "BYOB",
  "DMV",
  "DJS",
  "LGBTQ",
  "NBA",
  "NFL",
  "NHL",
  "MLB",
  "USA",
  "ATM",
  "SUV",
  "HVAC",
  "BLT",
  "CBD",
  "DIY",
  "EDM",
  "IPA",
  "LED",
  "UDC",
  "VIP",
  "VIPS",
  "WNBA",
]);
const MARKS = /[!?]{2}|!.*!|\p{Extended_Pictographic}/u;
/** Claims of quality. */
const CLAIM =
  /\b(?:best(?! friends?\b| man\b| western\b)|greatest|finest|top[ -]?rated|highest[ -]rated|number one|award[ -]winning|unbeatable|world[’'-]?s|city[’'-]?s (?:only|favou?rite))\b|#\s?1\b|\bno\. ?1\b|\b\d(?:[.,]\d)? stars?\b|\b\d(?:[.,]\d)? ?\/ ?5\b|★|⭐/i;
/** The site's name, matched with its capital because Washington is full of rowhouses, and endorsements. */
const SITE_NAME = /\bRowhouse\b/;
const SITE_WORDS = /\b(?:editors?[’']?s? (?:pick|choice)|recommended by|verified|sponsored)\b/i;

/**
 * Checks the text of a campaign. Returns a message that says what to change, or null. Only plain rules are checked;
 * an editor judges the rest.
 */
export function checkAdText(input: string, { max, name }: { max: number; name: string }): string | null {
  const text = normalizeAdText(input);
  const length = characterCount(text);
  if (length === 0) return `Enter ${name}.`;
  if (length > max) return `Use at most ${max} characters. You have ${length}.`;
  if (!/\p{L}{2}/u.test(text)) return "Use words.";
  if (LINK.test(text) || MAIL_ADDRESS.test(text)) {
    return "Remove web and email addresses. The ad links to your listing.";
  }
  if (PHONE.test(text)) return "Remove the phone number. It’s on your listing.";
  const uppercaseWord = [...text.matchAll(CAPITALS)].find(([word]) => !INITIALS.has(word));
  if (uppercaseWord !== undefined) return `Don’t write “${uppercaseWord[0]}” in capital letters.`;
  if (MARKS.test(text)) return "Use at most one exclamation mark, and no emoji.";
  const claim = CLAIM.exec(text);
  if (claim !== null) return `Remove “${claim[0]}”. Visitors rate places in their reviews.`;
  const site = SITE_NAME.exec(text) ?? SITE_WORDS.exec(text);
  if (site !== null) return `Remove “${site[0]}”. It sounds as if we said it.`;
  return null;
}

/** Normalizes the text to one line. */
export function normalizeAdText(input: string): string {
  return normalizeText(input).replaceAll(/\s+/g, " ");
}
