import { type ChildProcess, spawn } from "node:child_process";

/** A signal reaches all processes of a group; Windows has no groups. */
const HAS_GROUPS = process.platform !== "win32";

export type ProgramResult = { code: number; output: string };

/** Programs that run together and can be ended together, with all processes that they started. */
export class Programs {
  readonly #running = new Map<ChildProcess, Promise<ProgramResult>>();
  #isEnding = false;

  get size(): number {
    return this.#running.size;
  }

  /** Resolves to its exit code and output, stdout and stderr. Never settles once `end` was called. */
  async run(program: string, words: string[], environment: Record<string, string> = {}): Promise<ProgramResult> {
    if (this.#isEnding) return new Promise(() => {});
    const child = spawn(program, words, {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      detached: HAS_GROUPS,
    });
    const ended = resultOf(child);
    this.#running.set(child, ended);
    const result = await ended.finally(() => this.#running.delete(child));
    return this.#isEnding ? new Promise(() => {}) : result;
  }

  /** Sends the signal to all programs and resolves when they have ended. None starts afterwards. */
  async end(signal: NodeJS.Signals): Promise<void> {
    this.#isEnding = true;
    for (const { pid } of this.#running.keys()) if (pid !== undefined) process.kill(HAS_GROUPS ? -pid : pid, signal);
    await Promise.allSettled(this.#running.values());
  }
}

function resultOf(child: ChildProcess): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    let output = "";
    const gather = (bytes: Buffer) => {
      output += bytes.toString();
    };
    child.stdout?.on("data", gather);
    child.stderr?.on("data", gather);
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
