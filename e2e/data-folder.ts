import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createDatabase, type OwnDatabase, type Template } from "./databases.ts";

/** A folder for one test, and how to delete it. */
export type DataFolder = { path: string; remove: () => void };

/** The databases of this worker's folders, created when the first site starts on a folder. */
const databases = new Map<string, { template: Template; made: Promise<OwnDatabase> | null }>();

export function emptyFolder(): DataFolder {
  const path = mkdtempSync(join(tmpdir(), "rowhouse-e2e-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** For consecutive sites in separate processes: they find the same files and the same database. */
export function seededFolder(template: Template = "trial"): DataFolder {
  const { path, remove } = emptyFolder();
  databases.set(path, { template, made: null });
  return { path, remove };
}

/** The URL of a folder's database; empty if it has none. */
export async function databaseUrlOfFolder(folder: string): Promise<string> {
  const given = databases.get(folder);
  if (given === undefined) return "";
  given.made ??= createDatabase(given.template);
  return (await given.made).url;
}
