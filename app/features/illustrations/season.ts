import type { Season } from "./paper-palette.ts";

/** The season as the trees on a Washington street show it, for a day written "2026-11-21": cherries bloom in late March, leaves fall by early December. */
export function seasonOn(on: string): Season {
  const monthDay = on.slice(5);
  if (monthDay >= "12-06" || monthDay < "03-15") return "winter";
  if (monthDay < "05-25") return "spring";
  return monthDay < "09-25" ? "summer" : "autumn";
}
