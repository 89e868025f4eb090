import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";

import { z } from "zod";

import { ensureChromium } from "./ensure-chromium.ts";

/**
 * The one list of what must hold. `check` is the quick part, `test` all of it, `prove` with the long generative runs. Each
 * begins once a processor is free for it and what it needs has ended, in this order.
 */
const STEPS: Step[] = [
  { name: "format", command: ["oxfmt", "--check", "."], in: ["check", "test", "prove"] },
  { name: "routes' types", command: ["react-router", "typegen"], in: ["check", "test", "prove"] },
  { name: "types", command: ["tsc"], needs: ["routes' types"], in: ["check", "test", "prove"] },
  { name: "lint", command: ["oxlint", "--type-aware"], needs: ["routes' types"], in: ["check", "test", "prove"] },
  { name: "unused code", command: ["knip"], needs: ["routes' types"], in: ["check", "test", "prove"] },
  {
    name: "unit and integration",
    command: ["vitest", "run"],
    counts: true,
    in: ["test", "prove"],
  },
  { name: "trial build", command: ["node", "bootstrap.mjs", "build-only", "trial"], in: ["test", "prove"] },
  { name: "production build", command: ["node", "bootstrap.mjs", "build-only", "production"], in: ["test", "prove"] },
  {
    name: "journeys in the browser",
    command: ["vitest", "run", "--config", "vitest.e2e.config.ts"],
    counts: true,
    needsBrowser: true,
    needs: ["trial build", "production build"],
    in: ["test", "prove"],
  },
];

/** Steps at once: what CI's machine has. Each keeps one processor busy; the journeys, last and longest, take what is left. */
const PROCESSORS = 2;

type Task = "check" | "test" | "prove";
type Step = {
  name: string;
  command: string[];
  in: Task[];
  /** Names of steps that must have ended, however they did. */
  needs?: string[];
  /** A Vitest run: its tests are counted one by one; any other step is one check. */
  counts?: boolean;
  needsBrowser?: boolean;
  environment?: Record<string, string>;
};

const RESULTS_FOLDER = join("node_modules", ".cache", "rowhouse", "results");
const VitestResults = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().nullish(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

const task = z.enum(["check", "test", "prove"]).parse(process.argv[2] ?? "test");
process.exitCode = await run(task);

async function run(chosen: Task): Promise<number> {
  rmSync(RESULTS_FOLDER, { recursive: true, force: true });
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  const total = { passed: 0, failed: 0 };
  const ended = new Map<string, Promise<void>>();
  const running = new Set<Promise<void>>();
  for (const step of STEPS.filter((each) => each.in.includes(chosen))) {
    await Promise.all((step.needs ?? []).flatMap((name) => ended.get(name) ?? []));
    if (running.size === PROCESSORS) await Promise.race(running);
    const end = report(step, chosen, total).finally(() => running.delete(end));
    running.add(end);
    ended.set(step.name, end);
  }
  await Promise.all(running);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}

async function report(step: Step, chosen: Task, total: { passed: number; failed: number }): Promise<void> {
  const startedAt = performance.now();
  const { passed, failed, figures, output } = await runStep(step, chosen);
  total.passed += passed;
  total.failed += failed;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `${failed === 0 ? "ok  " : "FAIL"} ${step.name} (${seconds} s${step.counts === true ? `, ${passed} passed` : ""})`,
  );
  for (const line of figures) console.log(`     ${line}`);
  if (failed > 0) console.log(output.trimEnd());
}

type Outcome = { passed: number; failed: number; figures: string[]; output: string };

async function runStep(step: Step, chosen: Task): Promise<Outcome> {
  const results = join(RESULTS_FOLDER, `${STEPS.indexOf(step)}.json`);
  const counting = step.counts === true ? ["--reporter=default", "--reporter=json", `--outputFile=${results}`] : [];
  const environment = {
    ...step.environment,
    ...(chosen === "prove" ? { PROVE: "1" } : {}),
    ...(step.needsBrowser === true ? { CHROMIUM_PATH: await ensureChromium() } : {}),
  };
  const { code, output } = await execute([...step.command, ...counting], environment);
  const figures = figuresIn(output);
  if (step.counts !== true) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, figures, output };
  const counted = readResults(results);
  if (counted === null || counted.numTotalTests === 0) return { passed: 0, failed: 1, figures, output };
  const broken = brokenFiles(counted);
  const failed = counted.numFailedTests + broken.length;
  // A run may fail outside of every test and file: at its end, say, when the site has complained.
  const hidden = code !== 0 && failed === 0 ? 1 : 0;
  return {
    passed: counted.numPassedTests,
    failed: failed + hidden,
    figures,
    output: hidden > 0 ? output : [...broken, failuresIn(counted)].join("\n\n"),
  };
}

/** What the long runs measured beside their checks: a test that passes is otherwise not heard of. */
function figuresIn(output: string): string[] {
  return output.split("\n").flatMap((line) => /figure: .*/.exec(line)?.[0] ?? []);
}

/** Files that couldn't be loaded, so that none of their tests ran and none of them failed. */
function brokenFiles({ testResults }: z.infer<typeof VitestResults>): string[] {
  return testResults
    .filter(
      ({ status, assertionResults }) =>
        status === "failed" && !assertionResults.some((each) => each.status === "failed"),
    )
    .map(({ name, message }) => `${relative(process.cwd(), name)}: ${message ?? "was not loaded"}`);
}

/** Only what failed: whoever reads a log's last page should find it there, not a list of what passed. */
function failuresIn({ testResults }: z.infer<typeof VitestResults>): string {
  return testResults
    .flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === "failed")
        .map(({ fullName, failureMessages }) =>
          [`${relative(process.cwd(), name)}: ${fullName}`, ...(failureMessages ?? [])].join("\n"),
        ),
    )
    .join("\n\n");
}

function readResults(path: string): z.infer<typeof VitestResults> | null {
  try {
    return VitestResults.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null;
  }
}

function execute(
  [name = "", ...words]: string[],
  environment: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const program = name === "node" ? words : [join("node_modules", ".bin", name), ...words];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, program, {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const gather = (bytes: Buffer) => {
      output += bytes.toString();
    };
    child.stdout.on("data", gather);
    child.stderr.on("data", gather);
    child.on("error", reject);
    child.on("exit", (code) => resolve({ code: code ?? 1, output }));
  });
}
