import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { BUILD_FOLDERS } from "../build-kind.ts";

const ASSETS = join(BUILD_FOLDERS.trial, "client", "assets");

let known: Map<string, Set<string>> | null = null;

/** The style sheets that a page loads with its HTML, by the names that vite.config.ts gives them. */
export function styleSheetsOf(html: string): string[] {
  return filesOf(html).map((file) => file.replace(/-[\w-]{8}\.css$/, ""));
}

/** The addresses of the style sheets that a page loads with its HTML. */
export function styleSheetPaths(html: string): string[] {
  return filesOf(html).map((file) => `/assets/${file}`);
}

function filesOf(html: string): string[] {
  return [...html.matchAll(/<link rel="stylesheet" href="\/assets\/([^"#]+)/g)].map(([, file = ""]) => file);
}

/** The classes of a page that are styled in some style sheet of the site, but in none that the page loads. */
export function unstyledClasses(html: string): string[] {
  known ??= new Map(sheetFiles().map((file) => [basename(file), classesOf(readFileSync(file, "utf8"))]));
  const loaded = new Set(filesOf(html).flatMap((file) => [...(known?.get(file) ?? [])]));
  const styled = new Set([...known.values()].flatMap((classes) => [...classes]));
  const shown = [...html.matchAll(/ class="([^"]+)"/g)].flatMap(([, classes = ""]) => classes.split(" "));
  return [...new Set(shown)].filter((name) => styled.has(name) && !loaded.has(name));
}

function sheetFiles(): string[] {
  return readdirSync(ASSETS)
    .filter((name) => name.endsWith(".css"))
    .map((name) => join(ASSETS, name));
}

function classesOf(css: string): Set<string> {
  return new Set([...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = ""]) => name));
}
