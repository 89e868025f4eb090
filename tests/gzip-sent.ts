import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SIZES = join("node_modules", ".cache", "rowhouse", "gzip-sizes");

/**
 * The size of a file's body for a browser that accepts only gzip, at the production build's compression. Test builds
 * compress faster and send a few percent more.
 */
export async function gzipBytesSent(url: string): Promise<number> {
  const response = await fetch(url, { headers: { "accept-encoding": "gzip" } });
  const bytes = Buffer.from(await response.arrayBuffer());
  const sent = Number(response.headers.get("content-length"));
  if (response.headers.get("content-encoding") !== "gzip" || !(sent > 0)) {
    throw new Error(`${url} came uncompressed or without its length`);
  }
  return bestGzipBytes(bytes);
}

/** Results are cached on disk: compressing the largest files takes seconds. */
async function bestGzipBytes(bytes: Buffer): Promise<number> {
  const path = join(SIZES, createHash("sha256").update(bytes).digest("hex"));
  if (existsSync(path)) return Number(readFileSync(path, "utf8"));
  const { gzipAsync } = await import("@gfx/zopfli");
  const { length } = await gzipAsync(bytes, {});
  mkdirSync(SIZES, { recursive: true });
  // Another worker may compress the same file, and must not read a half-written number.
  const unfinished = `${path}.${randomUUID()}`;
  writeFileSync(unfinished, String(length));
  renameSync(unfinished, path);
  return length;
}
