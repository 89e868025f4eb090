import type { SiteFacts } from "#app/db/columns/source-columns.ts";
import { streetWords } from "#app/business/submissions/form/place-similarity.ts";
import { nameSimilarity, POSSIBLE_NAME_SIMILARITY } from "#app/desk/imports/duplicates/duplicate-score.ts";
import { findPhone, getList, getText } from "#app/desk/imports/readers/parse-fields.ts";
import { parseSchemaOrgHours } from "#app/desk/imports/readers/read-hours.ts";
import { placeThings } from "#app/desk/imports/readers/read-json-ld.ts";
import { sortKeys } from "#app/guide/places/facts/place-facts.ts";
import type { OpeningHours } from "#app/guide/places/hours/opening-hours.ts";
import { hoursHintOf } from "#app/guide/places/hours/typed-clock.ts";
import { PRICE_RANGES } from "#app/guide/places/place.ts";
import { decodeEntities } from "#app/lib/html-entities.ts";
import { hyphenate } from "#app/lib/slug.ts";

import { readPageHours } from "./page-hours.ts";
import type { SitePage } from "./parse-page.ts";
import { findSiteLinks } from "./site-links.ts";

/** A listed place whose website is read. */
export type SitePlace = {
  id: number;
  name: string;
  otherNames: string[];
  type: string;
  street: string | null;
  quadrant: string | null;
  phone: string | null;
  website: string;
  /** Whether the websites of other places have the same host: branches of a chain, parks, museums. */
  isShared: boolean;
};

/**
 * What pages of a website say about a place. Whatever could be about something else, or is said in two ways, is left out.
 *
 * @returns Null when no page names the place. On a website of several places it has to name this one's address.
 */
export function readSiteFacts(pages: readonly SitePage[], place: SitePlace): SiteFacts | null {
  const own = pages.filter((page) => isAbout(page, place));
  if (own.length === 0) return null;
  const things = own.flatMap((page) => placeThings(page.things)).filter((thing) => isSamePlace(thing, place));
  const single = own.filter((page) => addressCount(page) <= 1);
  const facts: SiteFacts = {};
  const hours = sureHours(things, single, place);
  if (hours !== null) facts.hours = hours;
  const phone = surePhone(things, single, place);
  if (phone !== null) facts.phone = phone;
  const price = only(
    things.flatMap((thing) => PRICE_RANGES.find((known) => known === getText(thing, "priceRange")) ?? []),
  );
  if (price !== null) facts.priceRange = price;
  Object.assign(facts, findSiteLinks(single, things));
  if (!place.isShared && single.some(saysClosed)) facts.closure = "permanent";
  return facts;
}

/** Whether a page is about the place. */
function isAbout(page: SitePage, place: SitePlace): boolean {
  if (namesAddress(page, place)) return true;
  if (place.isShared) return false;
  const text = `-${hyphenate([...page.names, ...page.lines].join(" "))}-`;
  const names = [place.name, ...place.otherNames].map((name) => hyphenate(name).replaceAll(/^-|-$/g, ""));
  if (names.some((name) => name !== "" && text.includes(`-${name}-`))) return true;
  const isCalled = place.phone !== null && phonesOf(page).includes(place.phone);
  return isCalled || placeThings(page.things).some((thing) => isSamePlace(thing, place));
}

function namesAddress(page: SitePage, place: SitePlace): boolean {
  const said = placeThings(page.things).flatMap((thing) => addressText(thing) ?? []);
  return [...page.lines, ...said].some((line) => isAtStreet(line, place));
}

/** Whether a text has the place's street and number: "1213 U Street, NW" and "1213 U St" for 1213 U Street in NW. */
function isAtStreet(text: string, { street, quadrant }: SitePlace): boolean {
  if (street === null || !/^\d/.test(street) || !/\d/.test(text)) return false;
  const sought = streetWords(street).filter((word) => !isQuadrant(word));
  const words = quadrantWords(text);
  return words.some((_, from) => {
    const next = words[from + sought.length] ?? "";
    const isSame = quadrant === null || !isQuadrant(next) || next === quadrant.toLowerCase();
    return isSame && sought.every((word, step) => words[from + step] === word);
  });
}

/** "N.W." is one word. */
function quadrantWords(text: string): string[] {
  return streetWords(text.replaceAll(/\b([NS])\.?\s?([WE])\b/gi, "$1$2"));
}

