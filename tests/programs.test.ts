import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { Programs } from "./programs.ts";

/** Starts a process that writes the file `argv[1]` and goes on for ever; ends itself without ending that process. */
const STARTS_ANOTHER = `
  const { spawn } = require("node:child_process");
  const other = 'require("node:fs").writeFileSync(process.argv[1], ""); setInterval(() => {}, 1_000);';
  spawn(process.execPath, ["-e", other, process.argv[1]], { stdio: "inherit" });
`;

test("a program's exit code and output are its result", async () => {
  const result = await new Programs().run(process.execPath, ["-e", "console.log(process.env.WORD); process.exit(3)"], {
    WORD: "hello",
  });

  expect(result).toEqual({ code: 3, output: "hello\n" });
});

test("a program that can't be started fails", async () => {
  await expect(new Programs().run("/no/such/program", [])).rejects.toThrow("ENOENT");
});

test("ending the programs ends the processes that they started, and no further program starts", async ({
  onTestFinished,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "rowhouse-programs-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const started = join(folder, "started");
  const programs = new Programs();
  void programs.run(process.execPath, ["-e", STARTS_ANOTHER, started]);
  await expect.poll(() => existsSync(started), { timeout: 20_000 }).toBe(true);

  // Resolves when nobody holds the program's output any more: the second process inherits it.
  await programs.end("SIGTERM");

  void programs.run(process.execPath, ["-e", ""]);
  expect(programs.size).toBe(0);
});
