/** The accepted formats. */
export type PictureFormat = "jpeg" | "png" | "webp" | "avif";

/**
 * Detects a picture's format by its first bytes, ignoring file name and content type. "heic" is what phones save and sharp
 * can't decode; null is any other format.
 */
export function detectPictureFormat(bytes: Uint8Array): PictureFormat | "heic" | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return "jpeg";
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "png";
  const text = new TextDecoder("latin1").decode(bytes.subarray(0, FTYP_BYTES_MAX));
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return "webp";
  if (text.slice(4, 8) !== "ftyp") return null;
  const brands = brandsOf(text);
  if (brands.some((brand) => brand === "avif" || brand === "avis")) return "avif";
  return brands.some((brand) => HEIC_BRANDS.has(brand)) ? "heic" : null;
}

/** The ftyp box lists the compatible brands. This leaves room for forty brands, more than any real file has. */
const FTYP_BYTES_MAX = 176;

/** Source: ISO/IEC 23008-12, annex B. */
const HEIC_BRANDS = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]);

function brandsOf(text: string): string[] {
  // The box length has four bytes; the lower two are enough here.
  const length = Math.min(text.length, text.charCodeAt(2) * 256 + text.charCodeAt(3));
  const brands = [text.slice(8, 12)];
  for (let at = 16; at + 4 <= length; at += 4) brands.push(text.slice(at, at + 4));
  return brands;
}

function startsWith(bytes: Uint8Array, start: number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}
