import { formatInstant } from "#app/lib/format-time.ts";

import type { ChangedValue } from "./audit-page.ts";

/** Instants are stored as `toISOString` text, and shown in Washington's time. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** More than fits on a page. The CSV has all of them. */
const VALUES_SHOWN_MAX = 60;

/** The values that differ, by path. Objects are compared field by field, lists as a whole. */
export function changedValues(before: unknown, after: unknown): ChangedValue[] {
  const [oldValues, newValues] = [new Map(valuesOf(before)), new Map(valuesOf(after))];
  return [...new Set([...oldValues.keys(), ...newValues.keys()])]
    .map((path) => ({ path, before: oldValues.get(path) ?? null, after: newValues.get(path) ?? null }))
    .filter((value) => value.before !== value.after)
    .slice(0, VALUES_SHOWN_MAX);
}

function valuesOf(value: unknown, path = ""): [string, string][] {
  if (value === null || value === undefined) return [];
  if (typeof value === "string")
    return value === "" ? [] : [[path, INSTANT.test(value) ? formatInstant(new Date(value)) : value]];
  if (Array.isArray(value)) return value.length === 0 ? [] : [[path, value.map(itemText).join("\n")]];
  if (typeof value === "object")
    return Object.entries(value).flatMap(([key, part]) => valuesOf(part, path === "" ? key : `${path} › ${key}`));
  return [[path, JSON.stringify(value)]];
}

function itemText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
