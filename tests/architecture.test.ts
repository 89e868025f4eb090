import { expect, test } from "vitest";

import { LAYERS, SLICES, TABLE_OWNERS } from "../architecture.ts";
import { type SourceFile, sourceFiles } from "./source-files.ts";

const files = sourceFiles();
const app = files.filter(({ path }) => path.startsWith("app/"));
const product = app.filter(({ path }) => !isTest(path));

test("the parser finds the code", () => {
  expect(product.length).toBeGreaterThan(100);
  expect(product.flatMap(({ imports }) => imports).length).toBeGreaterThan(500);
});

test("a slice imports only the slices that architecture.ts lists for it", () => {
  const wrong = eachImport(product).filter(({ from, to }) => {
    const [own, other] = [sliceOf(from), sliceOf(to)];
    return (
      own !== null && other !== null && own !== other && !isComposer(from) && SLICES[own]?.includes(other) !== true
    );
  });

  expect(
    wrong.map(describeImport),
    "list the slice in architecture.ts on purpose, move the code, or compose in a route",
  ).toEqual([]);
});

test("slices don't import each other in a circle", () => {
  const circles = Object.keys(SLICES).filter((slice) => reaches(slice, slice, new Set()));

  expect(circles, "move the shared code into the lower slice or lib").toEqual([]);
});

test("every slice is listed, and every listed slice exists", () => {
  const existing = new Set(product.map(({ path }) => sliceOf(path)).filter((slice) => slice !== null));

  expect([...existing].sort()).toEqual(Object.keys(SLICES).sort());
});

test("layers import only downward: entry, features, ui, platform, db, lib", () => {
  const wrong = eachImport(product).filter(({ from, to, isType }) => {
    const [own, other] = [layerOf(from), layerOf(to)];
    // The database's JSON columns and the site's context use types of higher layers; types don't exist at run time.
    return own !== null && other !== null && other > own && !isType;
  });

  expect(wrong.map(describeImport), "move the code down, or pass it in").toEqual([]);
});

test("only the lists of routes and jobs import a route or a job", () => {
  const wrong = eachImport(product).filter(({ from, to }) => isComposer(to) && from !== "app/jobs.ts");

  expect(wrong.map(describeImport), "move what you need out of the route into its slice").toEqual([]);
});

test("browser code imports no server file", () => {
  const wrong = eachImport(product).filter(({ from, to, isType }) => {
    const isPure = !/\.(?:server|route|job)\.tsx?$/.test(from) && layerOf(from) !== LAYERS.indexOf("entry");
    return isPure && !from.startsWith("app/db/") && to.includes(".server.") && !isType;
  });

  expect(wrong.map(describeImport), "only routes, jobs and *.server.ts may use *.server.ts").toEqual([]);
});

test("commands and jobs run from source, so they import no component and not app/server.ts", () => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const seen = new Set<string>();
  const queue = files.filter(({ path }) => path.startsWith("cli/") || path === "app/jobs.ts").map(({ path }) => path);
  const wrong: string[] = [];
  while (queue.length > 0) {
    const path = queue.pop() ?? "";
    if (seen.has(path)) continue;
    seen.add(path);
    for (const { path: to, isInternal: isOurs, isType } of byPath.get(path)?.imports ?? []) {
      if (!isOurs || isType) continue;
      if (to.endsWith(".tsx") || to === "app/server.ts") wrong.push(`${path} -> ${to}`);
      queue.push(to);
    }
  }

  expect(seen.size).toBeGreaterThan(20);
  expect(wrong, "Node runs .ts as it is, but no .tsx and no virtual module").toEqual([]);
});

test("only the owning slice writes its tables", () => {
  const wrong = product.flatMap(({ path, text }) =>
    [...text.matchAll(/\.(?:insert|update|delete)\((\w+)\)/g)].flatMap(([, table = ""]) => {
      const owner = TABLE_OWNERS[table];
      return owner === undefined || owner === sliceOf(path) ? [] : [`${path} writes ${table}, which is ${owner}'s`];
    }),
  );

  expect(wrong, "call a function of the owning slice instead").toEqual([]);
});

test("there are no barrel files and no utils files", () => {
  const barrels = product.filter(({ path }) => /\/index\.tsx?$/.test(path)).map(({ path }) => path);
  const drawers = files
    .map(({ path }) => path)
    .filter((path) => /(?:^|[/-])(?:utils?|helpers?|misc|common)[./-]/.test(path));

  expect(barrels, "import from the file itself").toEqual([]);
  expect(drawers, "utils.ts hides things: name the file after what it knows, e.g. money.ts").toEqual([]);
});

function eachImport(from: SourceFile[]): { from: string; to: string; isType: boolean }[] {
  return from.flatMap(({ path, imports }) =>
    imports.filter(({ isInternal: isOurs }) => isOurs).map(({ path: to, isType }) => ({ from: path, to, isType })),
  );
}

function describeImport({ from, to }: { from: string; to: string }): string {
  return `${from} -> ${to}`;
}

function sliceOf(path: string): string | null {
  return /^app\/features\/([^/]+)\//.exec(path)?.[1] ?? null;
}

/** The index of a file's layer in LAYERS; null for files outside the app and for the list of all slices' styles. */
function layerOf(path: string): number | null {
  if (!path.startsWith("app/") || path === "app/own-pages.css") return null;
  const folder = LAYERS.findIndex((layer) => path.startsWith(`app/${layer}/`));
  return folder === -1 ? LAYERS.indexOf("entry") : folder;
}

function isComposer(path: string): boolean {
  return /\.(?:route|job)\.tsx?$/.test(path);
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.endsWith("-builders.ts");
}

function reaches(from: string, goal: string, seen: Set<string>): boolean {
  return (SLICES[from] ?? []).some((next) => {
    if (next === goal) return true;
    if (seen.has(next)) return false;
    seen.add(next);
    return reaches(next, goal, seen);
  });
}
