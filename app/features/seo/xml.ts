/**
 * A text as XML 1.0 content or attribute value. What XML cannot carry at all (control characters, half a surrogate pair,
 * U+FFFE and U+FFFF) is left out: one such character would make a reader refuse the whole file.
 */
export function escapeXml(text: string): string {
  return text.replaceAll(NOT_XML, "").replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** Of the control characters XML takes only the three that are white space; Cs is half a surrogate pair. */
const NOT_XML = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/gu;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
