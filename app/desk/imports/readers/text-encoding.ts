import type { TextEncoding } from "#app/db/columns/import-columns.ts";

// Our own: chardet guesses from frequencies; this reads every byte, tells damaged UTF-8 apart and names binary formats.

/** Signatures of binary formats, with advice for each. */
const BINARY_SIGNATURES: [begins: number[], advice: string][] = [
  [[0x50, 0x4b, 0x03, 0x04], "This is a ZIP file or a spreadsheet. Unpack it, or save it as CSV."],
  [[0x1f, 0x8b], "This is a compressed file (gzip). Unpack it first."],
  [[0x50, 0x41, 0x52, 0x31], "This is a Parquet file. Export it as GeoJSON."],
  [[0x25, 0x50, 0x44, 0x46], "This is a PDF. Export the places as CSV or JSON."],
  [[0x28, 0xb5, 0x2f, 0xfd], "This is a compressed file (zstd). Unpack it first."],
  [[0x42, 0x5a, 0x68], "This is a compressed file (bzip2). Unpack it first."],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], "This is a compressed file (xz). Unpack it first."],
  [[0xd0, 0xcf, 0x11, 0xe0], "This is an old spreadsheet format. Save it as CSV."],
  [
    [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20],
    "This is a database (SQLite or GeoPackage). Export it as GeoJSON or CSV.",
  ],
];

/** UTF-16 without a mark: at least this share of zero bytes, nearly all of them on the same side of each pair. */
const ZERO_SHARE = 0.2;
const ONE_SIDE_SHARE = 0.95;

export type DetectedEncoding = { encoding: TextEncoding; isMixed: boolean } | { problem: string };

/**
 * Detects a file's encoding from all its bytes: by its byte order mark, else UTF-8 if every byte fits, else
 * Windows-1252. In a mixed file only the stray bytes are unreadable.
 */
export class EncodingDetector {
  #head: number[] = [];
  #pending = 0;
  #letters = 0;
  #strays = 0;
  #zeros = 0;
  #zerosFirst = 0;
  #count = 0;
  /** Bytes from 0x80 to 0x9F that Windows-1252 doesn't assign. */
  #unassigned = 0;
  /** Bytes within words that are letters in Mac Roman and CP437 but signs in Windows-1252, and the other way round. */
  #macLetters = 0;
  #windowsLetters = 0;
  #previous = 0;

  read(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#head.length < HEAD_BYTES) this.#head.push(byte);
      if (byte === 0) {
        this.#zeros += 1;
        if (this.#count % 2 === 0) this.#zerosFirst += 1;
      }
      this.#count += 1;
      if (byte >= 0x80 && isAsciiLetter(this.#previous)) {
        if (byte >= 0xc0) this.#windowsLetters += 1;
        else if (byte <= 0x9f && !WINDOWS_PUNCTUATION.has(byte)) this.#macLetters += 1;
      }
      this.#previous = byte;
      if (byte >= 0x80) this.#readHigh(byte);
      else if (this.#pending > 0) {
        this.#strays += 1;
        this.#pending = 0;
      }
    }
  }

  #readHigh(byte: number): void {
    if (UNASSIGNED.has(byte)) this.#unassigned += 1;
    const isContinuation = byte < 0xc0;
    if (this.#pending > 0 && isContinuation) {
      this.#pending -= 1;
      if (this.#pending === 0) this.#letters += 1;
      return;
    }
    if (this.#pending > 0) this.#strays += 1;
    this.#pending =
      byte >= 0xc2 && byte <= 0xdf ? 1 : byte >= 0xe0 && byte <= 0xef ? 2 : byte >= 0xf0 && byte <= 0xf4 ? 3 : 0;
    if (this.#pending === 0) this.#strays += 1;
  }

  result(): DetectedEncoding {
    const [first, second] = this.#head;
    const other = BINARY_SIGNATURES.find(([signature]) => signature.every((byte, at) => this.#head[at] === byte));
    if (other !== undefined) return { problem: other[1] };
    if (first === 0xff && second === 0xfe) return { encoding: "utf-16le", isMixed: false };
    if (first === 0xfe && second === 0xff) return { encoding: "utf-16be", isMixed: false };
    if (this.#zeros > this.#count * ZERO_SHARE) {
      const sideMin = this.#zeros * ONE_SIDE_SHARE;
      if (this.#zerosFirst >= sideMin) return { encoding: "utf-16be", isMixed: false };
      if (this.#zeros - this.#zerosFirst >= sideMin) return { encoding: "utf-16le", isMixed: false };
    }
    if (this.#zeros > 0) return { problem: "This isn’t a text file. Export the places as GeoJSON, JSON or CSV." };
    const strays = this.#strays + (this.#pending > 0 ? 1 : 0);
    if (strays === 0) return { encoding: "utf-8", isMixed: false };
    // Windows-1252 text rarely looks like UTF-8, so any valid sequence means damaged UTF-8.
    if (this.#letters > 0) return { encoding: "utf-8", isMixed: true };
    const isWindows = this.#unassigned === 0 && this.#macLetters <= this.#windowsLetters;
    if (isWindows) return { encoding: "windows-1252", isMixed: false };
    return { problem: "We can’t read this file’s encoding. Save it as UTF-8." };
  }
}

const HEAD_BYTES = 8;
const UNASSIGNED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
/** Quotation marks, dashes, the ellipsis and the trademark sign, which end a word. */
const WINDOWS_PUNCTUATION = new Set([0x85, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0x99]);

function isAsciiLetter(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}
