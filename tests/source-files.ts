import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

import { parseSync } from "oxc-parser";

export type SourceFile = {
  /** From the project's root, with forward slashes. */
  path: string;
  text: string;
  imports: SourceImport[];
};

/**
 * `path`: a project file from the root, or a package's name. `isType`: a type-only import, which doesn't exist at run
 * time.
 */
export type SourceImport = { path: string; isInternal: boolean; isType: boolean };

const FOLDERS = ["app", "illustrations", "cli", "tests", "e2e", "bench"];

/** Parses every TypeScript file of the project. */
export function sourceFiles(): SourceFile[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts"))
      .map((name) => readSource(posix.join(folder, name.replaceAll("\\", "/")))),
  );
}

/** The paths of all files that belong to the project: those of Git that exist. */
export function trackedFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  return [...new Set(listed.split("\0"))].filter((path) => path !== "" && existsSync(path));
}

/** By path: several tests of a worker read the same files, which don't change meanwhile. */
const known = new Map<string, SourceFile>();

/** Parses one file; also used for the tools' configuration files at the root. */
export function readSource(path: string): SourceFile {
  const read = known.get(path) ?? parse(path);
  known.set(path, read);
  return read;
}

function parse(path: string): SourceFile {
  const text = readFileSync(path, "utf8");
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);
  const statics = module.staticImports.map(({ moduleRequest, entries }) => ({
    ...resolved(path, moduleRequest.value),
    isType: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
  const reexports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest === null ? [] : [{ ...resolved(path, moduleRequest.value), isType }],
    ),
  );
  const dynamics = module.dynamicImports.flatMap(({ moduleRequest }) => {
    const literal = /^["'](.+)["']$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1];
    return literal === undefined ? [] : [{ ...resolved(path, literal), isType: false }];
  });
  return { path, text, imports: [...statics, ...reexports, ...dynamics] };
}

function resolved(from: string, request: string): { path: string; isInternal: boolean } {
  const bare = request.split("?", 1)[0] ?? request;
  if (bare.startsWith("#app/")) return { path: `app/${bare.slice(5)}`, isInternal: true };
  if (bare.startsWith("#illustrations/")) return { path: `illustrations/${bare.slice(15)}`, isInternal: true };
  if (bare.startsWith("#tests/")) return { path: `tests/${bare.slice(7)}`, isInternal: true };
  if (bare.startsWith("."))
    return { path: posix.normalize(join(dirname(from), bare).replaceAll("\\", "/")), isInternal: true };
  return { path: bare, isInternal: false };
}
