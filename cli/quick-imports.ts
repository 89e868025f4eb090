import { enableCompileCache, registerHooks } from "node:module";
import { join } from "node:path";

const CACHE_FOLDER = join(import.meta.dirname, "..", "node_modules", ".cache", "rowhouse", "compiled");

/** Its package.json has 180 KB, and Node parses all of it for every import of the package and for each of its files. */
const LARGE_PACKAGE = "drizzle-orm";
const OWN_FILE = /^\.{1,2}\/.+\.js$/;

/**
 * Halves the time that a command takes to begin: what Node compiles is kept for the next command, and the one package that
 * is slow to find is looked for once. To be called before anything large is imported.
 */
export function quickenImports(): void {
  // Where the folder can't be written, Node compiles anew and says nothing.
  enableCompileCache(CACHE_FOLDER);
  const found = new Map<string, string>();
  registerHooks({
    resolve(specifier, context, next) {
      const isOurs = context.conditions.includes("import");
      if (isOurs && OWN_FILE.test(specifier) && context.parentURL?.includes(`/node_modules/${LARGE_PACKAGE}/`)) {
        return { url: new URL(specifier, context.parentURL).href, format: "module", shortCircuit: true };
      }
      if (!isOurs || !`${specifier}/`.startsWith(`${LARGE_PACKAGE}/`)) return next(specifier, context);
      const url = found.get(specifier) ?? next(specifier, context).url;
      found.set(specifier, url);
      return { url, format: "module", shortCircuit: true };
    },
  });
}
