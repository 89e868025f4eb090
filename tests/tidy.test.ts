import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { expect, test } from "vitest";

import { SETTING_NAMES } from "#app/platform/env.server.ts";

import { missingEntries, readLockfile } from "../cli/complete-lockfile.ts";
import { sourceFiles, trackedFiles } from "./source-files.ts";

const files = sourceFiles();
const product = files.filter(
  ({ path }) => /^(?:app|cli|illustrations)\//.test(path) && !/\.(?:test|prove)\.tsx?$/.test(path),
);

/** Tables and commands: `db/schema/reviews.ts`, `cli/search.ts`. */
const NAMED_BY_FOLDER = /^(?:app\/db\/schema|cli)\//;

const FUNCTION_LINES_MAX = 70;

test(".env.example and platform/env.server.ts name the same settings", () => {
  const example = [...readFileSync(".env.example", "utf8").matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name ?? "");

  expect(example.sort()).toEqual([...SETTING_NAMES].sort());
});

test("every update and delete has a where", () => {
  const wrong = files
    .filter(({ path }) => path.startsWith("app/"))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\b(?:db|tx)\s*\.(?:update|delete)\(\w+\)[\s\S]*?;/g)]
        .filter(([statement]) => !statement.includes(".where("))
        .map(([statement]) => `${path}: ${statement.slice(0, 80)}`),
    );

  expect(wrong, "add a where clause").toEqual([]);
});

test("every seed file has a line in SOURCES.md", () => {
  const sourcesText = readFileSync(join("seeds", "SOURCES.md"), "utf8");
  const silent = ["catalogue", "demo"]
    .flatMap((folder) =>
      readdirSync(join("seeds", folder), { withFileTypes: true }).map((entry) =>
        // A folder's files share one line: `catalogue/places/{neighborhood}.yaml`.
        entry.isDirectory() ? `${folder}/${entry.name}/` : `${folder}/${entry.name}`,
      ),
    )
    .filter((name) => !sourcesText.includes(name));

  expect(silent, "add its origin to seeds/SOURCES.md").toEqual([]);
});

test("every page route sets its title and description with pageMeta", () => {
  // A frame has no page of its own: the route in it does.
  const pages = files.filter(
    ({ path, text }) =>
      path.endsWith(".route.tsx") && !path.endsWith("not-found.route.tsx") && !text.includes("<Outlet"),
  );
  const silent = pages.filter(({ text }) => !text.includes("pageMeta(")).map(({ path }) => path);

  expect(pages.length).toBeGreaterThan(8);
  expect(silent, "export meta and build it with pageMeta").toEqual([]);
});

test("every route declares who it is for", () => {
  const silent = files
    .filter(({ path, text }) => /\.route\.tsx?$/.test(path) && !/^export const handle = \{\s+audience: /m.test(text))
    .map(({ path }) => path);

  expect(silent, "export const handle = { audience: … } satisfies RouteHandle").toEqual([]);
});

test("a route reads its query by the names that it declares", () => {
  // These handle whole requests. The guard returns people to the URL that they asked for.
  const readers =
    /^app\/(?:server\.ts|entry\.server\.tsx|http\/|platform\/route-handle\.ts|people\/accounts\/guards\.ts)/;
  // The query of a request is in `request.url`, in React Router's `url`, and in its hook.
  const query =
    /\brequest\.url\b(?!\)\.(?:origin|pathname)\b)|\([^()]*\burl\b[^()]*\}: Route\.\w+Args|\buseSearchParams\b/g;
  const wrong = files
    .filter(({ path }) => path.startsWith("app/") && !readers.test(path) && !/\.test\.tsx?$/.test(path))
    .flatMap(({ path, text }) => [...text.matchAll(query)].map(([found]) => `${path}: ${found}`));

  expect(wrong, "declare the parameter in the route's handle.query and use readQuery(request, handle)").toEqual([]);
});

test("every route file is in routes.ts", () => {
  const listed = readFileSync("app/routes.ts", "utf8");
  const unrouted = files
    .filter(({ path }) => /\.route\.tsx?$/.test(path))
    .filter(({ path }) => !listed.includes(path.replace("app/", "")))
    .map(({ path }) => path);

  expect(unrouted, "add it to routes.ts or delete it").toEqual([]);
});

