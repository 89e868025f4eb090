import { randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

import { z } from "zod";

import type { OpenedDatabase, RunSql } from "#app/db/database.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import { isMissing, namesIn } from "#app/platform/folder-names.server.ts";
import { isStorageKey } from "#app/platform/storage.server.ts";

/** Its first letter is in no key of ours: nothing in it is served, or goes into a backup. */
const STAGE_NAME = /^\.restoring-[0-9a-f]{16}$/;

/** What the log says of a restore, by which its files are found again. */
export const RESTORE_ACTION = "backup.restore";

/**
 * The files of a backup while its tables are put back: beside those that are there, on the same disk, so that they come into
 * place by renaming once the tables stand. Until then nothing of theirs is changed.
 */
export class StagedFiles {
  readonly name = `.restoring-${randomBytes(8).toString("hex")}`;
  readonly #uploads: string;
  #count = 0;

  constructor(env: Pick<Env, "dataDir">) {
    this.#uploads = uploadsFolder(env);
  }

  /** @param key One of ours; whoever reads a backup asks first. */
  async add(key: string, bytes: Buffer): Promise<void> {
    const path = join(this.#uploads, this.name, key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, bytes, { mode: 0o600, flush: true });
    this.#count += 1;
  }

  async place(): Promise<number> {
    return this.#count === 0 ? 0 : placeFiles(this.#uploads, this.name);
  }

  async drop(): Promise<void> {
    if (this.#count > 0) await rm(join(this.#uploads, this.name), { recursive: true, force: true });
  }
}

export type FinishedRestore = { placed: number; dropped: number };

/**
 * Goes on where a restore was cut off: what belongs to tables that are back comes into place, and what belongs to a restore
 * that never was goes. Called before a site serves.
 *
 * @returns Null when nothing was left.
 */
export async function finishRestores(
  opened: OpenedDatabase,
  env: Pick<Env, "dataDir">,
): Promise<FinishedRestore | null> {
  const uploads = uploadsFolder(env);
  const left = (await namesIn(uploads)).filter((name) => STAGE_NAME.test(name));
  if (left.length === 0) return null;
  const finished: FinishedRestore = { placed: 0, dropped: 0 };
  // Whoever restores holds this lock, so that no folder is taken for left that is being filled.
  await opened.runLocked(async (run) => {
    for (const name of left) {
      if (await isBack(run, name)) finished.placed += await placeFiles(uploads, name);
      else {
        await rm(join(uploads, name), { recursive: true, force: true });
        finished.dropped += 1;
      }
    }
  });
  return finished;
}

/** The log came back with the tables, and says which files belong to them. Served by audit_entries_by_action. */
async function isBack(run: RunSql, stage: string): Promise<boolean> {
  const rows = await run("select 1 as one from audit_entries where action = $1 and after ->> 'filesIn' = $2 limit 1", [
    RESTORE_ACTION,
    stage,
  ]);
  return z.array(z.object({ one: z.number() })).parse(rows).length > 0;
}

/** What stands under a key never changes: to put it there twice is to put it there once. */
async function placeFiles(uploads: string, stage: string): Promise<number> {
  const folder = join(uploads, stage);
  let placed = 0;
  for (const from of await filesIn(folder)) {
    const key = relative(folder, from).replaceAll(sep, "/");
    if (!isStorageKey(key)) continue;
    const to = join(uploads, key);
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    if (await isMoved(from, to)) placed += 1;
  }
  await rm(folder, { recursive: true, force: true });
  return placed;
}

/** None when somebody else has put all of them into place: a site that starts while the command is at it. */
async function filesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** False when somebody else has put it there meanwhile. */
async function isMoved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function uploadsFolder({ dataDir }: Pick<Env, "dataDir">): string {
  return join(dataDir, "uploads");
}
