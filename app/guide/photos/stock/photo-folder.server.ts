import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, stat, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { LRUCache } from "lru-cache";

/** About 1,500 photos. */
export const FOLDER_BYTES_MAX = 256_000_000;

/** A photo's file is named by its id. */
const FILE_NAME = /^[1-9]\d{0,15}$/;

/**
 * A size-limited LRU cache of photos on disk. Everything in it can be downloaded again, so the folder may be deleted at
 * any time.
 */
export class PhotoFolder {
  readonly #path: string;
  readonly #files: LRUCache<string, number>;
  readonly #evicted: string[] = [];
  #loading: Promise<void> | null = null;

  constructor(path: string, bytesMax = FOLDER_BYTES_MAX) {
    this.#path = path;
    this.#files = new LRUCache<string, number>({
      maxSize: bytesMax,
      sizeCalculation: (bytes) => Math.max(1, bytes),
      dispose: (_bytes, name, reason) => {
        if (reason === "evict") this.#evicted.push(name);
      },
    });
  }

  /** The photo's bytes. Null when it isn't stored. */
  async find(id: number): Promise<Uint8Array | null> {
    await this.#ready();
    const name = String(id);
    if (this.#files.get(name) === undefined) return null;
    const bytes = await readIfExists(join(this.#path, name));
    if (bytes === null) this.#files.delete(name);
    return bytes;
  }

  /** Stores a photo atomically, so that a crash can't leave a partial file. */
  async store(id: number, bytes: Uint8Array): Promise<void> {
    await this.#ready();
    const name = String(id);
    const unfinished = join(this.#path, `.${randomUUID()}`);
    await writeFile(unfinished, bytes, { mode: 0o600 });
    await rename(unfinished, join(this.#path, name));
    this.#files.set(name, bytes.byteLength);
    await this.#removeEvicted();
  }

  async #removeEvicted(): Promise<void> {
    for (const name of this.#evicted.splice(0)) await removeFile(join(this.#path, name));
  }

  #ready(): Promise<void> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  /** Loads the files of an earlier process, oldest first, so that they are evicted first. */
  async #load(): Promise<void> {
    await mkdir(this.#path, { recursive: true, mode: 0o700 });
    const names = await readdir(this.#path);
    const files = await Promise.all(
      names.map(async (name) => ({ name, ...(await sizeAndAge(join(this.#path, name))) })),
    );
    for (const { name, bytes } of files.toSorted((a, b) => a.writtenMs - b.writtenMs)) {
      if (FILE_NAME.test(name)) this.#files.set(name, bytes);
      else if (name.startsWith(".")) await removeFile(join(this.#path, name));
    }
    await this.#removeEvicted();
  }
}

async function sizeAndAge(path: string): Promise<{ bytes: number; writtenMs: number }> {
  const { size, mtimeMs } = await stat(path);
  return { bytes: size, writtenMs: mtimeMs };
}

async function readIfExists(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    // The folder may be cleared at any time.
    if (!isNotFound(error)) throw error;
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
