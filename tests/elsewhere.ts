import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** A time or a place at which the tests must say the same as here and now. */
export type Elsewhere = { name: string } & ({ at: Date } | { timeZone: string });

/** What an hour, a date or a night is, changes at each of these. The clock goes on from there: past midnight, say. */
export const ELSEWHERE: readonly Elsewhere[] = [
  { name: "on a holiday", at: new Date("2026-12-25T12:00:00-05:00") },
  { name: "over the end of a year", at: new Date("2026-12-31T23:59:30-05:00") },
  { name: "over midnight", at: new Date("2027-02-09T23:59:30-05:00") },
  { name: "as the clocks go forward", at: new Date("2027-03-14T01:59:30-05:00") },
  { name: "as the clocks go back", at: new Date("2027-11-07T01:59:30-04:00") },
  { name: "in New Zealand", timeZone: "Pacific/Auckland" },
  { name: "in California", timeZone: "America/Los_Angeles" },
];

/**
 * The environment in which programs believe to be there, the database server with them.
 *
 * @throws For a time, where Debian's package faketime neither is nor can be installed.
 */
export function clockOf(elsewhere: Elsewhere): Record<string, string> {
  if ("timeZone" in elsewhere) return { TZ: elsewhere.timeZone };
  const seconds = Math.round((elsewhere.at.getTime() - Date.now()) / 1_000);
  return {
    LD_PRELOAD: fakeTimeLibrary(),
    // As a distance and not as a time: each program would begin at a time anew.
    FAKETIME: `${seconds < 0 ? "" : "+"}${seconds}s`,
    // What measures how long something takes goes on as ever.
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
  if (library === undefined) throw new Error("Install Debian's package faketime: the tests run at other times by it");
  return library;
}

/** Where Debian puts the one for programs of several threads: in a folder named by the machine's kind. */
function findLibrary(): string | undefined {
  const libraries = "/usr/lib";
  return readdirSync(libraries)
    .filter((name) => name.endsWith("-linux-gnu"))
    .flatMap((name) => {
      const folder = join(libraries, name, "faketime");
      return existsSync(folder) ? [join(folder, "libfaketimeMT.so.1")] : [];
    })[0];
}
