import { existsSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { DISTRICTS, LAYERS, TABLE_OWNERS } from "../architecture.ts";
import { type SourceFile, sourceFiles, trackedFiles } from "./source-files.ts";

const files = sourceFiles();
const app = files.filter(({ path }) => path.startsWith("app/"));
const product = app.filter(({ path }) => !isTest(path));

const FOLDER_FILES_MAX = 30;
const README_LINES_MAX = 40;
const DISTRICT_NAMES = Object.keys(DISTRICTS);
const SLICES = new Map(
  Object.entries(DISTRICTS).flatMap(([district, slices]) =>
    Object.entries<string[]>(slices).map(([name, imports]) => [name, { district, imports }] as const),
  ),
);

test("the parser finds the code at all", () => {
  expect(product.length).toBeGreaterThan(100);
  expect(product.flatMap(({ imports }) => imports).length).toBeGreaterThan(500);
});

test("imports between districts run down only: desk, business, people, guide, core", () => {
  const wrong = eachImport(product).filter(({ from, to }) => {
    const [own, other] = [districtOf(from), districtOf(to)];
    return (
      own !== null && other !== null && !isComposer(from) && DISTRICT_NAMES.indexOf(other) > DISTRICT_NAMES.indexOf(own)
    );
  });

  expect(wrong.map(arrow), "move the code down, pass it in, or compose in a route").toEqual([]);
});

test("a slice imports only the slices of its district that architecture.ts lists for it", () => {
  const wrong = eachImport(product).filter(({ from, to }) => {
    const [own, other] = [sliceOf(from), sliceOf(to)];
    if (own === null || other === null || own.name === other.name || own.district !== other.district) return false;
    return !isComposer(from) && SLICES.get(own.name)?.imports.includes(other.name) !== true;
  });

  expect(
    wrong.map(arrow),
    "list the slice in architecture.ts on purpose, move the code, or compose in a route",
  ).toEqual([]);
});

test("slices form no circle", () => {
  const circles = [...SLICES.keys()].filter((slice) => reaches(slice, slice, new Set()));

  expect(circles, "move what both need into the lower slice or lib").toEqual([]);
});

test("every slice is listed in its district, and every listed slice exists", () => {
  const existing = new Set(
    product.flatMap(({ path }) => sliceOf(path) ?? []).map(({ district, name }) => `${district}/${name}`),
  );
  const listed = [...SLICES].map(([name, { district }]) => `${district}/${name}`);

  expect([...existing].sort()).toEqual(listed.sort());
});

test("layers point downwards: entry, districts, ui, platform, db, lib", () => {
  const wrong = eachImport(product).filter(({ from, to }) => {
    const [own, other] = [layerOf(from), layerOf(to)];
    return own !== null && other !== null && other > own;
  });

  expect(wrong.map(arrow), "move the code down, or pass it in").toEqual([]);
});

test("the drawn pictures import nothing of the app", () => {
  const wrong = eachImport(files.filter(({ path }) => path.startsWith("illustrations/"))).filter(
    ({ to }) => !to.startsWith("illustrations/"),
  );

  expect(wrong.map(arrow), "illustrations/ is a library: pass in what it needs").toEqual([]);
});

test("a folder of a slice holds 30 files of the product at most", () => {
  const folders = Map.groupBy(
    product.filter(({ path }) => sliceOf(path) !== null),
    ({ path }) => path.slice(0, path.lastIndexOf("/")),
  );
  const crowded = [...folders].filter(([, inside]) => inside.length > FOLDER_FILES_MAX);

  expect(
    crowded.map(([folder, inside]) => `${folder}: ${inside.length}`),
    "give each part of the product a folder",
  ).toEqual([]);
});

test("every slice has a README that says where to begin", () => {
  const readmes = [...SLICES].map(([name, { district }]) => `app/${district}/${name}/README.md`);
  const missing = readmes.filter((path) => !existsSync(path));
  const long = trackedFiles()
    .filter((path) => /^app\/.*README\.md$/.test(path))
    .filter((path) => readFileSync(path, "utf8").split("\n").length > README_LINES_MAX + 1);

  const named = readmes.map((path) => [path, /^# (.*)/.exec(readFileSync(path, "utf8"))?.[1]?.toLowerCase()]);
  const bySlice = readmes.map((path) => [path, path.split("/").at(-2)?.replaceAll("-", " ")]);

  expect(missing, "say what the slice is, where to begin, its tables and its decisions").toEqual([]);
  expect(named, "the title is the name of the slice").toEqual(bySlice);
  expect(long, `a README has ${README_LINES_MAX} lines at most: the rest belongs to the code or to a decision`).toEqual(
    [],
  );
});

test("a document names only files that exist", () => {
  const paths = trackedFiles();
  const documents = paths.filter((path) => path.endsWith(".md") && !HISTORY.test(path));
  const named = documents.flatMap((document) =>
    [...readFileSync(document, "utf8").matchAll(/`([\w./*-]+\.tsx?)`/g)].map(([, name = ""]) => ({ document, name })),
  );
  const list = paths.join("\n");
  const missing = named.filter(({ name }) => !PATTERN_NAME.test(name) && !pathPattern(name).test(list));
  const wrong = [...missing, ...missingStems(documents, list)];

  expect(named.length).toBeGreaterThan(300);
  expect(
    wrong.map(({ document, name }) => `${document}: ${name}`),
    "name the file by its new name",
  ).toEqual([]);
});

/** Names of files without their ending, `owner-edits`, in the READMEs of slices. */
function missingStems(documents: string[], list: string): { document: string; name: string }[] {
  const readmes = documents.filter((path) => /^app\/.*README\.md$/.test(path));
  return readmes
    .flatMap((document) =>
      [...readFileSync(document, "utf8").matchAll(/`([a-z0-9]+(?:-[a-z0-9]+)+(?:\.(?:server|route|job))?)[*]?`/g)].map(
        ([, name = ""]) => ({ document, name }),
      ),
    )
    .filter(({ name }) => !list.includes(`/${name}`));
}

test("nobody imports a route or a job but the lists of them", () => {
  const wrong = eachImport(product).filter(({ from, to }) => isComposer(to) && from !== "app/jobs.ts");

  expect(wrong.map(arrow), "move what you need out of the route into its slice").toEqual([]);
});

test("what runs in the browser imports no server file", () => {
  const wrong = eachImport(product).filter(({ from, to, isType }) => {
    const isPure = !/\.(?:server|route|job)\.tsx?$/.test(from) && layerOf(from) !== LAYERS.indexOf("entry");
    return isPure && !from.startsWith("app/db/") && to.includes(".server.") && !isType;
  });

  expect(wrong.map(arrow), "only routes, jobs and *.server.ts may use *.server.ts").toEqual([]);
});

test("commands and jobs run from source, so they reach no component and not app/server.ts", () => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const seen = new Set<string>();
  const queue = files.filter(({ path }) => path.startsWith("cli/") || path === "app/jobs.ts").map(({ path }) => path);
  const wrong: string[] = [];
  while (queue.length > 0) {
    const path = queue.pop() ?? "";
    if (seen.has(path)) continue;
    seen.add(path);
    for (const { path: to, isInternal, isType } of byPath.get(path)?.imports ?? []) {
      if (!isInternal || isType) continue;
      if (to.endsWith(".tsx") || to === "app/server.ts") wrong.push(`${path} -> ${to}`);
      queue.push(to);
    }
  }

  expect(seen.size).toBeGreaterThan(20);
  expect(wrong, "Node runs .ts as it is, but no .tsx and no virtual module").toEqual([]);
});

test("only the owning slice writes its tables, in SQL text too", () => {
  const tables = new Map(Object.keys(TABLE_OWNERS).map((name) => [snakeCase(name), name]));
  const wrong = product.flatMap(({ path, text }) => {
    const calls = [...text.matchAll(/\.(?:insert|update|delete)\((\w+)\)/g)].map(([, table = ""]) => table);
    const statements = [...text.matchAll(/\b(?:insert into|delete from|update) ([a-z_]+)\b(?=[^;]*?[`"])/g)];
    const written = [...calls, ...statements.flatMap(([, name = ""]) => tables.get(name) ?? [])];
    return written.flatMap((table) => {
      const owner = TABLE_OWNERS[table];
      return owner === undefined || owner === sliceOf(path)?.name
        ? []
        : [`${path} writes ${table}, which is ${owner}'s`];
    });
  });

  expect(wrong, "call a function of the owning slice instead").toEqual([]);
});

test("no file hides behind a barrel or a drawer", () => {
  const barrels = product.filter(({ path }) => /\/index\.tsx?$/.test(path)).map(({ path }) => path);
  const drawers = files
    .map(({ path }) => path)
    .filter((path) => /(?:^|[/-])(?:utils?|helpers?|misc|common)[./-]/.test(path));

  expect(barrels, "import from the file itself").toEqual([]);
  expect(drawers, "utils.ts hides things: name the file after what it knows, e.g. money.ts").toEqual([]);
});

/** Decisions tell what was done then. */
const HISTORY = /^docs\/decisions\//;

/** Stands for any file of its kind, as in `NAME.job.ts`. */
const PATTERN_NAME = /[A-Z]{2}/;

/** Finds the end of a path in a list of paths, one a line; `*` stands for any characters. */
function pathPattern(name: string): RegExp {
  const end = name
    .replace(/^[./]+/, "")
    .replaceAll(".", "\\.")
    .replaceAll("*", "[^/\n]*");
  return new RegExp(`(?:^|/)${end}$`, "m");
}

function eachImport(from: SourceFile[]): { from: string; to: string; isType: boolean }[] {
  return from.flatMap(({ path, imports }) =>
    imports.filter(({ isInternal }) => isInternal).map(({ path: to, isType }) => ({ from: path, to, isType })),
  );
}

function arrow({ from, to }: { from: string; to: string }): string {
  return `${from} -> ${to}`;
}

function districtOf(path: string): string | null {
  return DISTRICT_NAMES.find((district) => path.startsWith(`app/${district}/`)) ?? null;
}

function sliceOf(path: string): { district: string; name: string } | null {
  const district = districtOf(path);
  const name = /^app\/[^/]+\/([^/]+)\//.exec(path)?.[1];
  return district === null || name === undefined ? null : { district, name };
}

/** The place of a file's folder in LAYERS; null for files that are no part of the app. */
function layerOf(path: string): number | null {
  if (!path.startsWith("app/")) return null;
  if (districtOf(path) !== null) return LAYERS.indexOf("districts");
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
  return (SLICES.get(from)?.imports ?? []).some((next) => {
    if (next === goal) return true;
    if (seen.has(next)) return false;
    seen.add(next);
    return reaches(next, goal, seen);
  });
}

/** A table's name in SQL. */
function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
