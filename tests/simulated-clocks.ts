import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** A time, and sometimes a time zone other than this machine's, in which the tests must pass as they do here and now. */
export type SimulatedClock = { name: string; at: Date; timeZone?: string };

/**
 * Hours, dates and nights change at each of these. The clock continues from there, for instance past midnight. In each of
 * the two time zones it is another day than in Washington for part of the run or all of it.
 */
export const SIMULATED_CLOCKS: readonly SimulatedClock[] = [
  { name: "on a holiday, in New Zealand", at: new Date("2026-12-25T12:00:00-05:00"), timeZone: "Pacific/Auckland" },
  {
    name: "over the end of a year, in California",
    at: new Date("2026-12-31T23:59:30-05:00"),
    timeZone: "America/Los_Angeles",
  },
  { name: "over midnight", at: new Date("2027-02-09T23:59:30-05:00") },
  { name: "as the clocks go forward", at: new Date("2027-03-14T01:59:30-05:00") },
  { name: "as the clocks go back", at: new Date("2027-11-07T01:59:30-04:00") },
];

/**
 * Environment variables that make programs, including the database server, see that time and zone.
 *
 * @throws If Debian's package faketime isn't installed and can't be.
 */
export function clockEnvironment({ at, timeZone }: SimulatedClock): Record<string, string> {
  const seconds = Math.round((at.getTime() - Date.now()) / 1_000);
  return {
    ...(timeZone === undefined ? {} : { TZ: timeZone }),
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
