import { z } from "zod";

import { DISTRICT_BOX } from "#app/guide/places/filters/place-filters.ts";
import { parseJson } from "#app/lib/parse-json.ts";

import { SourceFault } from "../http/source-fault.ts";
import type { SourceHttp } from "../http/source-http.server.ts";

/** `name`: such as "2026-09-23.1". */
export type OvertureRelease = { name: string; url: string };

/** A Parquet file with places. `id`: its number in the release. */
export type OvertureFile = { id: string; url: string };

/** Releases have 16 files with places so far. */
const FILES_MAX = 500;

const RELEASE_NAME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\.\d{1,3}$/;

const Catalog = z.looseObject({
  latest: z.string().optional(),
  links: z.array(z.looseObject({ rel: z.string(), href: z.string() })),
});

/** `bbox`: west, south, east, north. */
const Item = z.looseObject({
  id: z.string().min(1),
  bbox: z.array(z.number()).optional(),
  assets: z.record(z.string(), z.looseObject({ href: z.string() })),
});

/**
 * A release in Overture's catalog of releases, a STAC catalog. Only the two newest are there at a time.
 *
 * @param input.name Null: the newest.
 * @returns Null when the catalog doesn't have that release any more.
 * @throws SourceFault
 * @see https://github.com/OvertureMaps/stac
 */
export async function findRelease(
  http: SourceHttp,
  { url, name }: { url: string; name: string | null },
): Promise<OvertureRelease | null> {
  const { latest, links } = await readObject(http, { url, schema: Catalog });
  const wanted = name ?? latest ?? "";
  if (!RELEASE_NAME.test(wanted)) throw notCatalog(url);
  const [found] = linksTo(links, { rel: "child", path: `/${wanted}/catalog.json`, from: url });
  if (found === undefined && name === null) throw notCatalog(url);
  return found === undefined ? null : { name: wanted, url: found };
}

/**
 * The files of a release that may have places of the District, in the order of their numbers.
 *
 * @throws SourceFault
 */
export async function listPlaceFiles(http: SourceHttp, release: OvertureRelease): Promise<OvertureFile[]> {
  const theme = await findChild(http, { url: release.url, path: "/places/catalog.json" });
  const collection = await findChild(http, { url: theme, path: "/place/collection.json" });
  const { links } = await readObject(http, { url: collection, schema: Catalog });
  const items = linksTo(links, { rel: "item", path: ".json", from: collection });
  if (items.length === 0 || items.length > FILES_MAX) throw notCatalog(collection);
  const files: OvertureFile[] = [];
  for (const url of items) {
    const { id, bbox, assets } = await readObject(http, { url, schema: Item });
    if (bbox?.length === 4 && !touchesDistrict(bbox)) continue;
    const asset = assets["aws"] ?? Object.values(assets).find(({ href }) => href.endsWith(".parquet"));
    const file = asset === undefined ? null : URL.parse(asset.href, url);
    if (file === null) throw notCatalog(url);
    files.push({ id, url: file.href });
  }
  return files.sort((one, other) => (one.id < other.id ? -1 : 1));
}

async function findChild(http: SourceHttp, { url, path }: { url: string; path: string }): Promise<string> {
  const { links } = await readObject(http, { url, schema: Catalog });
  const [found] = linksTo(links, { rel: "child", path, from: url });
  if (found === undefined) throw notCatalog(url);
  return found;
}

/** Whole addresses of links with this relation whose path ends so. */
function linksTo(
  links: z.infer<typeof Catalog>["links"],
  { rel, path, from }: { rel: string; path: string; from: string },
): string[] {
  return links.flatMap((link) => {
    const url = link.rel === rel ? URL.parse(link.href, from) : null;
    return url?.pathname.endsWith(path) === true ? [url.href] : [];
  });
}

function touchesDistrict([west = 0, south = 0, east = 0, north = 0]: number[]): boolean {
  const box = DISTRICT_BOX;
  return west <= box.east && east >= box.west && south <= box.north && north >= box.south;
}

async function readObject<Value>(
  http: SourceHttp,
  { url, schema }: { url: string; schema: z.ZodType<Value> },
): Promise<Value> {
  const parsed = schema.safeParse(parseJson(await http.readText({ url })));
  if (!parsed.success) throw notCatalog(url);
  return parsed.data;
}

function notCatalog(url: string): SourceFault {
  const { host, pathname } = new URL(url);
  return new SourceFault(
    "malformed",
    `${host} didn’t answer as Overture’s catalog does (${pathname.slice(0, 200)}). Check OVERTURE_URL.`,
  );
}