function isQuadrant(word: string): boolean {
  return ["nw", "ne", "sw", "se"].includes(word);
}

/** How many places a page has addresses of: in the District by their quadrants, elsewhere by their ZIP codes. */
function addressCount({ lines }: SitePage): number {
  const text = lines.map((line) => quadrantWords(line).join(" ")).join("\n");
  return Math.max(...[DC_ADDRESS, STATE_AND_ZIP].map((pattern) => new Set(text.match(pattern)).size));
}

const DC_ADDRESS = /\b\d{1,5} (?:(?:[a-z]+|\d+(?:st|nd|rd|th)) ){1,4}?(?:nw|ne|sw|se)\b/g;
const STATE_AND_ZIP = /\b(?:dc|va|md|virginia|maryland) \d{5}\b/g;

/** Whether a thing of schema.org is this place: by its address, or where it has none by its name. */
function isSamePlace(thing: unknown, place: SitePlace): boolean {
  const address = addressText(thing);
  if (address !== null && place.street !== null) return isAtStreet(address, place);
  const name = decodeEntities(getText(thing, "name"));
  if (place.isShared || name === "") return false;
  return [place.name, ...place.otherNames].some((known) => nameSimilarity(name, known) >= POSSIBLE_NAME_SIMILARITY);
}

function addressText(thing: unknown): string | null {
  const [address] = getList(thing, "address");
  const text = typeof address === "string" ? getText([address], 0) : getText(address, "streetAddress");
  return text === "" ? null : decodeEntities(text);
}

/** The one week that all things and all pages have, with its special days. */
function sureHours(things: unknown[], pages: readonly SitePage[], place: SitePlace): OpeningHours | null {
  const hint = hoursHintOf(place.type);
  const structured = things.map((thing) => parseSchemaOrgHours(thing, hint));
  if (structured.some((read) => read === null)) return null;
  const weeks = structured.flatMap((read) => read?.hours ?? []).filter(isEverOpen);
  for (const page of pages) {
    const typed = readPageHours(page.lines, hint);
    // Hours that say what they are for don't depend on what else is on the page.
    if (typed === null && weeks.length === 0) return null;
    weeks.push(...(typed ?? []));
  }
  const [first] = weeks;
  return only(weeks.map(({ weekly }) => JSON.stringify(sortKeys(weekly)))) === null ? null : (first ?? null);
}

/** "00:00-00:00" on all days is what forms write that nobody filled in. */
function isEverOpen({ weekly }: OpeningHours): boolean {
  return Object.values(weekly).some(({ length }) => length > 0);
}

function surePhone(things: unknown[], pages: readonly SitePage[], place: SitePlace): string | null {
  const said = things.flatMap((thing) =>
    getList(thing, "telephone").flatMap((each) => findPhone(getText([each], 0)) ?? []),
  );
  const phones = said.length > 0 ? said : pages.flatMap(phonesOf);
  return place.phone !== null && phones.includes(place.phone) ? place.phone : only(phones);
}

/** The numbers that one can tap. */
function phonesOf({ links }: SitePage): string[] {
  return links.flatMap(({ url }) => (url.startsWith("tel:") ? (findPhone(decodeTel(url)) ?? []) : []));
}

function decodeTel(url: string): string {
  return url
    .replaceAll(/%20/g, " ")
    .replaceAll(/%28/g, "(")
    .replaceAll(/%29/g, ")")
    .replace(/^tel:(?:\/\/)?/, "");
}

const CLOSED_PHRASE =
  /\b(?:(?:is|are|has|have)(?: now)? (?:permanently closed|closed permanently|closed for good)|(?:has|have) closed (?:its|our) doors (?:for good|permanently|forever))\b/i;

/** A branch that closed isn't the place. */
function saysClosed({ lines }: SitePage): boolean {
  return lines.some(
    (line) =>
      line.length <= 300 && CLOSED_PHRASE.test(line) && !/\b(?:location|branch|store|shop|office)\b/i.test(line),
  );
}

/** The value if all are the same; null otherwise, and for none. */
function only<Value>(values: readonly Value[]): Value | null {
  const [first] = values;
  return first !== undefined && values.every((value) => value === first) ? first : null;
}
