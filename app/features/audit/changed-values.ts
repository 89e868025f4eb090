import type { ChangedValue } from "./audit-page.ts";

/** More than fits on a page; the file has them all. */
const VALUES_SHOWN_MAX = 60;

/** What a change changed, value by value: objects are taken apart, lists are read as one. What stayed is left out. */
export function changedValues(before: unknown, after: unknown): ChangedValue[] {
  const [was, is] = [new Map(valuesOf(before)), new Map(valuesOf(after))];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((path) => ({ path, before: was.get(path) ?? null, after: is.get(path) ?? null }))
    .filter((value) => value.before !== value.after)
    .slice(0, VALUES_SHOWN_MAX);
}

function valuesOf(value: unknown, path = ""): [string, string][] {
  if (value === null || value === undefined) return [];
  if (typeof value === "string") return value === "" ? [] : [[path, value]];
  if (Array.isArray(value)) return value.length === 0 ? [] : [[path, value.map(listed).join("\n")]];
  if (typeof value === "object")
    return Object.entries(value).flatMap(([key, part]) => valuesOf(part, path === "" ? key : `${path} › ${key}`));
  return [[path, JSON.stringify(value)]];
}

function listed(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
