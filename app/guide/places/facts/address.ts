import { type Quadrant, QUADRANTS } from "../place.ts";

/** "1264 Wisconsin Avenue NW" as "1264 Wisconsin Avenue": pages show the quadrant with its own mark. */
export function streetWithoutQuadrant(street: string, quadrant: Quadrant | null): string {
  return quadrant !== null && street.endsWith(` ${quadrant}`) ? street.slice(0, -quadrant.length - 1) : street;
}

/** Splits "1264 Wisconsin Ave. N.W., Suite 5" into its parts. Null without a house number and a street. */
export function parseDcAddress(text: string): { street: string; quadrant: Quadrant | null } | null {
  const line = text
    .replaceAll(/\b([NS])\.?\s?([WE])\.?(?=[\s,.]|$)/g, "$1$2")
    .replace(/\b(north|south)\s?(west|east)\b/i, (_all, north: string, east: string) =>
      `${north.charAt(0)}${east.charAt(0)}`.toUpperCase(),
    )
    .replaceAll(/\s+/g, " ")
    .trim();
  const [, before = "", found = ""] = /^(.*?)[\s,]+(NW|NE|SW|SE)(?=[\s,.]|$)/i.exec(line) ?? [];
  const quadrant = QUADRANTS.find((quadrantName) => quadrantName === found.toUpperCase()) ?? null;
  const street = (quadrant === null ? (line.split(",")[0] ?? "") : before)
    .replace(/[\s,]+(?:suite|ste|unit|apt|floor|fl|#)\.?\s?[\w-]*$/i, "")
    .replaceAll(/[\s,.]+$/g, "")
    .replace(/ (St|Ave|Rd|Pl|Ct|Dr|Blvd|Cir|Ln|Ter|Sq|Pkwy|Hwy)\.?$/i, (_all, abbreviation: string) => {
      const full = FULL_STREET_TYPES[abbreviation.toLowerCase()] ?? abbreviation;
      return ` ${full}`;
    });
  return /^\d+[\w/-]*\s+\S/.test(street) ? { street, quadrant } : null;
}

const FULL_STREET_TYPES: Partial<Record<string, string>> = {
  st: "Street",
  ave: "Avenue",
  rd: "Road",
  pl: "Place",
  ct: "Court",
  dr: "Drive",
  blvd: "Boulevard",
  cir: "Circle",
  ln: "Lane",
  ter: "Terrace",
  sq: "Square",
  pkwy: "Parkway",
  hwy: "Highway",
};
