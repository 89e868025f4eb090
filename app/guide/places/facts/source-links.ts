/** Texts of the licenses that sources name, by how the name begins. */
const LICENSE_TEXTS: readonly [license: string, href: string][] = [
  ["CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0/"],
  ["CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/"],
  ["CC0", "https://creativecommons.org/publicdomain/zero/1.0/"],
  ["ODbL 1.0", "https://opendatacommons.org/licenses/odbl/1-0/"],
  ["CDLA-Permissive-2.0", "https://cdla.dev/permissive-2-0/"],
  ["Apache", "https://www.apache.org/licenses/LICENSE-2.0"],
];

/** Where sources of many facts are published, by how their id begins. */
const SOURCE_PAGES: readonly [sourceId: string, href: string][] = [
  // The page that its attribution guidelines ask for.
  ["openstreetmap", "https://www.openstreetmap.org/copyright"],
  ["overture-places", "https://overturemaps.org"],
  ["abca-", "https://opendata.dc.gov"],
  ["dcgis-", "https://opendata.dc.gov"],
];

/** The text of a license: "CC BY 4.0", or a list that begins with it. Null if we don't know where it is. */
export function licenseHref(license: string): string | null {
  return hrefByPrefix(LICENSE_TEXTS, license);
}

/** The page of the publisher of a source. Null if we don't know one. */
export function sourceHref(sourceId: string): string | null {
  return hrefByPrefix(SOURCE_PAGES, sourceId);
}

function hrefByPrefix(known: readonly [string, string][], text: string): string | null {
  return known.find(([prefix]) => text.startsWith(prefix))?.[1] ?? null;
}
