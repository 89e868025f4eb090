import { createServer, type ServerResponse } from "node:http";

export type SpiderDouble = {
  /** The features of its file, or the file's text when it isn't as it should be. */
  features: unknown[] | string;
  /** What the run's list says that it has; the number of its features otherwise. */
  featureCount?: number;
  ignoresRobots?: boolean;
  /** Its brand in the list of brands, with the country. Without it the list doesn't have the spider. */
  brand?: { name: string; wikidata: string; country?: string };
};

export type AllThePlacesDouble = {
  /** For ALLTHEPLACES_URL. */
  url: string;
  /** Paths of all requests so far. */
  requests: string[];
  setSpiders: (spiders: Record<string, SpiderDouble>) => void;
  /** Answers the next request whose path matches in another way. */
  answerNext: (matching: RegExp, answer: (response: ServerResponse) => void) => void;
  close: () => Promise<void>;
};

export const ATP_RUN = "2026-11-21-13-32-25";

/** Stands in for All the Places on this machine: the newest run, its lists and a file for each spider. */
export async function startAllThePlacesDouble(port = 0): Promise<AllThePlacesDouble> {
  let spiders: Record<string, SpiderDouble> = {};
  const requests: string[] = [];
  const faults: { matching: RegExp; answer: (response: ServerResponse) => void }[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    requests.push(path);
    const at = faults.findIndex(({ matching }) => matching.test(path));
    const [fault] = at === -1 ? [] : faults.splice(at, 1);
    const body = fileOf(spiders, path);
    if (fault !== undefined) fault.answer(response);
    else if (body === null) response.writeHead(404).end("NoSuchKey");
    else response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The double has no port");
  return {
    url: `http://127.0.0.1:${address.port}/runs/latest.json`,
    requests,
    setSpiders: (given) => {
      spiders = given;
    },
    answerNext: (matching, answer) => faults.push({ matching, answer }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function fileOf(spiders: Record<string, SpiderDouble>, path: string): string | null {
  const folder = `/runs/${ATP_RUN}`;
  if (path === "/runs/latest.json") return JSON.stringify(LATEST);
  if (path === `${folder}/stats/_results.json`) return JSON.stringify(resultsOf(spiders));
  if (path === `${folder}/stats/_insights.json`) return JSON.stringify(insightsOf(spiders));
  const [, spider = ""] = /\/output\/([^/]+)\.geojson$/.exec(path) ?? [];
  const found = path.startsWith(folder) ? spiders[spider] : undefined;
  return found === undefined ? null : spiderFileText(spider, found);
}

/** Addresses may be relative. */
const LATEST = {
  run_id: ATP_RUN,
  output_url: `/runs/${ATP_RUN}/output.zip`,
  stats_url: `/runs/${ATP_RUN}/stats/_results.json`,
  insights_url: `/runs/${ATP_RUN}/stats/_insights.json`,
  start_time: "2026-11-21T13:32:25Z",
  end_time: "2026-11-22T20:00:00Z",
  size_bytes: 2_537_370_317,
  spiders: 4_856,
  total_lines: 38_629_108,
};

function resultsOf(spiders: Record<string, SpiderDouble>): unknown {
  const results = Object.entries(spiders).map(([spider, { features, featureCount }]) => ({
    spider,
    filename: `locations/spiders/${spider}.py`,
    errors: 0,
    features: featureCount ?? features.length,
    elapsed_time: 12.5,
  }));
  return { count: results.length, results };
}

function insightsOf(spiders: Record<string, SpiderDouble>): unknown {
  const rows = Object.entries(spiders).flatMap(([spider, { brand, features }]) =>
    brand === undefined
      ? []
      : [
          {
            code: brand.wikidata,
            osm_count: 1,
            nsi_brand: null,
            q_title: brand.name,
            atp_count: features.length,
            atp_brand: brand.name,
            atp_country_count: 1,
            atp_supplier_count: 1,
            atp_splits: { [brand.country ?? "US"]: { [spider]: features.length } },
          },
        ],
  );
  return { data: rows };
}

/** A file as the spiders write it: a head, a feature on each line, and an end. */
export function spiderFileText(spider: string, { features, ignoresRobots = false }: SpiderDouble): string {
  if (typeof features === "string") return features;
  const attributes = {
    "@spider": spider,
    "spider:collection_time": "2026-11-21T15:04:05.123456",
    "spider:lineage": "S_ATP_BRANDS",
    ...(ignoresRobots ? { "spider:robots_txt": "ignored" } : {}),
  };
  const lines = features.map((feature) => JSON.stringify(feature)).join(",\n");
  return `{"type":"FeatureCollection","dataset_attributes":${JSON.stringify(attributes)},"features":[\n${lines}\n]}\n`;
}
