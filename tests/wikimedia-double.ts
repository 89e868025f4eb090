import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export type WikimediaDouble = {
  /** For WIKIDATA_URL and COMMONS_URL. */
  urls: { wikidata: string; commons: string };
  /** The path and parameters of every request so far. */
  requests: { path: string; parameters: URLSearchParams; userAgent: string }[];
  /** Entities by id; one of `{ redirect: "Q2" }` was merged into another. */
  setItems: (items: Record<string, object>) => void;
  /** What Commons says about files, by name; one of `{ redirect: "B.jpg" }` was moved. */
  setFiles: (files: Record<string, object>) => void;
  /** The bytes of every picture. */
  setPicture: (bytes: Uint8Array) => void;
  /** How many files an answer of Commons describes before it goes on in another. */
  setPartSize: (files: number) => void;
  /** Answers the next `count` requests to this path in another way: "/wikidata/", "/commons/" or "/thumb/". */
  answerNext: (path: string, answer: Answer, count?: number) => void;
  close: () => Promise<void>;
};

const HASH = "0123456789abcdef0123456789abcdef01234567";

/**
 * Stands in for Wikidata, Wikimedia Commons and its server of pictures on this machine, in the shape of their documentation. As
 * these do, it refuses requests without a User-Agent of their own.
 */