test("no two files of the product have the same name, unless their folder says what they are", () => {
  const named = product.filter(({ path }) => !NAMED_BY_FOLDER.test(path));
  const twice = [...Map.groupBy(named, ({ path }) => basename(path)).values()].filter((same) => same.length > 1);

  expect(
    twice.map((same) => same.map(({ path }) => path)),
    "name both after what only they know",
  ).toEqual([]);
});

test("files of one folder differ by more than their suffix, except a route or job and the file that does its work", () => {
  const groups = Map.groupBy(product, ({ path }) => path.replace(/(?:\.(?:server|route|job))?\.tsx?$/, ""));
  const wrong = [...groups.values()].filter((same) => {
    const entries = same.filter(({ path }) => /\.(?:route|job)\.tsx?$/.test(path));
    return same.length > 2 || (same.length === 2 && entries.length !== 1);
  });

  expect(
    wrong.map((same) => same.map(({ path }) => path)),
    "name each after what only it knows: load-queue.server.ts, queue-view.tsx",
  ).toEqual([]);
});

test("no check is disabled and no test is skipped", () => {
  const wrong = files.flatMap(({ path, text }) =>
    [
      ...text.matchAll(
        /@ts-(?:ignore|nocheck|expect-error)|oxlint-disable|eslint-disable|\b(?:test|it|describe)\.(?:skip|only|todo)\b/g,
      ),
    ]
      .filter(() => path !== "tests/tidy.test.ts")
      .map(([found]) => `${path}: ${found}`),
  );

  expect(wrong).toEqual([]);
});

test("no end-to-end test waits for a fixed time or for the network to be idle", () => {
  const wrong = files
    .filter(({ path }) => /^e2e\/.*\.test\.ts$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/networkidle|waitForTimeout|\bsetTimeout\b|timers\/promises/g)].map(
        ([found]) => `${path}: ${found}`,
      ),
    );

  expect(wrong, "wait for what the page shows: locator.waitFor(), expect.poll()").toEqual([]);
});

test(`no function is longer than ${FUNCTION_LINES_MAX} lines`, () => {
  const long = files
    .filter(({ path }) => !/\.test\.tsx?$/.test(path))
    .flatMap(({ path, text }) => longFunctions(text).map((name) => `${path}: ${name}`));

  expect(long, "split the function and name its parts").toEqual([]);
});

test("the lockfile has every platform's packages and no download address", () => {
  const lockfile = readLockfile("package-lock.json");

  expect(Object.keys(missingEntries(lockfile)), "run: node cli/complete-lockfile.ts").toEqual([]);
  expect(readFileSync("package-lock.json", "utf8")).not.toContain('"resolved"');
});

test("the project mentions no machine, no registry and no tool of its making", () => {
  const tracked = trackedFiles();
  const wrong = tracked
    .filter(
      (name) =>
        /\.(?:ts|tsx|mjs|js|md|json|ya?ml|css|sql|sh)$|^\.ci\/run$/.test(name) && !name.startsWith("package-lock"),
    )
    .flatMap((name) => [...readFileSync(name, "utf8").matchAll(FORBIDDEN)].map(([found]) => `${name}: ${found}`));

  expect(tracked.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});

/** With a bracket in each, so that this file doesn't match itself. */
const FORBIDDEN = /[/]work[/](?:main|shared)|registry[.]npmjs|[/]root[/]|\b[C]laude\b|\b[C]hatGPT\b/g;

/** Finds top-level functions and methods by their indentation, which the formatter guarantees. */
function longFunctions(text: string): string[] {
  const lines = text.split("\n");
  return lines.flatMap((line, start) => {
    const [, indent = "", name = ""] =
      /^(\s*)(?:export )?(?:default )?(?:async )?(?:function (\w+)|[#\w]+\([^;]*\)[^;=]*\{$)/.exec(line) ?? [];
    if (
      !/^\s*(?:export |default |async )*function \w/.test(line) &&
      !(indent === "  " && /^ {2}(?:async )?#?\w+\(.*\{$/.test(line))
    )
      return [];
    const length = lines.slice(start).findIndex((other, at) => at > 0 && other.startsWith(`${indent}}`));
    return length > FUNCTION_LINES_MAX ? [`${name || line.trim()} (${length} lines)`] : [];
  });
}
