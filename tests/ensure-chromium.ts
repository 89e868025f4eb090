import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";

/** Where operating systems put a Chromium or a browser built from it. */
const KNOWN_PATHS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * The path of a Chromium: the machine's own; as root on Debian a freshly installed one; else Playwright's.
 *
 * @throws When none can be had.
 */
export async function ensureChromium(): Promise<string> {
  const given = process.env["CHROMIUM_PATH"];
  const known = [...(given === undefined ? [] : [given]), ...KNOWN_PATHS].find((path) => existsSync(path));
  if (known !== undefined) return known;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("rowhouse: installing Chromium ...");
    const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    execFileSync("apt-get", ["update", "-qq"], { stdio: "pipe", env: environment });
    execFileSync("apt-get", ["install", "-y", "-qq", "chromium"], { stdio: "pipe", env: environment });
    return "/usr/bin/chromium";
  }
  const { chromium } = await import("playwright-core");
  if (!existsSync(chromium.executablePath())) {
    console.log("rowhouse: fetching Playwright's Chromium ...");
    const cli = createRequire(import.meta.url).resolve("playwright-core/cli.js");
    execFileSync(process.execPath, [cli, "install", "chromium"], { stdio: "inherit" });
  }
  return chromium.executablePath();
}
