import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/**
 * Runs a command in its own process, to its end or until its output matches `until` or `killed` is aborted: then it is killed
 * at once, as by the OOM killer. Resolves to its output.
 */
export async function runUntil(
  settings: Record<string, string>,
  words: string[],
  { until, killed }: { until?: RegExp; killed?: AbortSignal } = {},
): Promise<string> {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "cli.ts", ...words], {
    cwd: join(import.meta.dirname, ".."),
    env: { PATH: process.env["PATH"], LOG_LEVEL: "warn", ...settings },
  });
  killed?.addEventListener("abort", () => child.kill("SIGKILL"), { once: true });
  let output = "";
  child.stderr.on("data", (piece) => (output += String(piece)));
  child.stdout.on("data", (piece) => {
    output += String(piece);
    if (until?.test(output) === true) child.kill("SIGKILL");
  });
  await once(child, "close");
  return output;
}
