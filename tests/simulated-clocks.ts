import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** A time or a time zone in which the tests must pass as they do here and now. */
export type SimulatedClock = { name: string } & ({ at: Date } | { timeZone: string });

/** Hours, dates and nights change at each of these. The clock continues from there, for instance past midnight. */
export const SIMULATED_CLOCKS: readonly SimulatedClock[] = [
  { name: "on a holiday", at: new Date("2026-12-25T12:00:00-05:00") },
  { name: "over the end of a year", at: new Date("2026-12-31T23:59:30-05:00") },
  { name: "over midnight", at: new Date("2027-02-09T23:59:30-05:00") },
  { name: "as the clocks go forward", at: new Date("2027-03-14T01:59:30-05:00") },
  { name: "as the clocks go back", at: new Date("2027-11-07T01:59:30-04:00") },
  { name: "in New Zealand", timeZone: "Pacific/Auckland" },
  { name: "in California", timeZone: "America/Los_Angeles" },
];

/**
 * Environment variables that make programs, including the database server, see that time or zone.
 *
 * @throws For a time, if Debian's package faketime isn't installed and can't be.
 */
export function clockEnvironment(elsewhere: SimulatedClock): Record<string, string> {
  if ("timeZone" in elsewhere) return { TZ: elsewhere.timeZone };
  const seconds = Math.round((elsewhere.at.getTime() - Date.now()) / 1_000);
  return {
    LD_PRELOAD: fakeTimeLibrary(),
    // As an offset: with an absolute time, the clock would start again in each program.
    FAKETIME: `${seconds < 0 ? "" : "+"}${seconds}s`,
    // Measured durations stay real.
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
}

function fakeTimeLibrary(): string {
  const installed = findLibrary();
  if (installed !== undefined) return installed;
  if (process.getuid?.() === 0) {
    execFileSync("apt-get", ["install", "-y", "-qq", "faketime"], {
      stdio: "pipe",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  }
  const library = findLibrary();
  if (library === undefined)
    throw new Error("Install Debian's package faketime, which the tests need to run at other times");
  return library;
}

/** Debian's library for multi-threaded programs, in a folder named by the machine's architecture. */
function findLibrary(): string | undefined {
  const libraries = "/usr/lib";
  return readdirSync(libraries)
    .filter((name) => name.endsWith("-linux-gnu"))
    .flatMap((name) => {
      const folder = join(libraries, name, "faketime");
      return existsSync(folder) ? [join(folder, "libfaketimeMT.so.1")] : [];
    })[0];
}
