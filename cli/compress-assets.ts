import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

import { gzipAsync } from "@gfx/zopfli";

import { wholeRouteList } from "../app/staff-paths.ts";
import { leanManifests } from "./lean-manifest.ts";

const MANIFEST = /(?:^|[/\\])manifest-[\w-]+\.js$/;

/** Already compressed formats gain nothing. */
const COMPRESSIBLE = /\.(?:m?js|css|svg|json|txt|xml|html)$/;

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

/**
 * Writes `x.js.br` and `x.js.gz` beside every text file of a built folder, once, at the highest level. Zopfli's gzip is
 * 3-4 % smaller than zlib's, for a second of the build.
 */
export async function compressAssets(folder: string): Promise<number> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => COMPRESSIBLE.test(name));
  for (const name of names) {
    const path = join(folder, name);
    const bytes = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${path}.gz`, await gzipAsync(bytes, {}));
  }
  return names.length;
}

const [folder] = process.argv.slice(2);
if (import.meta.main && folder !== undefined) {
  slimManifest(folder);
  console.log(`rowhouse: compressed ${await compressAssets(folder)} files`);
}
