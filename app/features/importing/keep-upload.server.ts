import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";

import type { Env } from "#app/platform/env.server.ts";

import { FILE_BYTES_MAX } from "./imports.ts";
import { IMPORT_FOLDER } from "./imports.server.ts";
import { boundaryOf, MultipartProblem, readMultipart } from "./multipart.ts";

export type KeptUpload = {
  fields: ReadonlyMap<string, string>;
  file: { path: string; fileName: string; byteCount: number } | null;
};

/**
 * Takes a form with one file, which goes to a folder of the data directory as it comes. Null: it is no form with a file. Of
 * what breaks off nothing stays.
 */
export async function keepUpload(
  request: Request,
  env: Pick<Env, "dataDir">,
): Promise<KeptUpload | null | "too-large"> {
  const boundary = boundaryOf(request.headers.get("content-type"));
  if (boundary === null || request.body === null) return null;
  const folder = join(env.dataDir, IMPORT_FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const writer = new FileWriter(path);
  const fields = new Map<string, string>();
  let fileName = "";
  try {
    for await (const event of readMultipart(piecesOf(request.body), boundary)) {
      if (event.kind === "field") fields.set(event.name, event.value);
      else if (event.kind === "file") fileName ||= event.fileName;
      else await writer.write(event.bytes);
      if (writer.byteCount > FILE_BYTES_MAX) {
        await writer.discard();
        return "too-large";
      }
    }
  } catch (error) {
    await writer.discard();
    if (error instanceof MultipartProblem) return null;
    throw error;
  }
  await writer.end();
  const { byteCount } = writer;
  if (byteCount === 0) await rm(path, { force: true });
  return { fields, file: byteCount === 0 ? null : { path, fileName: plainFileName(fileName), byteCount } };
}

/** Whatever folder the visitor's machine has it in. */
function plainFileName(name: string): string {
  return (
    name
      .split(/[/\\]/)
      .at(-1)
      ?.replaceAll(/\p{Cc}/gu, "")
      .slice(-200) || "file"
  );
}

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
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

/** Nothing is written faster than the disk takes it. */
class FileWriter {
  byteCount = 0;
  readonly #path: string;
  readonly #stream;

  constructor(path: string) {
    this.#path = path;
    this.#stream = createWriteStream(path, { mode: 0o600 });
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.byteCount += bytes.length;
    // The reader goes on with its own buffer.
    if (this.#stream.write(Uint8Array.from(bytes))) return;
    await new Promise<void>((resolve, reject) => {
      this.#stream.once("drain", resolve);
      this.#stream.once("error", reject);
    });
  }

  async end(): Promise<void> {
    this.#stream.end();
    await finished(this.#stream);
  }

  async discard(): Promise<void> {
    await this.end();
    await rm(this.#path, { force: true });
  }
}
