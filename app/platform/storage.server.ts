import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import type { Env } from "./env.server.ts";

/**
 * Where files are kept that people have sent: a folder of this machine, or a bucket that speaks S3. A key is written once, and
 * what stands under it never changes.
 */
export type Storage = {
  put: (key: string, bytes: Uint8Array, contentType: string) => Promise<void>;
  /** Null when there is no such file. */
  get: (key: string) => Promise<Uint8Array | null>;
  /** Everything whose key begins with `folder/`. None is fine. */
  removeFolder: (folder: string) => Promise<void>;
};

/** Letters, digits and dashes between single slashes: no way out of the folder, nothing to encode in an address. */
const KEY = /^[a-z0-9][a-z0-9.-]*(?:\/[a-z0-9][a-z0-9.-]*)*$/;
const KEY_CHARACTERS_MAX = 200;

/** Whether a file in the folder can be one of ours: no way out of it, and no other tool's. */
export function isStorageKey(key: string): boolean {
  return key.length <= KEY_CHARACTERS_MAX && KEY.test(key);
}

const opened = new Map<string, Storage>();

/** The storage of these settings; a process opens each once. */
export function storageOf(env: Pick<Env, "dataDir" | "storage">): Storage {
  const name = env.storage === null ? join(env.dataDir, "uploads") : JSON.stringify(env.storage);
  const storage =
    opened.get(name) ?? withSafeKeys(env.storage === null ? folderStorage(name) : bucketOnDemand(env.storage));
  opened.set(name, storage);
  return storage;
}

/** @throws Error for a key that isn't one of ours: keys are made here, so that is a bug. */
function withSafeKeys(storage: Storage): Storage {
  const safe = (key: string) => {
    if (!isStorageKey(key)) throw new Error(`${JSON.stringify(key)} is no key`);
    return key;
  };
  return {
    put: async (key, ...rest) => storage.put(safe(key), ...rest),
    get: async (key) => storage.get(safe(key)),
    removeFolder: async (folder) => storage.removeFolder(safe(folder)),
  };
}

function folderStorage(location: string): Storage {
  return {
    put: (key, bytes) => putWhole(join(location, key), bytes),
    get: async (key) => {
      try {
        return await readFile(join(location, key));
      } catch (error) {
        if (codeOf(error) === "ENOENT") return null;
        throw error;
      }
    },
    removeFolder: (folder) => rm(join(location, folder), { recursive: true, force: true }),
  };
}

/** The client of S3 takes 20 MB of memory, and few sites have a bucket. */
function bucketOnDemand(settings: NonNullable<Env["storage"]>): Storage {
  let loaded: Promise<Storage> | null = null;
  const bucket = () => {
    loaded ??= import("./bucket-storage.server.ts").then(({ bucketStorage }) => bucketStorage(settings));
    return loaded;
  };
  return {
    put: async (...given) => (await bucket()).put(...given),
    get: async (key) => (await bucket()).get(key),
    removeFolder: async (folder) => (await bucket()).removeFolder(folder),
  };
}

/**
 * Under its name only when it is whole and on the disk: a backup never reads half of it, and no power cut leaves a row without
 * the file that it speaks of.
 */
async function putWhole(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path);
  // Its first letter is in no key of ours.
  const part = join(folder, `.${randomUUID()}.part`);
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(part, bytes, { flush: true });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Waits until the names in a folder are on the disk. Windows opens no folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const opened = await open(folder, "r");
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}
