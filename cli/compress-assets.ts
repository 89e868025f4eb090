import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isMainThread, Worker, workerData } from "node:worker_threads";
import { brotliCompress, brotliCompressSync, constants, gzip } from "node:zlib";

import { z } from "zod";

import { wholeRouteList } from "../app/staff-paths.ts";
import { leanManifests } from "./lean-manifest.ts";

const MANIFEST = /(?:^|[/\\])manifest-[\w-]+\.js$/;

/** Already compressed formats gain nothing. */
const COMPRESSIBLE = /\.(?:m?js|css|svg|json|txt|xml|html)$/;

/** What a page that is made on request is compressed with (`page-body.server.ts`). */
const QUICK_BROTLI_QUALITY = 5;
const BEST_BROTLI_QUALITY = 11;

/** Memory for as many files at once, and more than the threads that Node compresses with. */
const QUICK_AT_ONCE = 16;

/**
 * `best` is for builds that visitors load from: a minute of one processor for files 6 % (gzip) and 12 % (Brotli) smaller.
 * `quick` takes half a second, for a trial on one machine and for tests.
 */
export type Compression = "quick" | "best";

/** Writes the list of routes in the short form that browsers need, for all pages and for staff's; once more changes nothing. */
function slimManifest(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((each) => MANIFEST.test(each))) {
    const path = join(folder, name);
    const lean = leanManifests(readFileSync(path, "utf8"));
    if (lean === null) continue;
    writeFileSync(join(folder, wholeRouteList(`/${name}`)), lean.forStaff);
    writeFileSync(path, lean.forAll);
  }
}

/** Writes `x.js.br` and `x.js.gz` beside every text file of a built folder, or over those that are there. */
async function compressAssets(folder: string, compression: Compression): Promise<void> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => COMPRESSIBLE.test(name))
    .map((name) => join(folder, name));
  if (compression === "quick") await compressQuickly(paths);
  else await Promise.all(inEqualShares(paths, availableParallelism()).map(compressInWorker));
}

/** Node has threads of its own for its own formats. */
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
  await Promise.all(Array.from({ length: QUICK_AT_ONCE }, compressNext));
}

/** Zopfli's gzip is 5 % smaller than zlib's best. It computes in the thread that calls it. */
async function compressBest(paths: string[]): Promise<void> {
  const { gzipAsync } = await import("@gfx/zopfli");
  for (const path of paths) {
    const bytes = readFileSync(path);
    const params = { [constants.BROTLI_PARAM_QUALITY]: BEST_BROTLI_QUALITY };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${path}.gz`, await gzipAsync(bytes, {}));
  }
}

/** The largest first, each to whoever has least so far. */
function inEqualShares(paths: string[], count: number): string[][] {
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
      code === 0 ? resolve() : reject(new Error(`a compressing thread ended with ${code}`)),
    );
  });
}

if (!isMainThread) {
  await compressBest(z.array(z.string()).parse(workerData));
} else if (import.meta.main) {
  const [folder = "", compression] = process.argv.slice(2);
  slimManifest(folder);
  await compressAssets(folder, compression === "best" ? "best" : "quick");
}
