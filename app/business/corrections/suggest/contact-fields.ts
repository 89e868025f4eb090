import { QUADRANTS, type Quadrant } from "#app/guide/places/place.ts";

/** The longest web address accepted. */
const WEBSITE_CHARACTERS_MAX = 300;

/** A parsed value, or an error message. */
export type ParseResult<Value> = { value: Value; problem: null } | { value: null; problem: string };

/**
 * Parses "(202) 333-7370", "+1 202 333 7370" or an international number with "+" to E.164, "+12023337370". Empty: null.
 *
 * @see https://www.itu.int/rec/T-REC-E.164 for the 15 digits, nationalnanpa.com for the North American ones.
 */
export function parsePhone(text: string): ParseResult<string | null> {
  const plain = text.trim();
  if (plain === "") return { value: null, problem: null };
  const digits = plain.replaceAll(/[\s().\u2010-\u2015-]/g, "");
  const [, national] = /^(?:\+?1)?([2-9]\d{2}[2-9]\d{6})$/.exec(digits) ?? [];
  if (national !== undefined) return { value: `+1${national}`, problem: null };
  // A "+1" number that gets here isn't a valid North American one.
  if (/^\+[2-9]\d{6,14}$/.test(digits)) return { value: digits, problem: null };
  return { value: null, problem: "Enter all ten digits, like (202) 555-0123, or start with + and the country code." };
}

/** Parses the address of a public HTTPS site; "https://" is optional. Empty: null. */
export function parseWebsite(text: string): ParseResult<string | null> {
  const plain = text.trim();
  const refuse = (problem: string): ParseResult<string | null> => ({ value: null, problem });
  if (plain === "") return { value: null, problem: null };
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(plain) && !/^[^/]*:\d/.test(plain) ? plain : `https://${plain}`);
  if (url === null || /\s/.test(plain)) return refuse("That isn’t a web address. Enter it like https://example.com.");
  if (url.protocol !== "https:") return refuse("Enter an address that starts with https://.");
  const isName = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(url.hostname);
  if (!isName || url.username !== "" || url.password !== "" || url.port !== "") {
    return refuse("Enter the site’s public address, like https://example.com.");
  }
  const address = url.pathname === "/" && url.search === "" ? url.origin : url.href.replace(/#.*$/, "");
  if (address.length > WEBSITE_CHARACTERS_MAX)
    return refuse(`Enter an address of at most ${WEBSITE_CHARACTERS_MAX} characters.`);
  return { value: address, problem: null };
}

/** "20009" */
export function parseZip(text: string): ParseResult<string | null> {
  const plain = text.trim();
  if (plain === "") return { value: null, problem: null };
  return /^20\d{3}$/.test(plain)
    ? { value: plain, problem: null }
    : { value: null, problem: "Enter a five-digit DC ZIP code, like 20009." };
}

/** The street without its quadrant, which has its own field. */
export function stripQuadrant(text: string, quadrant: Quadrant): string {
  return text.endsWith(` ${quadrant}`) ? text.slice(0, -quadrant.length - 1).trimEnd() : text;
}

export function parseQuadrant(text: string): Quadrant | null {
  return QUADRANTS.find((quadrant) => quadrant === text) ?? null;
}
