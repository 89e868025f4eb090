import { characterCount } from "#app/lib/plain-text.ts";

/** The limits of the database column `places.other_names`. */
export const OTHER_NAMES_MAX = 10;
export const OTHER_NAME_CHARACTERS_MAX = 80;

/** Whether two names differ only in case, accents and punctuation, so that search can’t tell them apart. Never throws. */
export function isSameName(one: string, other: string): boolean {
  return comparableName(one) === comparableName(other);
}

/** The words of a name in lower case, as `search_plain` in 0006-search.sql has them; the name itself if it has none. */
export function comparableName(name: string): string {
  const words = name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[\p{M}'’.:]/gu, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return words === "" ? name : words;
}

/**
 * Splits other names of a place, one a line or separated by semicolons, and leaves out empty and repeated ones. Never throws.
 */
export function splitOtherNames(text: string): string[] {
  const names = text.split(/[\n\r;]/).map((name) => name.replaceAll(/\s+/g, " ").trim());
  return names.filter(
    (name, at) => name !== "" && names.findIndex((other) => other !== "" && isSameName(other, name)) === at,
  );
}

/** What is wrong with one other name, as a message; null: nothing. */
export function otherNameProblem(otherName: string, name: string): string | null {
  if (!/[\p{L}\p{N}]/u.test(otherName)) return `Write each name with letters or digits. “${otherName}” has none.`;
  const count = characterCount(otherName);
  if (count > OTHER_NAME_CHARACTERS_MAX) {
    return `Write at most ${OTHER_NAME_CHARACTERS_MAX} characters per name. “${otherName.slice(0, 20)}…” has ${count}.`;
  }
  return isSameName(otherName, name) ? `“${otherName}” is its name already. Remove it here.` : null;
}
