import { QUADRANTS, type Quadrant } from "#app/features/places/place.ts";

/** The longest web address that is kept. */
const WEBSITE_CHARACTERS_MAX = 300;

/** What was read, or why it can't be. */
export type Reading<Value> = { value: Value; problem: null } | { value: null; problem: string };

/**
 * "(202) 333-7370", "+1 202 333 7370" or any other country's with its "+": as E.164, "+12023337370". Empty: none.
 *
 * @see https://www.itu.int/rec/T-REC-E.164 for the 15 digits, nationalnanpa.com for the North American ones.
 */
export function readPhone(text: string): Reading<string | null> {
  const plain = text.trim();
  if (plain === "") return { value: null, problem: null };
  const digits = plain.replaceAll(/[\s().\u2010-\u2015-]/g, "");
  const [, national] = /^(?:\+?1)?([2-9]\d{2}[2-9]\d{6})$/.exec(digits) ?? [];
  if (national !== undefined) return { value: `+1${national}`, problem: null };
  // A "+1" that came here is no number of the North American plan.
  if (/^\+[2-9]\d{6,14}$/.test(digits)) return { value: digits, problem: null };
  return { value: null, problem: "Write all ten digits, as (202) 555-0123, or begin with + and the country." };
}

/** A secure address of a site that everybody can reach; "https://" may be left out. Empty: none. */
export function readWebsite(text: string): Reading<string | null> {
  const plain = text.trim();
  const refuse = (problem: string): Reading<string | null> => ({ value: null, problem });
  if (plain === "") return { value: null, problem: null };
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(plain) && !/^[^/]*:\d/.test(plain) ? plain : `https://${plain}`);
  if (url === null || /\s/.test(plain))
    return refuse("That is no address of a website. Write it as https://example.com.");
  if (url.protocol !== "https:") return refuse("Give the address that begins with https://.");
  const isName = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(url.hostname);
  if (!isName || url.username !== "" || url.password !== "" || url.port !== "") {
    return refuse("Give the site’s public address, as https://example.com.");
  }
  const address = url.pathname === "/" && url.search === "" ? url.origin : url.href.replace(/#.*$/, "");
  if (address.length > WEBSITE_CHARACTERS_MAX)
    return refuse(`Give an address of at most ${WEBSITE_CHARACTERS_MAX} characters.`);
  return { value: address, problem: null };
}

/** "20009" */
export function readZip(text: string): Reading<string | null> {
  const plain = text.trim();
  if (plain === "") return { value: null, problem: null };
  return /^20\d{3}$/.test(plain)
    ? { value: plain, problem: null }
    : { value: null, problem: "Write the five digits of a ZIP code in the District, as 20009." };
}

/** The street as facts have it, without the quadrant, which has a field of its own. */
export function readStreet(text: string, quadrant: Quadrant): string {
  return text.endsWith(` ${quadrant}`) ? text.slice(0, -quadrant.length - 1).trimEnd() : text;
}

export function readQuadrant(text: string): Quadrant | null {
  return QUADRANTS.find((known) => known === text) ?? null;
}
