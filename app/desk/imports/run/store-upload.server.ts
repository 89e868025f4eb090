import { randomUUID } from "node:crypto";

import type { Storage } from "#app/platform/storage.server.ts";

import { uploadDayFolder, PART_BYTES, partKey, type StoredFile } from "../readers/import-file.server.ts";
import { FILE_BYTES_MAX } from "../screens/imports.ts";
import { multipartBoundary, MultipartError, readMultipart } from "../readers/multipart.ts";

export type StoredUpload = {
  fields: ReadonlyMap<string, string>;
  file: { stored: StoredFile; fileName: string; byteCount: number } | null;
};

/**
 * Stores the file of a form, part by part as it arrives. Null: the request is not a form with a file. A failed upload
 * leaves nothing behind.
 */
export async function storeUpload(
  request: Request,
  { storage, now }: { storage: Storage; now: Date },
): Promise<StoredUpload | null | "too-large"> {
  const boundary = multipartBoundary(request.headers.get("content-type"));
  if (boundary === null || request.body === null) return null;
  const folder = `${uploadDayFolder(now.toISOString().slice(0, 10))}/${randomUUID()}`;
  const writer = new PartsWriter(storage, folder);
  const fields = new Map<string, string>();
  let fileName = "";
  try {
    for await (const event of readMultipart(chunksOf(request.body), boundary)) {
      if (event.kind === "field") fields.set(event.name, event.value);
      else if (event.kind === "file") fileName ||= event.fileName;
      else await writer.write(event.bytes);
      if (writer.byteCount > FILE_BYTES_MAX) {
        await storage.removeFolder(folder);
        return "too-large";
      }
    }
    await writer.end();
  } catch (error) {
    await storage.removeFolder(folder);
    if (error instanceof MultipartError) return null;
    throw error;
  }
  const { byteCount, parts } = writer;
  const file = { stored: { folder, parts }, fileName: plainFileName(fileName), byteCount };
  // A file field without a chosen file sends an empty file without a name.
  return { fields, file: fileName === "" && byteCount === 0 ? null : file };
}

/** Strips the folder that some browsers send. */
function plainFileName(name: string): string {
  return (
    name
      .split(/[/\\]/)
      .at(-1)
      ?.replaceAll(/\p{Cc}/gu, "")
      .slice(-200) || "file"
  );
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}

/** Applies backpressure: reading waits for the storage. */
class PartsWriter {
  byteCount = 0;
  parts = 0;
  readonly #storage: Storage;
  readonly #folder: string;
  #filled = 0;
  #part: Uint8Array | null = null;

  constructor(storage: Storage, folder: string) {
    this.#storage = storage;
    this.#folder = folder;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.byteCount += bytes.length;
    for (let at = 0; at < bytes.length;) {
      this.#part ??= new Uint8Array(PART_BYTES);
      // Copied, because the reader reuses its buffer.
      const part = bytes.subarray(at, at + PART_BYTES - this.#filled);
      this.#part.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === PART_BYTES) await this.end();
    }
  }

  async end(): Promise<void> {
    if (this.#part === null) return;
    const bytes = this.#part.subarray(0, this.#filled);
    await this.#storage.put(partKey(this.#folder, this.parts), bytes, "application/octet-stream");
    this.parts += 1;
    this.#part = null;
    this.#filled = 0;
  }
}
