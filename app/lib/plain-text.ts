/**
 * What somebody typed, as plain text: line ends and spaces as everywhere, without characters that can't be seen or that
 * turn the reading direction of what stands around them. Joiners stay: families of emoji and Persian words need them.
 *
 * @returns Without lone surrogates and NUL, which the database refuses; with two line ends in a row at most.
 */
export function plainText(typed: string): string {
  return typed
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/\r\n?|[\u2028\u2029\u0085\v\f]/g, "\n")
    .replaceAll("\t", " ")
    .replaceAll(/(?![\n\u200C\u200D])[\p{Cc}\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]/gu, "")
    .replaceAll(/[^\S\n]+\n/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

/** How long the database holds a text to be. */
export function characterCount(text: string): number {
  return Array.from(text).length;
}
