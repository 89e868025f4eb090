import { promisify } from "node:util";
import { brotliCompress, constants, gzipSync } from "node:zlib";

/** Level 5 costs about a third of the time of 6 and up, for 3 % more bytes. */
const BROTLI_QUALITY = 5;

/** 10 % fewer bytes than at 5, for ten times the time (30-70 ms); 11 would give 3 % more for twice as much again. */
const TIGHT_BROTLI_QUALITY = 10;

/** Smaller bodies gain nothing by compression. */
const COMPRESS_BYTES_MIN = 600;

const COMPRESSIBLE =
  /^(?:text\/|image\/svg|application\/(?:json|xml|rss|atom|feed|opensearch|problem|ld))|\+xml|\+json/;

/** One form of a body with all its headers, ready to be sent: names and values in turn, as `writeHead` takes them. */
type Sendable = { bytes: Buffer; headers: string[] };

/**
 * A page's bytes in every form a browser may ask for. `br` is null where compressing is no use; `gzip` is null then, and until
 * somebody asks for it: every browser takes Brotli.
 */
export type Body = { raw: Sendable; br: Sendable | null; gzip: Sendable | null; headers: Record<string, string> };

/** Compresses a body, fast: somebody waits for it. */
export async function sendableBody(
  raw: Buffer,
  { headers, contentType }: { headers: Record<string, string>; contentType: string },
): Promise<Body> {
  if (raw.length < COMPRESS_BYTES_MIN || !COMPRESSIBLE.test(contentType)) {
    return { raw: sendable(raw, { headers }), br: null, gzip: null, headers };
  }
  const br = sendable(await brotli(raw, BROTLI_QUALITY), { headers, encoding: "br" });
  return { raw: sendable(raw, { headers }), br, gzip: null, headers };
}

/** The same body with its Brotli form made smaller, for who asks from now on. */
export async function packTighter(body: Body): Promise<Body> {
  if (body.br === null) return body;
  const { headers, raw } = body;
  return { ...body, br: sendable(await brotli(raw.bytes, TIGHT_BROTLI_QUALITY), { headers, encoding: "br" }) };
}

/** The smallest form that a browser takes. */
export function bestBody(body: Body, accepted: string | undefined): Sendable {
  if (body.br === null) return body.raw;
  if (accepts(accepted, "br")) return body.br;
  if (!accepts(accepted, "gzip")) return body.raw;
  // Some milliseconds, once a page, for a program that is older than Brotli.
  body.gzip ??= sendable(gzipSync(body.raw.bytes, { level: 6 }), { headers: body.headers, encoding: "gzip" });
  return body.gzip;
}

function brotli(raw: Buffer, quality: number): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length };
  return promisify(brotliCompress)(raw, { params });
}

function sendable(
  bytes: Buffer,
  { headers, encoding }: { headers: Record<string, string>; encoding?: "br" | "gzip" },
): Sendable {
  const coded = encoding === undefined ? headers : { ...headers, "content-encoding": encoding };
  return { bytes, headers: Object.entries({ ...coded, "content-length": String(bytes.length) }).flat() };
}

function accepts(accepted: string | undefined, encoding: string): boolean {
  if (accepted === undefined || !accepted.includes(encoding)) return false;
  return accepted.split(",").some((part) => {
    const [name = "", quality = "1"] = part.split(/;\s*q=/);
    return name.trim() === encoding && Number(quality) > 0;
  });
}
