import { HOST_NAME } from "#app/lib/host-name.ts";
import { characterCount, normalizeText } from "#app/lib/plain-text.ts";

/** Fits beside a review on a phone. */
export const NAME_CHARACTERS_MAX = 60;

/** Limit for a provider's name; the same as the database's limit. */
const PROVIDER_NAME_CHARACTERS_MAX = 120;

/** Vietnamese stacks two marks on a letter. Longer stacks are used to overflow into other lines. */
const MARKS_ON_A_LETTER_MAX = 3;

/** Normalizes a typed name to one line of plain text. */
export function normalizeName(typed: string): string {
  return normalizeText(typed).replaceAll(/\s+/gu, " ");
}

/** Normalizes a provider's name. Truncates where a member's own name would be rejected. */
export function normalizeProviderName(raw: string): string {
  const name = normalizeName(raw).replaceAll(STACKED_MARKS, "");
  return Array.from(name).slice(0, PROVIDER_NAME_CHARACTERS_MAX).join("").trim();
}

/** The problem with a name that a member chose and `normalizeName` normalized; null if it is valid. */
export function findNameProblem(name: string): string | null {
  if (name === "") return "Enter a name or nickname.";
  const count = characterCount(name);
  if (count > NAME_CHARACTERS_MAX)
    return `Names can have up to ${NAME_CHARACTERS_MAX} characters. This one has ${count}.`;
  if (!/[\p{L}\p{N}]/u.test(name)) return "A name needs at least one letter or digit.";
  if (STACKED_MARK.test(name)) return "A letter in this name has too many accent marks.";
  if (/:\/\/|@|\bwww\./iu.test(name) || HOST_NAME.test(name.toLowerCase()))
    return "A name can’t contain a link or an email address.";
  if (name.split(" ").some(hasMixedAlphabets)) return "Use letters of one alphabet in each word.";
  if (RESERVED_NAMES.has(lettersAndDigits(name))) return "This name looks like it belongs to Rowhouse staff.";
  return null;
}

const STACKED_MARKS = new RegExp(String.raw`(?<=\p{M}{${MARKS_ON_A_LETTER_MAX}})\p{M}+`, "gu");
const STACKED_MARK = new RegExp(String.raw`\p{M}{${MARKS_ON_A_LETTER_MAX + 1}}`, "u");

/** Alphabets with look-alike letters. A word that mixes two of them imitates another word. */
const LOOKALIKES = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

function hasMixedAlphabets(word: string): boolean {
  return LOOKALIKES.filter((alphabet) => alphabet.test(word)).length > 1;
}

/** Names that would look like Rowhouse's staff. */
const RESERVED_NAMES = new Set(
  ["rowhouse", "admin", "administrator", "moderator", "editor", "editors", "staff", "support", "team"].flatMap((word) =>
    word === "rowhouse" ? [word] : [word, `rowhouse${word}`, `the${word}`, `therowhouse${word}`],
  ),
);

function lettersAndDigits(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "")
    .replaceAll(/[01345]/g, (digit) => LETTERS_LIKE_DIGITS[digit] ?? digit);
}

/** "R0whouse" and "adm1n" imitate letters with digits. */
const LETTERS_LIKE_DIGITS: Partial<Record<string, string>> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s" };
