import { characterCount, plainText } from "#app/lib/plain-text.ts";

/** Fits beside a review on a phone. */
export const NAME_CHARACTERS_MAX = 60;

/** What a provider may call somebody; the database takes no more. */
const PROVIDER_NAME_CHARACTERS_MAX = 120;

/** Vietnamese stacks two on a letter; more is made to run over other lines. */
const MARKS_ON_A_LETTER_MAX = 3;

/** A name as one line of plain text, whatever was typed. */
export function plainName(typed: string): string {
  return plainText(typed).replaceAll(/\s+/gu, " ");
}

/** The same of a name that an identity provider gives; it is cut where ours would be refused. */
export function providerName(given: string): string {
  const name = plainName(given).replaceAll(STACKED_MARKS, "");
  return Array.from(name).slice(0, PROVIDER_NAME_CHARACTERS_MAX).join("").trim();
}

/** What is wrong with a name that a member chose, made plain by `plainName`; null when nothing is. */
export function nameProblem(name: string): string | null {
  if (name === "") return "Write a name, or a nickname.";
  const count = characterCount(name);
  if (count > NAME_CHARACTERS_MAX)
    return `A name has at most ${NAME_CHARACTERS_MAX} characters; this one has ${count}.`;
  if (!/[\p{L}\p{N}]/u.test(name)) return "A name has at least one letter or digit.";
  if (STACKED_MARK.test(name)) return "That has more marks on a letter than any alphabet puts there.";
  if (/:\/\/|@|\bwww\./iu.test(name)) return "A name is no link and no address.";
  if (name.split(" ").some(mixesAlphabets)) return "Each word of a name is of one alphabet.";
  if (OUR_OWN.has(lettersOf(name))) return "That name would pass for the guide’s own staff.";
  return null;
}

const STACKED_MARKS = new RegExp(String.raw`(?<=\p{M}{${MARKS_ON_A_LETTER_MAX}})\p{M}+`, "gu");
const STACKED_MARK = new RegExp(String.raw`\p{M}{${MARKS_ON_A_LETTER_MAX + 1}}`, "u");

/** Alphabets whose letters look alike: a word of two of them is made to be taken for another. */
const LOOKALIKES = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

function mixesAlphabets(word: string): boolean {
  return LOOKALIKES.filter((alphabet) => alphabet.test(word)).length > 1;
}

/** Names under which somebody could speak for us. */
const OUR_OWN = new Set(
  ["rowhouse", "admin", "administrator", "moderator", "editor", "editors", "staff", "support", "team"].flatMap((word) =>
    word === "rowhouse" ? [word] : [word, `rowhouse${word}`, `the${word}`, `therowhouse${word}`],
  ),
);

function lettersOf(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}
