/**
 * Normalizes typed text: line breaks and spaces are unified, and invisible characters and those that change the reading
 * direction are removed. Joiners stay, because emoji and Persian need them. More marks on a letter than any language
 * stacks are dropped, since they would run over the lines around.
 *
 * @returns Without lone surrogates and NUL, which the database refuses, and with at most two line breaks in a row.
 */
export function normalizeText(typed: string): string {
  return normalizeCharacters(typed, { tab: " " })
    .replaceAll(/[^\S\n]+\n/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

/** The part of `normalizeText` that leaves spaces and line breaks as they are, but for `tab`, which replaces tabs. */
export function normalizeCharacters(typed: string, { tab }: { tab: string }): string {
  return typed
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/\r\n?|[\u2028\u2029\u0085\v\f]/g, "\n")
    .replaceAll("\t", tab)
    .replaceAll(/(?![\n\u200C\u200D])[\p{Cc}\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]/gu, "")
    .replaceAll(/([\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu, "$1");
}

/** The length of a text as the database counts it. */
export function characterCount(text: string): number {
  return Array.from(text).length;
}

/** The paragraphs of a text from `normalizeText`. */
export function splitParagraphs(text: string): string[] {
  return text.split(/\n+/);
}
