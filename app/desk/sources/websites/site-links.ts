import type { SiteFacts } from "#app/db/columns/source-columns.ts";
import { findWebsite, getList, getPath, getText } from "#app/desk/imports/readers/parse-fields.ts";

import type { PageLink, SitePage } from "./parse-page.ts";

/** What the text of a link to a menu is, and of one to reservations. */
const MENU_TEXT = /^(?:(?:view|see|our|the|full|food)\s+){0,3}menus?$/i;
const RESERVATIONS_TEXT =
  /^(?:(?:make|book|reserve|request)\s+(?:a\s+|an\s+|your\s+)?)?(?:reservations?|table)(?:\s+now)?$|^(?:book|reserve)(?:\s+now)?$/i;
/** Services that take reservations for others. Elsewhere "Book now" may be about anything. */
const RESERVATIONS_HOST = /(?:^|\.)(?:opentable|resy|exploretock|sevenrooms|yelpreservations|toasttab|tock)\.com$/;

/** What the text of a link to order by is. */
const ORDER_TEXT =
  /^(?:(?:start|place)\s+(?:an?\s+|your\s+)?)?order(?:\s+(?:now|online|here|food|pickup|takeout|delivery|ahead))*$/i;

/** The best page for hours beside the home page, in this order. */
const PAGE_WORDS = [/\bhours\b/i, /\b(?:contact|visit|find) ?(?:us)?\b/i, /\blocations?\b/i, /\b(?:info|about)\b/i];

/** The menu and the pages for reservations and orders, if there is only one of each. */
export function findSiteLinks(
  pages: readonly SitePage[],
  things: readonly unknown[],
): Pick<SiteFacts, "menuUrl" | "reservationsUrl" | "orderUrl"> {
  const links = pages.flatMap((page) => page.links);
  const menus = [
    ...things.flatMap((thing) => [...getList(thing, "hasMenu"), ...getList(thing, "menu")]).map(urlOf),
    ...links.filter(({ text }) => MENU_TEXT.test(text)).map(({ url }) => url),
  ];
  const reservations = [
    ...things.flatMap((thing) => getList(thing, "acceptsReservations")).map(urlOf),
    ...actionTargets(things, "ReserveAction"),
    ...links.filter(isReservationsLink).map(({ url }) => url),
  ];
  const orders = [
    ...actionTargets(things, "OrderAction"),
    ...links.filter(({ text }) => ORDER_TEXT.test(text)).map(({ url }) => url),
  ];
  const found = {
    menuUrl: onlyAddress(menus),
    reservationsUrl: onlyAddress(reservations),
    orderUrl: onlyAddress(orders),
  };
  return Object.fromEntries(Object.entries(found).filter(([, url]) => url !== null));
}

/** Where schema.org says that something can be done. */
function actionTargets(things: readonly unknown[], type: "OrderAction" | "ReserveAction"): string[] {
  return things
    .flatMap((thing) => getList(thing, "potentialAction"))
    .filter((action) => getList(action, "@type").includes(type))
    .map((action) => urlOf(getPath(action, "target")));
}

/** The page of the same website that most likely has the hours and the phone; null when none looks so. */
export function findContactPage({ url, links }: SitePage): string | null {
  const home = URL.parse(url);
  const near = links.filter((link) => {
    const target = URL.parse(link.url);
    return target?.origin === home?.origin && target?.pathname !== home?.pathname;
  });
  for (const words of PAGE_WORDS) {
    const found = near.find(({ url: to, text }) => words.test(text) || words.test(to.replaceAll(/[-_/.]/g, " ")));
    if (found !== undefined) return found.url.replace(/#.*$/, "");
  }
  return null;
}

function isReservationsLink({ url, text }: PageLink): boolean {
  return RESERVATIONS_HOST.test(URL.parse(url)?.hostname ?? "") && RESERVATIONS_TEXT.test(text);
}

/** A value of schema.org that is a URL or has one. */
function urlOf(value: unknown): string {
  return getText([value], 0) || getText(value, "urlTemplate") || getText(value, "url") || getText(value, "@id");
}

/** The one public address among texts; null for none or several. */
function onlyAddress(texts: readonly string[]): string | null {
  const found = texts.flatMap((text) => (/^https?:\/\//i.test(text) ? (findWebsite(text) ?? []) : []));
  return new Set(found).size === 1 ? (found[0] ?? null) : null;
}
