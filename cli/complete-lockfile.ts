import { readFileSync, writeFileSync } from "node:fs";

import { z } from "zod";

/**
 * npm leaves platform packages that its mirror lacks out of the lockfile, and `npm ci` then refuses it. This adds them,
 * after every dependency change: `node cli/complete-lockfile.ts`.
 */

const Entry = z.looseObject({
  version: z.string().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const Lockfile = z.looseObject({ packages: z.record(z.string(), Entry) });

const OPERATING_SYSTEMS = [
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "aix",
  "win32",
];
const PROCESSORS = ["arm64", "x64", "ia32", "arm", "ppc64", "riscv64", "s390x", "loong64", "mips64el", "wasm32"];

/** Optional packages that the lockfile's entries depend on and that have no entry, by path. */
export function missingEntries(lockfile: z.infer<typeof Lockfile>): Record<string, z.infer<typeof Entry>> {
  const missing: Record<string, z.infer<typeof Entry>> = {};
  for (const [path, entry] of Object.entries(lockfile.packages)) {
    if (path === "") continue;
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      // A range doesn't pin a version, so it can't be added.
      if (!/^\d/.test(version) || isResolved(lockfile, { path, name, version })) continue;
      const shared = `node_modules/${name}`;
      const sharedVersion = (missing[shared] ?? lockfile.packages[shared])?.version;
      const at = sharedVersion === undefined || sharedVersion === version ? shared : `${path}/${shared}`;
      missing[at] = { version, ...(entry.dev === true ? { dev: true } : {}), optional: true, ...platform(name) };
    }
  }
  return missing;
}

function isResolved(
  lockfile: z.infer<typeof Lockfile>,
  { path, name, version }: { path: string; name: string; version: string },
): boolean {
  const own = lockfile.packages[`${path}/node_modules/${name}`];
  return own !== undefined || lockfile.packages[`node_modules/${name}`]?.version === version;
}

export function readLockfile(path: string): z.infer<typeof Lockfile> {
  return Lockfile.parse(JSON.parse(readFileSync(path, "utf8")));
}

function platform(name: string): { os?: string[]; cpu?: string[] } {
  const words = name
    .replace("binding-", "")
    .split(/[/-]/)
    .map((word) => (word === "windows" ? "win32" : word));
  const os = OPERATING_SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  return { ...(os.length > 0 ? { os } : {}), ...(cpu.length > 0 ? { cpu } : {}) };
}

if (import.meta.main) {
  const lockfile = readLockfile("package-lock.json");
  const missing = missingEntries(lockfile);
  const packages = Object.fromEntries(
    Object.entries({ ...lockfile.packages, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  writeFileSync("package-lock.json", `${JSON.stringify({ ...lockfile, packages }, null, 2)}\n`);
  console.log(`Added ${Object.keys(missing).length} entries to package-lock.json`);
}
