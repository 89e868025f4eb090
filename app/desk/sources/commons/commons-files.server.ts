import { getList, getPath, getText } from "#app/desk/imports/readers/parse-fields.ts";

import { SourceFault } from "../http/source-fault.ts";
import type { SourceHttp } from "../http/source-http.server.ts";
import { fileName } from "./wikidata-item.ts";
import { askWikimedia } from "./wikimedia-api.server.ts";

/** The most that one request may name, and the longest address that servers take. */
const FILES_PER_REQUEST = 50;
const ADDRESS_CHARACTERS_MAX = 5_000;
/** One of the widths that Wikimedia makes (T360589), above the widest that we show but for large screens. */
const WIDTH = 1_920;
/** An answer in parts: more than fifty files can need. */
const PARTS_MAX = 10;

const KEYS = [
  "License",
  "LicenseShortName",
  "LicenseUrl",
  "Artist",
  "Attribution",
  "Credit",
  "NonFree",
  "Restrictions",
  "Categories",
];

/**
 * What Commons says about files, by their names as `fileName` returns them. A file that isn't there is missing.
 *
 * @param url Of Commons' `api.php`.
 * @throws SourceFault
 */
export async function askCommonsFiles(
  http: SourceHttp,
  url: string,
  files: readonly string[],
): Promise<Map<string, unknown>> {
  const pages = new Map<string, unknown>();
  for (const batch of addressableChunks([...new Set(files)])) {
    for (const [file, page] of await askBatch(http, url, batch)) pages.set(file, page);
  }
  return pages;
}

async function askBatch(http: SourceHttp, url: string, files: readonly string[]): Promise<[string, unknown][]> {
  const pages: unknown[] = [];
  const renamed = new Map<string, string>();
  let next: Record<string, string> = {};
  for (let part = 1; ; part += 1) {
    const parameters = {
      action: "query",
      prop: "imageinfo",
      titles: files.map((file) => `File:${file}`).join("|"),
      redirects: "1",
      iiprop: "url|size|mime|sha1|extmetadata",
      iiurlwidth: String(WIDTH),
      iiextmetadatafilter: KEYS.join("|"),
      iiextmetadatalanguage: "en",
    };
    const answer = await askWikimedia(http, { url, parameters: { ...parameters, ...next } });
    const query = getPath(answer, "query");
    if (!Array.isArray(getPath(query, "pages"))) {
      throw new SourceFault("malformed", `${new URL(url).host} sent no files. Check COMMONS_URL.`);
    }
    pages.push(...getList(query, "pages"));
    for (const step of [...getList(query, "normalized"), ...getList(query, "redirects")])
      renamed.set(getText(step, "from"), getText(step, "to"));
    const more = getPath(answer, "continue");
    if (typeof more !== "object" || more === null) break;
    if (part === PARTS_MAX) throw new SourceFault("malformed", `${new URL(url).host} didn’t come to an end.`);
    next = Object.fromEntries(Object.keys(more).map((name) => [name, getText(more, name)]));
  }
  const withInfo = pages.filter((page) => getList(page, "imageinfo").length > 0);
  const byTitle = new Map(withInfo.map((page) => [fileName(getText(page, "title")), page]));
  return files.flatMap((file): [string, unknown][] => {
    const page = byTitle.get(fileName(titleAfter(renamed, `File:${file}`)));
    return page === undefined ? [] : [[file, page]];
  });
}

/** The title that a title was changed to: spelled as Commons does, then moved. */
function titleAfter(renamed: ReadonlyMap<string, string>, title: string): string {
  const spelled = renamed.get(title) ?? title;
  return renamed.get(spelled) ?? spelled;
}

function* addressableChunks(files: readonly string[]): Generator<string[]> {
  let batch: string[] = [];
  let length = 0;
  for (const file of files) {
    const more = encodeURIComponent(`File:${file}|`).length;
    if (batch.length === FILES_PER_REQUEST || (batch.length > 0 && length + more > ADDRESS_CHARACTERS_MAX)) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(file);
    length += more;
  }
  if (batch.length > 0) yield batch;
}
