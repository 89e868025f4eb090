/** Of the archive's blocks. Source: POSIX.1-1988, ustar. */
const BLOCK_BYTES = 512;

/** What a head holds of a name, and of the folders before it. */
const NAME_BYTES_MAX = 100;
const FOLDERS_BYTES_MAX = 155;

/** Eleven octal digits. */
const SIZE_BYTES_MAX = 8 ** 11 - 1;

/** One file of an archive as `tar` writes it: its head, its bytes, and what fills the last block. */
export function tarEntry(name: string, bytes: Uint8Array, modifiedAt: Date): Uint8Array[] {
  return [tarHead(name, bytes.length, modifiedAt), bytes, new Uint8Array(paddingOf(bytes.length))];
}

/** Two empty blocks end an archive. */
export function tarEnd(): Uint8Array {
  return new Uint8Array(2 * BLOCK_BYTES);
}

/** @throws Error for a name or a size that a head can't hold: names are made here, so that is a bug. */
function tarHead(name: string, size: number, modifiedAt: Date): Uint8Array {
  const head = Buffer.alloc(BLOCK_BYTES);
  const { folders, last } = splitName(name);
  if (size > SIZE_BYTES_MAX) throw new Error(`${name} is too large for an archive`);
  const seconds = Math.floor(modifiedAt.getTime() / 1000);
  head.write(last, 0);
  head.write("0000600\0", 100);
  head.write("0000000\0", 108);
  head.write("0000000\0", 116);
  head.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  head.write(`${seconds.toString(8).padStart(11, "0")}\0`, 136);
  head.write("        ", 148);
  head.write("0", 156);
  head.write("ustar\u000000", 257);
  head.write(folders, 345);
  head.write(`${checksumOf(head).toString(8).padStart(6, "0")}\0 `, 148);
  return head;
}

function splitName(name: string): { folders: string; last: string } {
  if (Buffer.byteLength(name) <= NAME_BYTES_MAX) return { folders: "", last: name };
  const at = name.indexOf("/", Math.max(0, name.length - NAME_BYTES_MAX - 1));
  const [folders, last] = [name.slice(0, Math.max(0, at)), name.slice(at + 1)];
  const fits = Buffer.byteLength(folders) <= FOLDERS_BYTES_MAX && Buffer.byteLength(last) <= NAME_BYTES_MAX;
  if (at === -1 || !fits) throw new Error(`${JSON.stringify(name)} is too long for an archive`);
  return { folders, last };
}

function checksumOf(head: Uint8Array): number {
  return head.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);
}

function paddingOf(size: number): number {
  return (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;
}

/** Thrown for what is no archive, or only a part of one. */
export class TarError extends Error {}

/**
 * The files of an archive, one after the other, each whole in memory.
 *
 * @param bytesMax A file of more is refused before it is read.
 * @throws TarError where a head makes no sense, or the archive ends before its end.
 */
export async function* readTar(
  chunks: AsyncIterable<Uint8Array>,
  bytesMax: number,
): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const source = new ByteSource(chunks);
  for (;;) {
    const head = await source.take(BLOCK_BYTES);
    if (head.every((byte) => byte === 0)) return;
    const size = octal(head, 124, 12);
    if (octal(head, 148, 8) !== checksumOf(head)) throw new TarError("It is no archive, or a damaged one");
    const folders = textOf(head, 345, FOLDERS_BYTES_MAX);
    const name = `${folders === "" ? "" : `${folders}/`}${textOf(head, 0, NAME_BYTES_MAX)}`;
    if (size > bytesMax) throw new TarError(`${name} in it is larger than any file of ours`);
    const bytes = Buffer.from(await source.take(size));
    await source.take(paddingOf(size));
    yield { name, bytes };
  }
}

function textOf(head: Buffer, at: number, length: number): string {
  const field = head.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.subarray(0, end === -1 ? length : end).toString("utf8");
}

function octal(head: Buffer, at: number, length: number): number {
  const text = textOf(head, at, length).trim();
  if (!/^[0-7]+$/.test(text)) throw new TarError("It is no archive, or a damaged one");
  return Number.parseInt(text, 8);
}

/** Bytes by number, whatever parts they come in. */
class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #parts: Uint8Array[] = [];
  #length = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async take(count: number): Promise<Buffer> {
    while (this.#length < count) {
      const { done, value } = await this.#chunks.next();
      if (done === true) throw new TarError("It ends in the middle: it was cut short");
      this.#parts.push(value);
      this.#length += value.length;
    }
    const [first] = this.#parts;
    // One part is looked at and not copied: a large one is taken from many times.
    const all =
      first !== undefined && this.#parts.length === 1
        ? Buffer.from(first.buffer, first.byteOffset, first.length)
        : Buffer.concat(this.#parts);
    this.#parts = [all.subarray(count)];
    this.#length = all.length - count;
    return all.subarray(0, count);
  }
}
