import { z } from "zod";

import type { ImportSource } from "#app/desk/imports/mapping/import-source.ts";
import { dcToday } from "#app/lib/dc-time.ts";
import { parseJson } from "#app/lib/parse-json.ts";

import { SourceFault, type SourceFaultKind } from "../http/source-fault.ts";
import type { SourceHttp } from "../http/source-http.server.ts";
import type { FetchedPiece, LiveSource, SourceWork } from "../live-source.server.ts";
import { chooseSpiders } from "./choose-spiders.server.ts";
import { SpiderFile } from "./spider-file.ts";

/** The list of all brands had 9 MB in 2026. */
const LIST_BYTES_MAX = 40_000_000;
/** Of the largest spider that is read, ten times. */
const FILE_BYTES_MAX = 400_000_000;

const ALL_THE_PLACES: ImportSource = {
  id: "alltheplaces",
  title: "All the Places",
  publisher: "All the Places contributors",
  license: "CC0 1.0",
  licenseBasis: "stated",
  credit: "Contains what chains publish about their branches, gathered by All the Places, alltheplaces.xyz.",
  vintage: "",
  note: "Imported. The id of each record begins with the spider that read the chain's site. Pictures aren't copied.",
};

/**
 * What chains say of their branches on their own sites, gathered each week by All the Places. Only the files of chains that
 * occur in the guide are read, one after the other.
 */
export const ALL_THE_PLACES_LIVE: LiveSource = {
  name: "alltheplaces",
  source: ALL_THE_PLACES,
  // Its features have OpenStreetMap's tags.
  format: "osm",
  publishes: true,
  everyDays: 7,
  wholeEveryDays: 7,
  terms: "Its facts are in the public domain. We skip files that were gathered against a site’s robots.txt.",
  traffic:
    "Up to 123 files a week from All the Places and its storage at openaddresses.io, usually about 100 MB and at most about 800 MB.",
  hostsOf: ({ allThePlaces }) => [allThePlaces],
  fetch: fetchAllThePlaces,
};

/**
 * `spiders`: those whose files are read. `total`: with those that brought places before and have no file in this run.
 * `unreadable`: the latter, and files that were cut off, empty or missing so far.
 */
const Plan = z.object({
  statsUrl: z.url(),
  endedAt: z.string().nullable(),
  spiders: z.array(z.string()),
  next: z.number().int().min(0),
  total: z.number().int().min(0),
  unreadable: z.number().int().min(0),
});

type RunPlan = z.infer<typeof Plan>;

const Latest = z.object({
  stats_url: z.string().min(1),
  insights_url: z.string().nullish(),
  end_time: z.string().nullish(),
  updated_at: z.string().nullish(),
});

async function* fetchAllThePlaces(work: SourceWork): AsyncGenerator<FetchedPiece> {
  const { http, now } = work;
  const saved = Plan.safeParse(work.cursor);
  const plan = saved.success ? saved.data : await makePlan(work);
  const { statsUrl, spiders, total } = plan;
  const endedAt = plan.endedAt === null ? null : new Date(plan.endedAt);
  let { unreadable } = plan;
  for (const [at, spider] of spiders.entries()) {
    if (at < plan.next) continue;
    const file = new SpiderFile({ spider, today: dcToday(now) });
    const isRead = await readFile(http, { url: new URL(`../output/${spider}.geojson`, statsUrl).href, file });
    if (!isRead) unreadable += 1;
    yield {
      records: isRead ? file.records : [],
      cursor: { ...plan, next: at + 1, unreadable },
      ...(endedAt === null || Number.isNaN(endedAt.getTime()) ? {} : { dataAt: endedAt }),
      counts: isRead ? (file.isRefused ? REFUSED_COUNT : {}) : UNREADABLE_COUNT,
      ...(unreadable === 0 ? {} : { gap: `without ${unreadable} unreadable of ${total} files` }),
    };
  }
  if (unreadable * 2 > total) {
    const { host } = new URL(statsUrl);
    throw new SourceFault("failed", `${host} has ${unreadable} of ${total} files that can’t be read.`);
  }
}

const REFUSED_COUNT = { "Files of spiders that ignored robots.txt": 1 };
const UNREADABLE_COUNT = { "Files that can’t be read": 1 };

/** What the newest run has for the guide. */
async function makePlan({ http, hosts, db }: SourceWork): Promise<RunPlan> {
  const latest = Latest.safeParse(parseJson(await http.readText({ url: hosts.allThePlaces })));
  const { host } = new URL(hosts.allThePlaces);
  const statsUrl = latest.success ? URL.parse(latest.data.stats_url, hosts.allThePlaces) : null;
  if (!latest.success || statsUrl === null) {
    throw new SourceFault("malformed", `${host} didn’t name the newest run. Check ALLTHEPLACES_URL.`);
  }
  const results = parseJson(await http.readText({ url: statsUrl.href, bytesMax: LIST_BYTES_MAX }));
  const { insights_url: insightsUrl, end_time: endTime, updated_at: updatedAt } = latest.data;
  const insights = await readInsights(http, insightsUrl == null ? null : URL.parse(insightsUrl, hosts.allThePlaces));
  if (typeof results !== "object" || results === null || !("results" in results)) {
    throw new SourceFault("malformed", `${statsUrl.host} sent a list of spiders that can’t be read.`);
  }
  const { spiders, leftOut } = await chooseSpiders(db, { sourceId: ALL_THE_PLACES.id, results, insights });
  return {
    statsUrl: statsUrl.href,
    endedAt: endTime ?? updatedAt ?? null,
    spiders,
    next: 0,
    total: spiders.length + leftOut,
    unreadable: leftOut,
  };
}

/** The run's list of brands. Without it spiders are chosen by their own names. */
async function readInsights(http: SourceHttp, url: URL | null): Promise<unknown> {
  if (url === null) return null;
  try {
    return parseJson(await http.readText({ url: url.href, bytesMax: LIST_BYTES_MAX })) ?? null;
  } catch (error) {
    if (error instanceof SourceFault && ABOUT_FILE.has(error.kind)) return null;
    throw error;
  }
}

/** Faults of one file. With others the server can't be read at all. */
const ABOUT_FILE: ReadonlySet<SourceFaultKind> = new Set([
  "cut-off",
  "malformed",
  "too-large",
  "too-slow",
  "refused",
  "failed",
]);

/** False: the file is cut off, empty, missing or broken, and nothing of it counts. */
async function readFile(http: SourceHttp, { url, file }: { url: string; file: SpiderFile }): Promise<boolean> {
  const decoder = new TextDecoder();
  try {
    for await (const chunk of http.stream({ url, bytesMax: FILE_BYTES_MAX })) {
      if (!file.read(decoder.decode(chunk, { stream: true }))) return true;
    }
    return file.isComplete;
  } catch (error) {
    if (error instanceof SourceFault && ABOUT_FILE.has(error.kind)) return false;
    throw error;
  }
}
