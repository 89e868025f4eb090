import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { overtureParquet, type OvertureRow } from "./overture-parquet.ts";

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A file of the double: its whole bytes, or what reads some of them. */
export type DoubleFile = { size: number; read: (from: number, to: number) => Uint8Array };

/** A release: files of places, by their numbers. `bboxes`: what the catalog says of each, when it isn't the District. */
export type DoubleRelease = { name: string; files: DoubleFile[]; bboxes?: (number[] | undefined)[] };

export type OvertureDouble = {
  /** For OVERTURE_URL. */
  url: string;
  /** The path of every request so far, with the range that it asked for. */
  requests: string[];
  /** What the catalog has, the newest release first. */
  setReleases: (releases: DoubleRelease[]) => void;
  /** Answers the next `count` requests whose path has this text in another way. */
  answerNext: (path: string, answer: Answer, count?: number) => void;
  close: () => Promise<void>;
};

/** Around the District, and nothing else. */
const DISTRICT_BBOX = [-77.12, 38.79, -76.91, 39];

/** A file with these row groups. */
export function doubleFile(groups: OvertureRow[][]): DoubleFile {
  return bytesFile(overtureParquet(groups));
}

export function bytesFile(bytes: Uint8Array): DoubleFile {
  return { size: bytes.length, read: (from, to) => bytes.subarray(from, to) };
}

/**
 * Stands in for Overture's catalog and its files on this machine, in the shape of its documentation: a catalog of releases, of
 * themes, of types, items for the files, and files that are sent by ranges.
 */
export async function startOvertureDouble(): Promise<OvertureDouble> {
  const requests: string[] = [];
  let faults: { path: string; answer: Answer }[] = [];
  let releases: DoubleRelease[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://double");
    const { range } = request.headers;
    requests.push(range === undefined ? pathname : `${pathname} ${range}`);
    const fault = faults.find(({ path }) => pathname.includes(path));
    if (fault !== undefined) {
      faults = faults.filter((each) => each !== fault);
      fault.answer(response, request);
      return;
    }
    const file = findFile(releases, pathname);
    if (file !== null) sendRange(response, { file, range });
    else sendJson(response, catalogObject(releases, pathname));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The double has no port");
  return {
    url: `http://127.0.0.1:${address.port}/catalog.json`,
    requests,
    setReleases: (given) => {
      releases = given;
    },
    answerNext: (path, answer, count = 1) => faults.push(...Array.from({ length: count }, () => ({ path, answer }))),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** "/release/2026-11-18.0/part-00001.parquet" */
function findFile(releases: DoubleRelease[], pathname: string): DoubleFile | null {
  const [, name, number] = /^\/release\/([^/]+)\/part-(\d{5})\.parquet$/.exec(pathname) ?? [];
  return releases.find((release) => release.name === name)?.files[Number(number)] ?? null;
}

function sendRange(response: ServerResponse, { file, range }: { file: DoubleFile; range: string | undefined }): void {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
  const [from, to] = [Number(first), Math.min(Number(last) + 1, file.size)];
  if (first === undefined) response.writeHead(200).end(file.read(0, file.size));
  else if (from >= to) response.writeHead(416, { "content-range": `bytes */${file.size}` }).end();
  else {
    const headers = { "content-range": `bytes ${from}-${to - 1}/${file.size}`, "accept-ranges": "bytes" };
    response.writeHead(206, headers).end(file.read(from, to));
  }
}

function sendJson(response: ServerResponse, value: unknown): void {
  if (value === null) response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
  else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
}

/** What the catalog has at a path; null for a path that it doesn't have. */
function catalogObject(releases: DoubleRelease[], pathname: string): unknown {
  if (pathname === "/catalog.json") {
    return {
      ...catalog(
        "Overture Releases",
        releases.map(({ name }) => child(`/${name}/catalog.json`)),
      ),
      latest: releases[0]?.name,
      registry: { path: "s3://overturemaps-us-west-2/registry", manifest: [] },
    };
  }
  const [, name, path] = /^\/([^/]+)(\/.+)$/.exec(pathname) ?? [];
  const release = releases.find((each) => each.name === name);
  if (release === undefined) return null;
  if (path === "/catalog.json") {
    return catalog(release.name, [child(`/${name}/buildings/catalog.json`), child(`/${name}/places/catalog.json`)]);
  }
  if (path === "/places/catalog.json") return catalog("places", [child(`/${name}/places/place/collection.json`)]);
  if (path === "/places/place/collection.json") {
    const items = release.files.map((_, at) => ({ rel: "item", href: `./${fileId(at)}/${fileId(at)}.json` }));
    return { ...catalog("place", items), type: "Collection", license: "other" };
  }
  const at = release.files.findIndex((_, each) => path === `/places/place/${fileId(each)}/${fileId(each)}.json`);
  return at < 0 ? null : item(release, at);
}

function catalog(id: string, links: { rel: string; href: string }[]) {
  const root = { rel: "root", href: "/catalog.json" };
  return { type: "Catalog", id, stac_version: "1.1.0", description: id, links: [root, ...links] };
}

function child(href: string) {
  return { rel: "child", href, type: "application/json" };
}

function fileId(at: number): string {
  return String(at).padStart(5, "0");
}

function item({ name, bboxes = [] }: DoubleRelease, at: number) {
  const id = fileId(at);
  const asset = (href: string) => ({ href, type: "application/vnd.apache.parquet", roles: ["data"] });
  return {
    type: "Feature",
    stac_version: "1.1.0",
    id,
    bbox: bboxes[at] ?? DISTRICT_BBOX,
    properties: { datetime: `${name.slice(0, 10)}T00:00:00Z` },
    geometry: null,
    links: [],
    assets: {
      azure: asset(`/azure/release/${name}/part-${id}.parquet`),
      aws: asset(`/release/${name}/part-${id}.parquet`),
    },
  };
}
