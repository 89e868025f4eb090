import { readKeywords } from "./guide-form.ts";

/** Under such names the browser keeps what is written until the site has it, each window its own. */
const prefixOf = (id: number) => `rowhouse-guide-${id}.`;

/** What is no part of the guide. */
const NOT_KEPT = new Set([
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
]);

type GuideFields = Record<string, string>;
type LocalCopy = { version: number; at: string; fields: GuideFields };
export type KeptCopy = LocalCopy & { name: string };

type Entries = Iterable<[string, FormDataEntryValue]>;

export const copyName = (id: number, window: string) => prefixOf(id) + window;

/** What a form says of the guide. */
export function guideFields(entries: Entries): GuideFields {
  const fields: GuideFields = {};
  for (const [name, value] of entries) {
    if (typeof value === "string" && !NOT_KEPT.has(name)) fields[name] = value;
  }
  return fields;
}

export function keepLocalCopy(name: string, { version, entries }: { version: number; entries: Entries }): void {
  const copy: LocalCopy = { version, at: new Date().toISOString(), fields: guideFields(entries) };
  try {
    localStorage.setItem(name, JSON.stringify(copy));
  } catch {
    // A browser that keeps nothing, or is full: saving works all the same.
  }
}

export function forgetLocalCopy(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // A browser that keeps nothing.
  }
}

/** What was written in any window and perhaps never saved, the newest first. */
export function localCopies(id: number): KeptCopy[] {
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
    // A browser that keeps nothing.
    return [];
  }
}

/** Whether two forms say the same, however the site has put their spaces and commas. */
export function saysTheSame(copy: GuideFields, page: GuideFields): boolean {
  const names = new Set([...Object.keys(copy), ...Object.keys(page)]);
  return [...names].every((name) => {
    // Without one, the site makes it of the title.
    if (name === "slug" && (copy[name] ?? "").trim() === "") return true;
    return sameWords(name, copy[name] ?? "") === sameWords(name, page[name] ?? "");
  });
}

function sameWords(name: string, value: string): string {
  if (name === "body") return value.replaceAll(/\r\n?/g, "\n").trim();
  if (name === "keywords") return readKeywords(value).join(", ");
  return value.replaceAll(/\s+/g, " ").trim();
}

function readCopy(kept: string | null): LocalCopy | null {
  try {
    const copy: unknown = JSON.parse(kept ?? "null");
    return isCopy(copy) ? copy : null;
  } catch {
    // Nothing that we wrote.
    return null;
  }
}

function isCopy(kept: unknown): kept is LocalCopy {
  if (typeof kept !== "object" || kept === null || !("fields" in kept) || !("at" in kept)) return false;
  const { fields } = kept;
  return (
    typeof kept.at === "string" &&
    "version" in kept &&
    typeof kept.version === "number" &&
    typeof fields === "object" &&
    fields !== null &&
    Object.values(fields).every((value) => typeof value === "string")
  );
}
