import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";

import { z } from "zod";

import { clockEnvironment, SIMULATED_CLOCKS, type SimulatedClock } from "./simulated-clocks.ts";
import { ensureChromium } from "./ensure-chromium.ts";
import { TEMPLATES_FILLED } from "./filled-templates.ts";
import { type ProgramResult, Programs } from "./programs.ts";
import { startPostgres } from "./real-postgres.ts";
import { failuresIn, readVitestResults, slowestIn, sumStartCounts, type NamedDuration } from "./run-results.ts";

const TASKS = ["check", "test", "prove"] as const;
type Task = (typeof TASKS)[number];

type Step = {
  name: string;
  command: string[];
  in: readonly Task[];
  /** Names of steps that must have ended, successfully or not. */
  needs?: string[];
  /** A Vitest run, which uses every processor. Nothing runs beside it, because its tests would slow down each other. */
  isTests?: boolean;
  needsBrowser?: boolean;
  /** The simulated time and zone; default: this machine's. Such a step leaves out the long runs. */
  elsewhere?: SimulatedClock;
};

const IN_TESTS = ["test", "prove"] as const;

/** Filled once for all tests, beside the builds: as the beginning of each test step it kept one processor idle. */
const TEMPLATES = "template databases";

/**
 * The only list of checks. `check` is the quick part, `test` everything, `prove` adds the long generative runs. Each
 * step starts in this order, once a processor is free and its `needs` have ended.
 */
const STEPS: Step[] = [
  { name: TEMPLATES, command: ["node", "tests/fill-templates.ts"], in: IN_TESTS },
  { name: "trial build", command: ["node", "bootstrap.mjs", "build-only", "trial"], in: IN_TESTS },
  { name: "production build", command: ["node", "bootstrap.mjs", "build-only", "production"], in: IN_TESTS },
  { name: "format", command: ["oxfmt", "--check", "."], in: TASKS },
  { name: "routes' types", command: ["react-router", "typegen"], in: TASKS },
  { name: "types", command: ["tsc"], needs: ["routes' types"], in: TASKS },
  { name: "lint", command: ["oxlint", "--type-aware"], needs: ["routes' types"], in: TASKS },
  { name: "unused code", command: ["knip"], needs: ["routes' types"], in: TASKS },
  { name: "unit and integration", command: ["vitest", "run"], isTests: true, in: IN_TESTS },
  {
    name: "journeys in the browser",
    command: ["vitest", "run", "--config", "vitest.e2e.config.ts"],
    isTests: true,
    needsBrowser: true,
    needs: ["trial build", "production build"],
    in: IN_TESTS,
  },
  ...SIMULATED_CLOCKS.map((elsewhere) => ({
    name: `unit and integration, ${elsewhere.name}`,
    command: ["vitest", "run"],
    isTests: true,
    elsewhere,
    in: ["prove"] as const,
  })),
];

/** Concurrent steps other than tests: as many processors as CI's machine has. */
const PROCESSORS = 2;

const RESULTS_FOLDER = join("node_modules", ".cache", "rowhouse", "results");

/** How many of the slowest files and tests a run prints. */
const SLOWEST_COUNT = 20;

type Outcome = {
  passed: number;
  failed: number;
  figures: string[];
  output: string;
  /** Failed tests and files, by name. */
  failures: string[];
  files: NamedDuration[];
  tests: NamedDuration[];
};
type FinishedStep = Outcome & { name: string; seconds: number };

const programs = new Programs();

/** The database server of all tests. */
let server: Awaited<ReturnType<typeof startPostgres>> | null = null;

/** Otherwise each test step fills its own template databases. */
let areFilled = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => void stopAll(signal).then(() => process.exit(128 + constants.signals[signal])));
}

async function stopAll(signal: NodeJS.Signals): Promise<void> {
  await programs.end(signal);
  await server?.stop();
}

process.exitCode = await run(z.enum(TASKS).parse(process.argv[2] ?? "test"));

async function run(task: Task): Promise<number> {
  const startedAt = performance.now();
  rmSync(RESULTS_FOLDER, { recursive: true, force: true });
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  const listed = STEPS.filter((each) => each.in.includes(task));
  if (listed.some(({ isTests }) => isTests)) server = await startPostgres();
  const steps = await runSteps(listed, task);
  await server?.stop();
  const seconds = secondsSince(startedAt);
  const summary = summaryOf(steps);
  if (summary.slowestFiles.length > 0) printSummary(summary);
  writeFileSync(join(RESULTS_FOLDER, "run.json"), `${JSON.stringify({ task, seconds, ...summary }, null, 2)}\n`);
  console.log(`${seconds.toFixed(1)} s in total`);
  // Repeats the failures by name, so that the last page of a log has them.
  for (const { name, failed, failures } of steps.filter((each) => each.failed > 0)) {
    console.log([`FAIL ${name}: ${failed}`, ...failures.map((each) => `     ${each}`)].join("\n"));
  }
  console.log(`${summary.passed} passed, ${summary.failed} failed`);
  return summary.failed === 0 ? 0 : 1;
}

