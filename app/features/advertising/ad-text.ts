import { characterCount, plainText } from "#app/lib/plain-text.ts";

const LINK = /https?:|www\.|\b[a-z0-9-]+\.(?:com|net|org|io|co|us|info|biz|shop|menu|app|dev|me|gov|edu)\b/i;
const MAIL_ADDRESS = /\S@\S/;
/** Ten digits, however they are set apart: a phone number, which the listing has. */
const PHONE = /(?:\d[\s().-]*){10}/;
/** Words in capitals of three letters and more. */
const CAPITALS = /(?<!\p{L})\p{Lu}{3,}(?!\p{L})/gu;
/** Initials that are words in Washington, and written so. */
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
/** What only reviews can say, or nobody. */
const CLAIM =
  /\b(?:best(?! friends?\b| man\b| western\b)|greatest|finest|top[ -]?rated|highest[ -]rated|number one|award[ -]winning|unbeatable|world[’'-]?s|city[’'-]?s (?:only|favou?rite))\b|#\s?1\b|\bno\. ?1\b|\b\d(?:[.,]\d)? stars?\b|\b\d(?:[.,]\d)? ?\/ ?5\b|★|⭐/i;
/** What the site itself would have to say. Its name is a name by its capital: Washington is full of rowhouses. */
const OUR_NAME = /\bRowhouse\b/;
const SITE_WORDS = /\b(?:editors?[’']?s? (?:pick|choice)|recommended by|verified|sponsored)\b/i;

/**
 * What is wrong with the words of a campaign, in words that say what to do; null when they are fine. Plain rules that
 * anybody can keep to: what takes judgment, the editor who reads it has.
 */
export function adTextProblem(typed: string, { max, name }: { max: number; name: string }): string | null {
  const text = adText(typed);
  const length = characterCount(text);
  if (length === 0) return `Write ${name}.`;
  if (length > max) return `Write at most ${max} characters; it has ${length}.`;
  if (!/\p{L}{2}/u.test(text)) return "Write words.";
  if (LINK.test(text) || MAIL_ADDRESS.test(text)) {
    return "Leave out web and mail addresses: the whole slot leads to your listing.";
  }
  if (PHONE.test(text)) return "Leave out the phone number: your listing has it.";
  const shouted = [...text.matchAll(CAPITALS)].find(([word]) => !INITIALS.has(word));
  if (shouted !== undefined) return `Write “${shouted[0]}” in small letters.`;
  if (MARKS.test(text)) return "Use at most one exclamation mark, and no emoji.";
  const claim = CLAIM.exec(text);
  if (claim !== null) return `Take out “${claim[0]}”: how good it is, visitors say in their reviews.`;
  const site = OUR_NAME.exec(text) ?? SITE_WORDS.exec(text);
  if (site !== null) return `Take out “${site[0]}”: it would sound as if we said it.`;
  return null;
}

/** As it is kept and shown: one line. */
export function adText(typed: string): string {
  return plainText(typed).replaceAll(/\s+/g, " ");
}
