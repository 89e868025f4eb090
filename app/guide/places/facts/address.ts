import { type Quadrant, QUADRANTS } from "../place.ts";

/** "1264 Wisconsin Avenue NW" as "1264 Wisconsin Avenue": pages show the quadrant with its own mark. */
export function streetWithoutQuadrant(street: string, quadrant: Quadrant | null): string {
  return quadrant !== null && street.endsWith(` ${quadrant}`) ? street.slice(0, -quadrant.length - 1) : street;
}

/**
 * Splits "1264 Wisconsin Ave. N.W., Suite 5" into its parts. The name of a building before it is left out. Null without a house
 * number and a street, or two streets that meet: "U St & 13th St NW".
 */
export function parseDcAddress(text: string): { street: string; quadrant: Quadrant | null } | null {
  const line = fromHouseNumber(
    text
      .replaceAll(/\b([NS])\.?\s?([WE])\.?(?=[\s,.]|$)/g, "$1$2")
      .replace(/\b(north|south)\s?(west|east)\b/i, (_all, north: string, east: string) =>
        `${north.charAt(0)}${east.charAt(0)}`.toUpperCase(),
      )
      .replaceAll(/\s+/g, " ")
      // "14th St NW & U St NW"
      .replace(/ (NW|NE|SW|SE)(?= (?:&|and|at) [^,]* \1\b)/i, "")
      .trim(),
  );
  const [, before = "", found = ""] = /^(.*?)[\s,]+(NW|NE|SW|SE)(?=[\s,.]|$)/i.exec(line) ?? [];
  const quadrant = QUADRANTS.find((quadrantName) => quadrantName === found.toUpperCase()) ?? null;
  const street = (quadrant === null ? (line.split(",")[0] ?? "") : before)
    .replace(/[\s,]+(?:suite|ste|unit|apt|floor|fl|#)\.?\s?[\w-]*$/i, "")
    .replaceAll(/[\s,.]+$/g, "");
  if (HOUSE_NUMBER.test(street)) return { street: withFullType(street), quadrant };
  const corner = CORNER.exec(street)?.groups;
  if (corner?.one === undefined || corner.other === undefined) return null;
  return { street: `${withFullType(corner.one)} & ${withFullType(corner.other)}`, quadrant };
}

/** "5th St" has no house number. */
const HOUSE_NUMBER = /^\d+(?!\d|(?:st|nd|rd|th)\b)[\w/-]*\s+\S/i;
/** Two streets, of which at least the second says so. */
const CORNER =
  /^(?:(?:the )?corner of )?(?<one>[\w'’. -]{1,40}?) ?(?:&|\band\b|\bat\b) ?(?<other>[\w'’. -]{1,40} (?:St|Ave|Rd|Pl|Dr|Blvd|Cir|Ter|Street|Avenue|Road|Place|Drive|Boulevard|Circle|Terrace|Streets|Avenues)\.?)$/i;

/** "Union Station, 50 Massachusetts Ave NE" from its house number on. */
function fromHouseNumber(line: string): string {
  const parts = line.split(/, ?/);
  const first = parts.findIndex((part) => HOUSE_NUMBER.test(part));
  return first < 1 ? line : parts.slice(first).join(", ");
}

function withFullType(street: string): string {
  return street.replace(/ (St|Ave|Rd|Pl|Ct|Dr|Blvd|Cir|Ln|Ter|Sq|Pkwy|Hwy)\.?$/i, (_all, abbreviation: string) => {
    const full = FULL_STREET_TYPES[abbreviation.toLowerCase()] ?? abbreviation;
    return ` ${full}`;
  });
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
