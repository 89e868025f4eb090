import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isMainThread, Worker, workerData } from "node:worker_threads";
import { brotliCompress, brotliCompressSync, constants, gzip } from "node:zlib";

import { z } from "zod";

/** Already compressed formats gain nothing. */
const COMPRESSIBLE = /\.(?:m?js|css|svg|json|txt|xml|html)$/;

/** The same quality as for rendered pages (`page-body.server.ts`). */
const QUICK_BROTLI_QUALITY = 5;
const BEST_BROTLI_QUALITY = 11;

/** Files compressed at once: few enough for memory, and more than Node's compression threads. */
const QUICK_CONCURRENCY = 16;

/**
 * `best` is for production: a minute of CPU time for files 6 % (gzip) and 12 % (Brotli) smaller. `quick` takes half a second,
 * for trials and tests.
 */
export type Compression = "quick" | "best";

/** Writes `x.js.br` and `x.js.gz` next to every text file of a build, replacing existing ones. */
async function compressAssets(folder: string, compression: Compression): Promise<void> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => COMPRESSIBLE.test(name))
    .map((name) => join(folder, name));
  if (compression === "quick") await compressQuickly(paths);
  else await Promise.all(splitEvenly(paths, availableParallelism()).map(compressInWorker));
}

/** Uses Node's own threads for gzip and Brotli. */
async function compressQuickly(paths: string[]): Promise<void> {
  const waiting = [...paths];
  const compressNext = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const bytes = await readFile(path);
      const params = { [constants.BROTLI_PARAM_QUALITY]: QUICK_BROTLI_QUALITY };
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes));
    }
  };
  await Promise.all(Array.from({ length: QUICK_CONCURRENCY }, compressNext));
}

/** Zopfli's gzip is 5 % smaller than zlib's best. It runs in the calling thread. */
async function compressBest(paths: string[]): Promise<void> {
  const { gzipAsync } = await import("@gfx/zopfli");
  for (const path of paths) {
    const bytes = readFileSync(path);
    const params = { [constants.BROTLI_PARAM_QUALITY]: BEST_BROTLI_QUALITY };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${path}.gz`, await gzipAsync(bytes, {}));
  }
}

/** Splits files evenly by size: the largest first, each to the smallest share so far. */
function splitEvenly(paths: string[], count: number): string[][] {
  const shares = Array.from({ length: count }, () => ({ bytes: 0, paths: new Array<string>() }));
  const sized = paths.map((path) => ({ path, bytes: statSync(path).size })).sort((a, b) => b.bytes - a.bytes);
  for (const { path, bytes } of sized) {
    const least = shares.reduce((found, share) => (share.bytes < found.bytes ? share : found));
    least.paths.push(path);
    least.bytes += bytes;
  }
  return shares.map((share) => share.paths);
}

function compressInWorker(paths: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: paths });
    worker.once("error", reject);
    worker.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`a compression thread exited with code ${code}`)),
    );
  });
}

if (!isMainThread) {
  await compressBest(z.array(z.string()).parse(workerData));
} else if (import.meta.main) {
  const [folder = "", compression] = process.argv.slice(2);
  await compressAssets(folder, compression === "best" ? "best" : "quick");
}
