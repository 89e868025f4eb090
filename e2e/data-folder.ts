import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder that nobody else has, and how to be rid of it. */
export type DataFolder = { path: string; remove: () => void };

export function emptyFolder(): DataFolder {
  const path = mkdtempSync(join(tmpdir(), "rowhouse-e2e-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** With a database copied from `seeded`, a trial's or a production's: to load the catalogue anew costs half a minute of a processor. */
export function seededFolder(seeded: string): DataFolder {
  const folder = emptyFolder();
  cpSync(seeded, folder.path, { recursive: true });
  return folder;
}
