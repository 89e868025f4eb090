import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import type { Plugin } from "vite";

const ROOT = join(import.meta.dirname, "..");
const STYLES = join(ROOT, "app/ui/fonts.css");
const SUBSETS = join(ROOT, "node_modules/.cache/rowhouse/fonts");

/** The source font of each `url("@subset/{name}")` in fonts.css. */
const SOURCES: Record<string, { file: string; variationAxes?: { wght: { min: number; max: number } } }> = {
  "public-sans.woff2": {
    file: "@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2",
    variationAxes: { wght: { min: 400, max: 700 } },
  },
  "caslon-text.woff2": { file: "@fontsource/libre-caslon-text/files/libre-caslon-text-latin-400-normal.woff2" },
  "caslon-text-italic.woff2": { file: "@fontsource/libre-caslon-text/files/libre-caslon-text-latin-400-italic.woff2" },
  "caslon-display.woff2": {
    file: "@fontsource/libre-caslon-display/files/libre-caslon-display-latin-400-normal.woff2",
  },
};

const SUBSET_OPTIONS = {
  targetFormat: "woff2",
  // Kerning, ligatures, tabular figures and accents: what the pages use.
  keepFeatures: ["kern", "liga", "ccmp", "mark", "tnum", "lnum"],
  // Hinting is for old low-resolution screens, and a third of the bytes.
  noHinting: true,
} as const;

const SUBSET_FACE = /url\("@subset\/([\w.-]+)"\)[^}]*?unicode-range:\s*([^;]+);/g;

/**
 * Subsets each font in fonts.css with an `@subset/…` URL to its `unicode-range`. A page in English loads half the bytes. Subsets
 * are cached in `node_modules` for later builds.
 */
export function fontSubsets(): Plugin {
  return {
    name: "rowhouse:font-subsets",
    config: async () => ({ resolve: { alias: { "@subset": await writeSubsets(readFileSync(STYLES, "utf8")) } } }),
  };
}

async function writeSubsets(css: string): Promise<string> {
  const faces = [...css.matchAll(SUBSET_FACE)].map(([, name = "", range = ""]) => ({ name, range }));
  const folder = join(SUBSETS, digestOf([css, JSON.stringify(SOURCES), JSON.stringify(SUBSET_OPTIONS)]));
  mkdirSync(folder, { recursive: true });
  for (const { name, range } of faces) {
    const path = join(folder, name);
    if (existsSync(path)) continue;
    // Builds may run at the same time, and must not read each other's incomplete files.
    writeFileSync(`${path}.${process.pid}`, await createSubset(name, range));
    renameSync(`${path}.${process.pid}`, path);
  }
  return folder;
}

async function createSubset(name: string, range: string): Promise<Buffer> {
  const source = SOURCES[name];
  if (source === undefined) throw new Error(`fonts.css names @subset/${name}, which is missing in cli/font-subsets.ts`);
  const { file, ...axes } = source;
  const whole = readFileSync(createRequire(import.meta.url).resolve(file));
  const { default: subsetFont } = await import("subset-font");
  return subsetFont(whole, charactersOf(range), { ...axes, ...SUBSET_OPTIONS });
}

/** Every character of a CSS `unicode-range`: "U+20-22, U+E9" is `space ! " é`. */
function charactersOf(range: string): string {
  return range
    .split(",")
    .flatMap((part) => {
      const [first = Number.NaN, last = first] = part
        .trim()
        .slice("U+".length)
        .split("-")
        .map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    })
    .join("");
}

function digestOf(parts: string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 16);
}