async function runSteps(steps: Step[], task: Task): Promise<FinishedStep[]> {
  const ended: FinishedStep[] = [];
  const byName = new Map<string, Promise<void>>();
  const running = new Set<Promise<void>>();
  for (const step of steps) {
    await Promise.all((step.needs ?? []).flatMap((name) => byName.get(name) ?? []));
    while (running.size >= (step.isTests === true ? 1 : PROCESSORS)) await Promise.race(running);
    const end = runStep(step, task)
      .then((outcome) => void ended.push(outcome))
      .finally(() => running.delete(end));
    running.add(end);
    byName.set(step.name, end);
    if (step.isTests === true) await end;
  }
  await Promise.all(running);
  return ended;
}

/** Runs a step and prints at once how it ended. */
async function runStep(step: Step, task: Task): Promise<FinishedStep> {
  const startedAt = performance.now();
  const outcome = await outcomeOf(step, task);
  const seconds = secondsSince(startedAt);
  const count = step.isTests === true ? `, ${outcome.passed} passed` : "";
  console.log(`${outcome.failed === 0 ? "ok  " : "FAIL"} ${step.name} (${seconds.toFixed(1)} s${count})`);
  for (const line of outcome.figures) console.log(`     ${line}`);
  if (outcome.failed > 0) console.log(outcome.output.trimEnd());
  return { name: step.name, seconds, ...outcome };
}

async function outcomeOf(step: Step, task: Task): Promise<Outcome> {
  const run = step.isTests === true ? runTests : runCheck;
  try {
    return await run(step, await environmentOf(step, task));
  } catch (error) {
    // A program that the step needs isn't available. The other steps still report.
    return { passed: 0, failed: 1, figures: [], output: String(error), failures: [], files: [], tests: [] };
  }
}

async function environmentOf(
  { name, isTests, elsewhere, needsBrowser }: Step,
  task: Task,
): Promise<Record<string, string>> {
  const where = elsewhere === undefined ? {} : clockEnvironment(elsewhere);
  return {
    ...where,
    ...(server !== null && (isTests === true || name === TEMPLATES) ? { TEST_DATABASE_URL: server.url } : {}),
    ...(areFilled && isTests === true ? { [TEMPLATES_FILLED]: "1" } : {}),
    ...(task === "prove" && elsewhere === undefined ? { PROVE: "1" } : {}),
    ...(needsBrowser === true ? { CHROMIUM_PATH: await ensureChromium() } : {}),
  };
}

/** Everything except tests counts as one check. */
async function runCheck(step: Step, environment: Record<string, string>): Promise<Outcome> {
  const { code, output } = await execute(step.command, environment);
  if (step.name === TEMPLATES) areFilled = code === 0;
  const [passed, failed] = code === 0 ? [1, 0] : [0, 1];
  return { passed, failed, figures: figuresIn(output), output, failures: [], files: [], tests: [] };
}

/** Tests are counted one by one. */
async function runTests(step: Step, environment: Record<string, string>): Promise<Outcome> {
  const path = join(RESULTS_FOLDER, `${STEPS.indexOf(step)}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile=${path}`];
  const { code, output } = await execute([...step.command, ...reporters], environment);
  const figures = figuresIn(output);
  const results = readVitestResults(path);
  if (results === null || results.numTotalTests === 0) {
    return { passed: 0, failed: 1, figures, output, failures: [], files: [], tests: [] };
  }
  const failures = failuresIn(results);
  // A run may fail outside of all tests and files: at its end, for instance, when the site has logged a warning.
  const isHidden = code !== 0 && failures.length === 0;
  return {
    passed: results.numPassedTests,
    failed: failures.length + (isHidden ? 1 : 0),
    figures,
    output: isHidden ? output : failures.map(({ name, message }) => `${name}\n${message}`).join("\n\n"),
    failures: failures.map(({ name }) => name),
    ...slowestIn(results, SLOWEST_COUNT),
  };
}

/** Figures that the long runs measured; the output of passing tests isn't shown otherwise. */
function figuresIn(output: string): string[] {
  return output.split("\n").flatMap((line) => /figure: .*/.exec(line)?.[0] ?? []);
}

function summaryOf(steps: FinishedStep[]) {
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
  const slowest = (timed: NamedDuration[]) => timed.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_COUNT);
  return {
    passed: sum(steps.map(({ passed }) => passed)),
    failed: sum(steps.map(({ failed }) => failed)),
    steps: steps.map(({ name, seconds, passed, failed }) => ({ name, seconds, passed, failed })),
    slowestFiles: slowest(steps.flatMap(({ files }) => files)),
    slowestTests: slowest(steps.flatMap(({ tests }) => tests)),
    started: sumStartCounts(RESULTS_FOLDER),
  };
}

function printSummary({ slowestFiles, slowestTests, started }: ReturnType<typeof summaryOf>): void {
  const lineOf = ({ name, seconds }: NamedDuration) => `${seconds.toFixed(1).padStart(8)} s  ${name}`;
  console.log(["", "Slowest files:", ...slowestFiles.map(lineOf)].join("\n"));
  console.log(["", "Slowest tests:", ...slowestTests.map(lineOf), ""].join("\n"));
  for (const [kind, { sites, pages, databases }] of Object.entries(started)) {
    console.log(`Started for ${kind}: ${sites} sites, ${pages} pages, ${databases} databases`);
  }
}

function secondsSince(startedAt: number): number {
  return Math.round(performance.now() - startedAt) / 1000;
}

function execute([name = "", ...words]: string[], environment: Record<string, string>): Promise<ProgramResult> {
  const program = name === "node" ? words : [join("node_modules", ".bin", name), ...words];
  return programs.run(process.execPath, program, environment);
}
