import { parseKeywords } from "./guide-form.ts";

/** Prefix of the localStorage keys for unsaved drafts. Each window has its own key. */
const prefixOf = (id: number) => `rowhouse-guide-${id}.`;

/** Form fields that aren't part of the guide. */
const EXCLUDED_FIELDS = new Set([
  "version",
  "window",
  "save",
  "seed",
  "do",
  "at",
  "which",
  "picture-file",
  "picture-alt",
  "picture-credit",
  "cover-file",
  "when",
  "merges",
  "issue",
]);

export type GuideFields = Record<string, string>;
type LocalCopy = { version: number; at: string; fields: GuideFields };
export type StoredCopy = LocalCopy & { name: string };

type Entries = Iterable<[string, FormDataEntryValue]>;

export const localCopyKey = (id: number, window: string) => prefixOf(id) + window;

/** The guide's fields of a form. */
export function readGuideFields(entries: Entries): GuideFields {
  const fields: GuideFields = {};
  for (const [name, value] of entries) {
    if (typeof value === "string" && !EXCLUDED_FIELDS.has(name)) fields[name] = value;
  }
  return fields;
}

export function storeLocalCopy(name: string, { version, entries }: { version: number; entries: Entries }): void {
  const copy: LocalCopy = { version, at: new Date().toISOString(), fields: readGuideFields(entries) };
  try {
    localStorage.setItem(name, JSON.stringify(copy));
  } catch {
    // Storage is disabled or full. Saving to the site still works.
  }
}

export function deleteLocalCopy(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // Storage is disabled.
  }
}

/** Copies of all windows that may be unsaved, newest first. */
export function listLocalCopies(id: number): StoredCopy[] {
  try {
    const names = Array.from({ length: localStorage.length }, (_none, index) => localStorage.key(index) ?? "");
    return names
      .filter((name) => name.startsWith(prefixOf(id)))
      .flatMap((name) => {
        const copy = readCopy(localStorage.getItem(name));
        return copy === null ? [] : [{ ...copy, name }];
      })
      .toSorted((a, b) => (a.at > b.at ? -1 : 1));
  } catch {
    // Storage is disabled.
    return [];
  }
}

/** Whether two forms have the same content, ignoring how the site normalizes spaces and commas. */
export function hasSameContent(copy: GuideFields, page: GuideFields): boolean {
  const names = new Set([...Object.keys(copy), ...Object.keys(page)]);
  return [...names].every((name) => {
    // An empty slug is made from the title.
    if (name === "slug" && (copy[name] ?? "").trim() === "") return true;
    return normalizedValue(name, copy[name] ?? "") === normalizedValue(name, page[name] ?? "");
  });
}

export function normalizedValue(name: string, value: string): string {
  if (name === "body") return value.replaceAll(/\r\n?/g, "\n").trim();
  if (name === "keywords") return parseKeywords(value).join(", ");
  return value.replaceAll(/\s+/g, " ").trim();
}

function readCopy(json: string | null): LocalCopy | null {
  try {
    const copy: unknown = JSON.parse(json ?? "null");
    return isCopy(copy) ? copy : null;
  } catch {
    // Not written by this code.
    return null;
  }
}

function isCopy(value: unknown): value is LocalCopy {
  if (typeof value !== "object" || value === null || !("fields" in value) || !("at" in value)) return false;
  const { fields } = value;
  return (
    typeof value.at === "string" &&
    "version" in value &&
    typeof value.version === "number" &&
    typeof fields === "object" &&
    fields !== null &&
    Object.values(fields).every((text) => typeof text === "string")
  );
}