export async function startWikimediaDouble(port = 0): Promise<WikimediaDouble> {
  const requests: WikimediaDouble["requests"] = [];
  const faults: { path: string; answer: Answer }[] = [];
  let items: Record<string, object> = {};
  let files: Record<string, object> = {};
  let picture: Uint8Array = new Uint8Array();
  let partSize = 50;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://double");
    const userAgent = request.headers["user-agent"] ?? "";
    requests.push({ path: url.pathname, parameters: url.searchParams, userAgent });
    const at = faults.findIndex(({ path }) => url.pathname.startsWith(path));
    const [fault] = at === -1 ? [] : faults.splice(at, 1);
    if (fault !== undefined) fault.answer(response, request);
    else if (!userAgent.startsWith("Rowhouse/")) response.writeHead(403).end("Please set a user-agent");
    else if (url.pathname.startsWith("/thumb/")) response.writeHead(200, { "content-type": "image/jpeg" }).end(picture);
    else if (url.pathname === "/wikidata/w/api.php") sendJson(response, entitiesAnswer(items, url.searchParams));
    else if (url.pathname === "/commons/w/api.php") {
      sendJson(response, filesAnswer(files, { parameters: url.searchParams, partSize, origin: originOf(request) }));
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The double has no port");
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    urls: { wikidata: `${origin}/wikidata/w/api.php`, commons: `${origin}/commons/w/api.php` },
    requests,
    setItems: (given) => {
      items = given;
    },
    setFiles: (given) => {
      files = given;
    },
    setPicture: (bytes) => {
      picture = bytes;
    },
    setPartSize: (given) => {
      partSize = given;
    },
    answerNext: (path, answer, count = 1) => faults.push(...Array.from({ length: count }, () => ({ path, answer }))),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function originOf({ headers }: IncomingMessage): string {
  return `http://${headers.host ?? ""}`;
}

/** Sends JSON compressed, as Wikimedia does. */
export function sendJson(response: ServerResponse, body: unknown, headers: Record<string, string> = {}): void {
  response
    .writeHead(200, { "content-type": "application/json; charset=utf-8", "content-encoding": "gzip", ...headers })
    .end(gzipSync(JSON.stringify(body)));
}

/** An error of the API, which comes with status 200. */
export function sendApiError(response: ServerResponse, code: string, headers: Record<string, string> = {}): void {
  sendJson(response, { error: { code, info: `The double says ${code}`, docref: "See api.php" } }, headers);
}

function entitiesAnswer(items: Record<string, object>, parameters: URLSearchParams) {
  const ids = (parameters.get("ids") ?? "").split("|");
  if (parameters.get("action") !== "wbgetentities" || ids.length > 50)
    return { error: { code: "toomanyvalues", info: "Too many" } };
  const entities = ids.map((id) => {
    const item = items[id];
    if (item === undefined) return [id, { id, missing: "" }];
    if (!("redirect" in item) || typeof item.redirect !== "string") return [id, item];
    return [item.redirect, { ...items[item.redirect], redirects: { from: id, to: item.redirect } }];
  });
  return { entities: Object.fromEntries(entities), success: 1 };
}

function filesAnswer(
  files: Record<string, object>,
  { parameters, partSize, origin }: { parameters: URLSearchParams; partSize: number; origin: string },
) {
  const titles = (parameters.get("titles") ?? "").split("|");
  if (parameters.get("prop") !== "imageinfo" || titles.length > 50)
    return { error: { code: "toomanyvalues", info: "Too many" } };
  const from = Number(parameters.get("iicontinue") ?? 0);
  const spelled = titles.map((title) => ({ from: title, to: title.replaceAll("_", " ") }));
  const redirects: { from: string; to: string }[] = [];
  const pages = spelled.map(({ to: title }, at) => {
    const found = files[title.replace("File:", "")];
    if (found === undefined) return { ns: 6, title, missing: true, imagerepository: "" };
    const target = "redirect" in found && typeof found.redirect === "string" ? found.redirect : null;
    if (target !== null) redirects.push({ from: title, to: `File:${target}` });
    const info = target === null ? found : files[target];
    const page = { ns: 6, title: target === null ? title : `File:${target}`, imagerepository: "local" };
    const isInPart = at >= from && at < from + partSize;
    return isInPart ? { ...page, imageinfo: [withAddresses(info, page.title, origin)] } : page;
  });
  const next = from + partSize;
  return {
    ...(next < titles.length ? { continue: { iicontinue: String(next), continue: "||" } } : { batchcomplete: true }),
    query: { normalized: spelled.filter((each) => each.from !== each.to), redirects, pages },
  };
}

function withAddresses(info: object | undefined, title: string, origin: string) {
  const name = encodeURIComponent(title.replace("File:", ""));
  return {
    url: `${origin}/thumb/original/${name}`,
    thumburl: `${origin}/thumb/1920px/${name}`,
    descriptionurl: `https://commons.wikimedia.org/wiki/File:${name}`,
    ...info,
  };
}

/** What Commons says about a photo by Jane Doe under CC BY-SA 4.0, unless overridden. */
export function buildCommonsFile({
  said = {},
  ...info
}: { said?: Record<string, unknown>; [field: string]: unknown } = {}) {
  const extmetadata = {
    License: "cc-by-sa-4.0",
    LicenseShortName: "CC BY-SA 4.0",
    LicenseUrl: "https://creativecommons.org/licenses/by-sa/4.0",
    Artist: '<a href="//commons.wikimedia.org/wiki/User:Jane" title="User:Jane">Jane&nbsp;Doe</a>',
    Credit: '<span class="int-own-work" lang="en">Own work</span>',
    Restrictions: "",
    Categories: "Buildings in Washington, D.C.|Self-published work",
    ...said,
  };
  return {
    size: 4_000_000,
    width: 4_000,
    height: 3_000,
    thumbwidth: 1_920,
    thumbheight: 1_440,
    mime: "image/jpeg",
    sha1: HASH,
    ...info,
    extmetadata: Object.fromEntries(
      Object.entries(extmetadata).map(([key, value]) => [key, { value, source: "commons-desc-page", hidden: "" }]),
    ),
  };
}

type Claims = Record<string, unknown[]>;

/** An item of Wikidata with these values of its properties, each with the rank "normal". */
export function buildWikidataItem(
  id: string,
  { label = "An item", claims = {} }: { label?: string; claims?: Claims } = {},
) {
  return {
    type: "item",
    id,
    labels: { en: { language: "en", value: label } },
    claims: Object.fromEntries(
      Object.entries(claims).map(([property, values]) => [
        property,
        values.map((value) => buildStatement(property, value)),
      ]),
    ),
  };
}

/** A statement with this value, and a reference that was last looked at on the day. */
export function buildStatement(property: string, value: unknown, more: { rank?: string; retrieved?: string } = {}) {
  if (typeof value === "object" && value !== null && "mainsnak" in value) return value;
  const { rank = "normal", retrieved } = more;
  return {
    mainsnak: { snaktype: "value", property, datavalue: { value, type: "string" } },
    type: "statement",
    rank,
    ...(retrieved !== undefined && {
      references: [
        {
          snaks: {
            P813: [{ snaktype: "value", property: "P813", datavalue: { value: buildTime(retrieved), type: "time" } }],
          },
        },
      ],
    }),
  };
}

/** A time of Wikidata: "1932", "1932-05" or "1932-05-21". */
export function buildTime(day: string, more: Record<string, unknown> = {}) {
  const [year = "", month = "00", date = "00"] = day.split("-");
  return {
    time: `+${year}-${month}-${date}T00:00:00Z`,
    timezone: 0,
    before: 0,
    after: 0,
    precision: day.length === 4 ? 9 : day.length === 7 ? 10 : 11,
    calendarmodel: "http://www.wikidata.org/entity/Q1985727",
    ...more,
  };
}

/** Coordinates of Wikidata. */
export function buildGlobePoint({ lat, lng }: { lat: number; lng: number }) {
  return {
    latitude: lat,
    longitude: lng,
    altitude: null,
    precision: 0.0001,
    globe: "http://www.wikidata.org/entity/Q2",
  };
}
