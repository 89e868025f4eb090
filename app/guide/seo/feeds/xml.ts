/**
 * Escapes text for XML 1.0 content and attributes. Drops characters that XML doesn't allow (control characters, lone
 * surrogates, U+FFFE, U+FFFF), since one of them makes a whole file invalid.
 */
export function escapeXml(text: string): string {
  return text.replaceAll(INVALID_IN_XML, "").replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** XML allows only tab, newline and carriage return of the control characters. Cs is a lone surrogate. */
const INVALID_IN_XML = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/gu;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
