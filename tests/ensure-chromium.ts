import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";

/**
 * Debian's packages and the programs they install. The first is headless Chromium, whose runs take four fifths of the
 * time.
 */
const DEBIAN_PACKAGES = [
  ["chromium-headless-shell", "/usr/bin/chromium-headless-shell"],
  ["chromium", "/usr/bin/chromium"],
] as const;

/** Usual paths of Chromium or a browser based on it. */
const KNOWN_PATHS = [
  ...DEBIAN_PACKAGES.map(([, path]) => path),
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * The path of a Chromium: the machine's own; as root on Debian, a newly installed one; otherwise Playwright's.
 *
 * @throws When there is none.
 */
export async function ensureChromium(): Promise<string> {
  const given = process.env["CHROMIUM_PATH"];
  const known = [...(given === undefined ? [] : [given]), ...KNOWN_PATHS].find((path) => existsSync(path));
  if (known !== undefined) return known;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("rowhouse: installing Chromium ...");
    const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    execFileSync("apt-get", ["update", "-qq"], { stdio: "pipe", env: environment });
    // Not every release of Debian has the smaller package.
    for (const [name, path] of DEBIAN_PACKAGES) {
      spawnSync("apt-get", ["install", "-y", "-qq", name], { stdio: "pipe", env: environment });
      if (existsSync(path)) return path;
    }
    throw new Error("apt-get installed no Chromium; set CHROMIUM_PATH to one");
  }
  const { chromium } = await import("playwright-core");
  if (!existsSync(chromium.executablePath())) {
    console.log("rowhouse: fetching Playwright's Chromium ...");
    const cli = createRequire(import.meta.url).resolve("playwright-core/cli.js");
    execFileSync(process.execPath, [cli, "install", "chromium"], { stdio: "inherit" });
  }
  return chromium.executablePath();
}
