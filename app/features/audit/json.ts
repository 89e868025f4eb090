/** What a change was and became, as the audit log keeps it. An instant is written as `toISOString` does. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/** Longer than any field but the body of a guide, whose versions are kept by themselves. */
const TEXT_CHARACTERS_MAX = 2_000;

/** More than any form has fields, or any place hours. */
const PARTS_MAX = 200;

/** Of one value, written down: the log is read by people, and a page shows 50 entries. */
const VALUE_CHARACTERS_MAX = 20_000;

const DEPTH_MAX = 8;

/**
 * A value as the log may keep it: long texts are cut and say by how much, and what is too large as a whole is named by its
 * length alone. Without NUL and lone surrogates, which the database refuses in JSON.
 */
export function boundedJson(value: Json): Json {
  const bounded = boundedPart(value, 0);
  const length = JSON.stringify(bounded).length;
  return length <= VALUE_CHARACTERS_MAX ? bounded : { tooLargeToKeep: `${length} characters` };
}

function boundedPart(value: Json, depth: number): Json {
  if (typeof value === "string") return boundedText(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (value === null || typeof value === "boolean") return value;
  if (depth >= DEPTH_MAX) return "…";
  if (isList(value)) {
    const kept = value.slice(0, PARTS_MAX).map((part) => boundedPart(part, depth + 1));
    return value.length > PARTS_MAX ? [...kept, `… and ${value.length - PARTS_MAX} more`] : kept;
  }
  const entries = Object.entries(value).flatMap(([key, part]) =>
    part === undefined ? [] : [[boundedText(key), boundedPart(part, depth + 1)] as const],
  );
  const kept = Object.fromEntries(entries.slice(0, PARTS_MAX));
  return entries.length > PARTS_MAX ? { ...kept, "…": `and ${entries.length - PARTS_MAX} more` } : kept;
}

function boundedText(text: string): string {
  const clean = text.replaceAll("\0", "");
  if (clean.length <= TEXT_CHARACTERS_MAX) return clean.toWellFormed();
  return `${clean.slice(0, TEXT_CHARACTERS_MAX).toWellFormed()}… (${clean.length - TEXT_CHARACTERS_MAX} characters more)`;
}

/** `Array.isArray` doesn't tell a read-only list from an object. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
