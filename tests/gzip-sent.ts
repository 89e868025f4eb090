import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SIZES = join("node_modules", ".cache", "rowhouse", "gzip-sizes");

/**
 * Bytes of a file, without headers, as a browser that takes gzip alone receives them from a site that is built for visitors:
 * at the best compression. Builds for tests are compressed quickly and send some percent more.
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

/** What was compressed once is remembered: it takes seconds for the largest files. */
async function bestGzipBytes(bytes: Buffer): Promise<number> {
  const path = join(SIZES, createHash("sha256").update(bytes).digest("hex"));
  if (existsSync(path)) return Number(readFileSync(path, "utf8"));
  const { gzipAsync } = await import("@gfx/zopfli");
  const { length } = await gzipAsync(bytes, {});
  mkdirSync(SIZES, { recursive: true });
  // Another worker may be at the same file, and neither must read half a number.
  const unfinished = `${path}.${randomUUID()}`;
  writeFileSync(unfinished, String(length));
  renameSync(unfinished, path);
  return length;
}
