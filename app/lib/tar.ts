import { buffer } from "node:stream/consumers";

import { createTarDecoder, createTarPacker } from "modern-tar";

/** An archive that is read while files are added. */
export class TarWriter {
  readonly bytes: ReadableStream<Uint8Array>;
  readonly #packer: ReturnType<typeof createTarPacker>["controller"];
  readonly #modifiedAt: Date;

  constructor(modifiedAt: Date) {
    const { readable, controller } = createTarPacker();
    this.bytes = readable;
    this.#packer = controller;
    this.#modifiedAt = modifiedAt;
  }

  /** Waits until the reader has room. Throws when the reader has stopped. */
  async add(name: string, bytes: Uint8Array): Promise<void> {
    const header = { name, size: bytes.length, mode: 0o600, mtime: this.#modifiedAt };
    const writer = this.#packer.add(header).getWriter();
    if (bytes.length > 0) await writer.write(bytes);
    await writer.close();
  }

  end(): void {
    this.#packer.finalize();
  }

  fail(reason: unknown): void {
    this.#packer.error(reason);
  }
}

/** Thrown for what is no archive, or only a part of one. */
export class TarError extends Error {}

/**
 * The files of an archive, one after the other, each whole in memory.
 *
 * @param bytesMax A file of more is refused before it is read.
 * @throws TarError where a header makes no sense, or the archive ends before its end. Errors of the source as they are.
 */
export async function* readTar(
  source: ReadableStream<Uint8Array>,
  bytesMax: number,
): AsyncGenerator<{ name: string; bytes: Buffer }> {
  try {
    for await (const { header, body } of source.pipeThrough(createTarDecoder({ strict: true }))) {
      const { name, size } = header;
      if (size > bytesMax) throw new TarError(`${name} in it is larger than any file of Rowhouse`);
      yield { name, bytes: await buffer(body) };
    }
  } catch (error) {
    // The source's errors, of files and of gzip, have a code.
    if (!(error instanceof Error) || error instanceof TarError || "code" in error) throw error;
    const isCutShort = error.message.includes("truncated");
    throw new TarError(isCutShort ? "It ends in the middle: it was cut short" : "It is no archive, or a damaged one", {
      cause: error,
    });
  }
}
