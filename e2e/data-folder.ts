import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createDatabase, type OwnDatabase, type Template } from "./databases.ts";

/** A folder that nobody else has, and how to be rid of it. */
export type DataFolder = { path: string; remove: () => void };

/** The databases of this worker's folders: made when a site is started on one for the first time. */
const databases = new Map<string, { template: Template; made: Promise<OwnDatabase> | null }>();

export function emptyFolder(): DataFolder {
  const path = mkdtempSync(join(tmpdir(), "rowhouse-e2e-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** For sites in processes of their own, one after another: they find the same files and the same database. */
export function seededFolder(template: Template = "trial"): DataFolder {
  const { path, remove } = emptyFolder();
  databases.set(path, { template, made: null });
  return { path, remove };
}

/** The address of a folder's database; empty where it has none. */
export async function databaseOf(folder: string): Promise<string> {
  const given = databases.get(folder);
  if (given === undefined) return "";
  given.made ??= createDatabase(given.template);
  return (await given.made).url;
}
