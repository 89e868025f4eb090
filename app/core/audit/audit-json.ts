/** A value in the audit log. Dates are stored as `toISOString` text. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/** Longer than any field except a guide's body, which has its own revisions. */
const TEXT_CHARACTERS_MAX = 2_000;

/** Items of a list or fields of an object: more than any form or any opening hours have. */
const PARTS_MAX = 200;

/** Length of a whole value as JSON. People read the log, and a page shows 50 entries. */
const VALUE_CHARACTERS_MAX = 20_000;

const DEPTH_MAX = 8;

/**
 * Limits a value's size. Truncated texts say by how much; a value that is still too large is replaced by its length.
 * Strips NUL and lone surrogates, which the database rejects in JSON.
 */
export function truncateJson(value: Json): Json {
  const bounded = boundedPart(value, 0);
  const length = JSON.stringify(bounded).length;
  return length <= VALUE_CHARACTERS_MAX ? bounded : { tooLargeToStore: `${length} characters` };
}

function boundedPart(value: Json, depth: number): Json {
  if (typeof value === "string") return boundedText(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (value === null || typeof value === "boolean") return value;
  if (depth >= DEPTH_MAX) return "…";
  if (isList(value)) {
    const parts = value.slice(0, PARTS_MAX).map((part) => boundedPart(part, depth + 1));
    return value.length > PARTS_MAX ? [...parts, `… and ${value.length - PARTS_MAX} more`] : parts;
  }
  const entries = Object.entries(value).flatMap(([key, part]) =>
    part === undefined ? [] : [[boundedText(key), boundedPart(part, depth + 1)] as const],
  );
  const fields = Object.fromEntries(entries.slice(0, PARTS_MAX));
  return entries.length > PARTS_MAX ? { ...fields, "…": `and ${entries.length - PARTS_MAX} more` } : fields;
}

function boundedText(text: string): string {
  const clean = text.replaceAll("\0", "");
  if (clean.length <= TEXT_CHARACTERS_MAX) return clean.toWellFormed();
  return `${clean.slice(0, TEXT_CHARACTERS_MAX).toWellFormed()}… (${clean.length - TEXT_CHARACTERS_MAX} characters more)`;
}

/** `Array.isArray` doesn't narrow read-only arrays. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
