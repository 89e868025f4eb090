import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { SETTING_NAMES } from "#app/platform/env.server.ts";
import { freePort } from "#tests/free-port.ts";

import { BUILD_FOLDERS, type BuildKind } from "../build-kind.ts";
import { count } from "./start-counts.ts";
import { databaseUrlOfFolder } from "./data-folder.ts";
import { markEnded, markRunning } from "./ended-sites.ts";

/** The first start creates the database and loads the seed data: seconds, and more on a busy machine. */
const START_MS_MAX = 100_000;

/** A stop waits up to 10 s for running requests. */
const STOP_MS_MAX = 20_000;

export type RunningSite = {
  url: string;
  /** The output so far, stdout and stderr. */
  output: () => string;
  /** Stops the site with SIGTERM and resolves to its exit code. */
  stop: () => Promise<number | null>;
  /** Kills the site at once. */
  kill: (when?: { afterMs: number }) => Promise<void>;
};

type Settings = Record<string, string>;

/**
 * Starts a built site, by default the trial, on a free port and waits until it reports that it is up. `command` is the
 * start command; for a test's own script, the file and its arguments.
 *
 * @throws When it ends or isn't up in time; the message contains its output.
 */
export async function startSite(
  dataDir: string,
  settings: Settings = {},
  kind: BuildKind = "trial",
  command: string[] = ["cli.ts", "serve", kind],
): Promise<RunningSite> {
  count("sites");
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const { child, output, exited } = spawnScript(command, {
    PORT: String(port),
    SITE_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: await databaseUrlOfFolder(dataDir),
    ...settings,
  });
  const deadline = performance.now() + START_MS_MAX;
  while (!output().includes("is up")) {
    const code = await Promise.race([exited, pause(50, undefined)]);
    if (code !== undefined) throw new Error(`The site ended with ${code} before it was up:\n${output()}`);
    if (performance.now() < deadline) continue;
    child.kill("SIGKILL");
    throw new Error(`The site was not up after ${START_MS_MAX} ms:\n${output()}`);
  }
  markRunning(url);
  const stopIt = () => {
    markEnded(url);
    return stop(child, exited);
  };
  const kill = async ({ afterMs } = { afterMs: 0 }) => {
    await pause(afterMs);
    markEnded(url);
    child.kill("SIGKILL");
    await exited;
  };
  return { url, output, stop: stopIt, kill };
}

/** Starts a site that is expected to refuse. Resolves to its exit code and output. */
export async function startExpectingRefusal(
  settings: Settings,
  kind: BuildKind = "trial",
): Promise<{ code: number | null; output: string }> {
  return runCommand(["serve", kind], settings);
}

/** Runs a command of the CLI to its end. Resolves to its exit code and output. */
export async function runCommand(
  words: string[],
  settings: Settings,
): Promise<{ code: number | null; output: string }> {
  const { child, output, exited } = spawnCommand(words, settings);
  const timer = setTimeout(() => child.kill("SIGKILL"), START_MS_MAX);
  const code = await exited;
  clearTimeout(timer);
  return { code, output: output() };
}

function spawnCommand(words: string[], settings: Settings) {
  return spawnScript(["cli.ts", ...words], settings);
}

function spawnScript(words: string[], settings: Settings) {
  for (const kind of ["trial", "production"] as const) {
    if (!words.includes(kind) || existsSync(join(BUILD_FOLDERS[kind], "server", "index.js"))) continue;
    throw new Error(`There is no ${kind} build: run \`node bootstrap.mjs build-only ${kind}\` first`);
  }
  // Sets every setting, if only to an empty value, so that neither a .env file nor the shell has an influence.
  const unset = Object.fromEntries(SETTING_NAMES.map((name) => [name, ""]));
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...words], {
    env: { PATH: process.env["PATH"] ?? "", ...unset, LOG_LEVEL: "warn", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  const gather = (bytes: Buffer) => {
    written += bytes.toString();
  };
  child.stdout.on("data", gather);
  child.stderr.on("data", gather);
  const exited = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code));
  });
  return { child, output: () => written, exited };
}

async function stop(child: ChildProcess, exited: Promise<number | null>): Promise<number | null> {
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS_MAX);
  child.kill("SIGTERM");
  const code = await exited;
  clearTimeout(timer);
  return code;
}
