import type { Season } from "../inks/paper-palette.ts";

/** The season of Washington's trees on a day like "2026-11-21": blossoms from mid-March, bare from early December. */
export function seasonOn(on: string): Season {
  const monthDay = on.slice(5);
  if (monthDay >= "12-06" || monthDay < "03-15") return "winter";
  if (monthDay < "05-25") return "spring";
  return monthDay < "09-25" ? "summer" : "autumn";
}
