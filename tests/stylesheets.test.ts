import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

import { describe, expect, test } from "vitest";

const OWN_STYLES = 'import "#app/own-pages.css";';
/** The map uses them when a member sets a pin, in forms that load these styles themselves. */
const ONLY_ON_REQUEST = ["pin-picker", "pin-picker-pin"];
/** Tailwind generates these itself; our rules may use them too. */
const UTILITY = /^text-/;
/** Public pages: none of them may load the styles of account pages. */
const PUBLIC_ROUTES =
  /\/(?:home|latest|guide|category-archive|category-hub|neighborhoods?|place|search|map|about|privacy|terms|not-found)\.route\.tsx$/;

const MODULES = globSync("app/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$/.test(file));
const SOURCES = new Map(MODULES.map((file) => [file, readFileSync(file, "utf8")]));
const ROUTES = MODULES.filter((file) => file.endsWith(".route.tsx"));

const publicClasses = classesOf("app/app.css");
const accountOnly = [...classesOf("app/own-pages.css")].filter(
  (name) => !publicClasses.has(name) && !UTILITY.test(name) && !ONLY_ON_REQUEST.includes(name),
);

/** The classes in a style sheet's imports. */
function classesOf(sheet: string): Set<string> {
  const files = [...readFileSync(sheet, "utf8").matchAll(/@import "(\.[^"]+\.css)"/g)];
  const styles = files.map(([, file = ""]) => readFileSync(join(dirname(sheet), file), "utf8"));
  const selectors = styles.join("\n").replaceAll(/\/\*[\s\S]*?\*\//g, "");
  return new Set([...selectors.matchAll(/\.([a-z][\w-]*)(?=[^\w-])/g)].map(([, name = ""]) => name));
}

function importsOf(file: string): string[] {
  const named = [...(SOURCES.get(file) ?? "").matchAll(/(?:from |import )\(?"([^"]+)"/g)].map(([, name = ""]) => name);
  const paths = named.map((name) => normalize(name.replace(/^#app\//, "app/").replace(/^(?=\.)/, `${dirname(file)}/`)));
  return paths.filter((path) => SOURCES.has(path) && !/\.server\.tsx?$/.test(path));
}

/** A route's own file and all components that it renders. */
function partsOf(route: string): string[] {
  const found = new Set([route]);
  for (const file of found) for (const next of importsOf(file)) found.add(next);
  return [...found].filter((file) => file.endsWith(".tsx"));
}

/** The classes in a file's `className`s. */
function shownBy(file: string): Set<string> {
  const names = [...(SOURCES.get(file) ?? "").matchAll(/className=(?:"([^"]*)"|\{([^}]*)\})/g)];
  return new Set(names.flatMap(([, plain = "", chosen = ""]) => `${plain} ${chosen}`.match(/[\w-]+/g) ?? []));
}

function hasOwnStyles(route: string): boolean {
  return SOURCES.get(route)?.includes(OWN_STYLES) === true;
}

test("public pages load no styles of account pages", () => {
  const read = ROUTES.filter((route) => PUBLIC_ROUTES.test(route));
  expect(read).toHaveLength(14);
  expect(read.filter(hasOwnStyles)).toEqual([]);
});

test("both style sheets are found", () => {
  expect(publicClasses.size).toBeGreaterThan(200);
  expect(accountOnly.length).toBeGreaterThan(200);
});

describe.for(ROUTES)("%s", (route) => {
  test("loads the styles of what it renders", () => {
    const shown = partsOf(route).flatMap((file) => {
      const classes = shownBy(file);
      return accountOnly.filter((name) => classes.has(name)).map((name) => `.${name} in ${file}`);
    });
    expect(hasOwnStyles(route) ? [] : shown).toEqual([]);
  });
});
