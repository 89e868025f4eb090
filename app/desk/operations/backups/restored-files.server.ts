import { randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

import { z } from "zod";

import type { OpenedDatabase, RunSql } from "#app/db/database.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import { isFileMissing, listFolder } from "#app/platform/list-folder.server.ts";
import { isStorageKey } from "#app/platform/storage.server.ts";

/** No storage key begins with a dot, so nothing in this folder is served or backed up. */
const STAGE_NAME = /^\.restoring-[0-9a-f]{16}$/;

/** The audit log's action of a restore, which also finds its files again. */
export const RESTORE_ACTION = "backup.restore";

/**
 * Holds the files of a backup while its tables are restored: on the same disk, so that they are renamed into place once the
 * tables are there. Until then the current files don't change.
 */
export class StagedFiles {
  readonly name = `.restoring-${randomBytes(8).toString("hex")}`;
  readonly #uploads: string;
  readonly #keys = new Set<string>();

  constructor(env: Pick<Env, "dataDir">) {
    this.#uploads = uploadsFolder(env);
  }

  /** @param key A storage key; the caller checks it. */
  async add(key: string, bytes: Buffer): Promise<void> {
    const path = join(this.#uploads, this.name, key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, bytes, { mode: 0o600, flush: true });
    this.#keys.add(key);
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  async place(): Promise<number> {
    return this.#keys.size === 0 ? 0 : placeFiles(this.#uploads, this.name);
  }

  async drop(): Promise<void> {
    if (this.#keys.size > 0) await rm(join(this.#uploads, this.name), { recursive: true, force: true });
  }
}

export type FinishedRestore = { placed: number; dropped: number };

/**
 * Finishes interrupted restores: moves files into place whose tables were restored, and deletes files whose restore was
 * rolled back. Called before a site serves.
 *
 * @returns Null when there was no interrupted restore.
 */
export async function finishRestores(
  opened: OpenedDatabase,
  env: Pick<Env, "dataDir">,
): Promise<FinishedRestore | null> {
  const uploads = uploadsFolder(env);
  const stages = (await listFolder(uploads)).filter((name) => STAGE_NAME.test(name));
  if (stages.length === 0) return null;
  const finished: FinishedRestore = { placed: 0, dropped: 0 };
  // A running restore holds this lock, so no folder is touched while it is being filled.
  await opened.runLocked(async (run) => {
    for (const name of stages) {
      if (await wasRestored(run, name)) finished.placed += await placeFiles(uploads, name);
      else {
        await rm(join(uploads, name), { recursive: true, force: true });
        finished.dropped += 1;
      }
    }
  });
  return finished;
}

/** The audit log is restored with the tables and names their files. Served by audit_entries_by_action. */
async function wasRestored(run: RunSql, stage: string): Promise<boolean> {
  const rows = await run("select 1 as one from audit_entries where action = $1 and after ->> 'filesIn' = $2 limit 1", [
    RESTORE_ACTION,
    stage,
  ]);
  return z.array(z.object({ one: z.number() })).parse(rows).length > 0;
}

/** Files never change under their key, so placing them twice does no harm. */
async function placeFiles(uploads: string, stage: string): Promise<number> {
  const folder = join(uploads, stage);
  let placed = 0;
  for (const from of await listFiles(folder)) {
    const key = relative(folder, from).replaceAll(sep, "/");
    if (!isStorageKey(key)) continue;
    const to = join(uploads, key);
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    if (await moveFile(from, to)) placed += 1;
  }
  await rm(folder, { recursive: true, force: true });
  return placed;
}

/** Empty when another process has moved all of them, such as a site that starts while the command runs. */
async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (isFileMissing(error)) return [];
    throw error;
  }
}

/** False when another process has moved the file already. */
async function moveFile(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (isFileMissing(error)) return false;
    throw error;
  }
}

function uploadsFolder({ dataDir }: Pick<Env, "dataDir">): string {
  return join(dataDir, "uploads");
}
