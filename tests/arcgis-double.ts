import { createServer, type ServerResponse } from "node:http";

type Row = Record<string, unknown> & { OBJECTID: number };

export type ArcGisDoubleLayer = {
  /** Such as "FEEDS/DCRA/FeatureServer". */
  service: string;
  id: number;
  name: string;
  isTable?: boolean;
  rows: Row[];
  /** Geometries by object id. Without one a row has none, as those of tables. */
  geometries?: Map<number, unknown>;
  /** Its field names; those of its rows otherwise. */
  fields?: string[];
  /** In milliseconds; without it the server doesn't say. */
  editedMs?: number;
  /** What the server sends at most, which may be less than it says. */
  pageRows?: number;
  /** Where it says that there are more rows. */
  moreFlag?: "top" | "properties" | "missing";
  /** Answers a count with an error, as some of the District's tables do. */
  refusesCount?: boolean;
};

export type ArcGisDouble = {
  /** For DC_OPEN_DATA_URL. */
  url: string;
  /** Path and query of every request so far, decoded. */
  requests: string[];
  setLayers: (layers: ArcGisDoubleLayer[]) => void;
  /** Answers the next request whose path and query match in another way. */
  answerNext: (matching: RegExp, answer: (response: ServerResponse) => void) => void;
  close: () => Promise<void>;
};

const ROOT = "/dcgis/rest/services";

/** Stands in for an ArcGIS server on this machine, in the shape of its documentation. */
export async function startArcGisDouble(port = 0): Promise<ArcGisDouble> {
  let layers: ArcGisDoubleLayer[] = [];
  const requests: string[] = [];
  const faults: { matching: RegExp; answer: (response: ServerResponse) => void }[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const what = `${url.pathname.replace(`${ROOT}/`, "")}?${[...url.searchParams].map((each) => each.join("=")).join("&")}`;
    requests.push(what);
    const at = faults.findIndex(({ matching }) => matching.test(what));
    const [fault] = at === -1 ? [] : faults.splice(at, 1);
    if (fault !== undefined) fault.answer(response);
    else sendArcGis(response, answerOf(layers, url));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The double has no port");
  return {
    url: `http://127.0.0.1:${address.port}${ROOT}`,
    requests,
    setLayers: (given) => {
      layers = given;
    },
    answerNext: (matching, answer) => faults.push({ matching, answer }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Sends an answer as ArcGIS does: errors, too, come with status 200. */
export function sendArcGis(response: ServerResponse, answer: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
}

/** An answer of ArcGIS that is an error. */
export function arcGisError(code: number, message: string) {
  return { error: { code, message, details: [] } };
}

function answerOf(layers: ArcGisDoubleLayer[], url: URL): unknown {
  const [, service = "", id, verb] =
    /^\/dcgis\/rest\/services\/(.+\/(?:Map|Feature)Server)(?:\/(\d+))?(?:\/(query))?$/.exec(url.pathname) ?? [];
  const own = layers.filter((layer) => layer.service === service);
  if (own.length === 0) return arcGisError(500, `Service ${service} not found`);
  if (id === undefined) {
    const named = (isTable: boolean) =>
      own.filter((layer) => (layer.isTable ?? false) === isTable).map(({ id: number, name }) => ({ id: number, name }));
    return { currentVersion: 11.5, layers: named(false), tables: named(true) };
  }
  const layer = own.find((each) => each.id === Number(id));
  if (layer === undefined) return arcGisError(400, "Invalid URL");
  return verb === undefined ? layerJson(layer) : queryJson(layer, url.searchParams);
}

function layerJson({ id, name, isTable, rows, fields, editedMs }: ArcGisDoubleLayer): unknown {
  const names = fields ?? [...new Set(["OBJECTID", ...rows.flatMap((row) => Object.keys(row))])];
  return {
    currentVersion: 11.5,
    id,
    name,
    type: isTable === true ? "Table" : "Feature Layer",
    objectIdField: "OBJECTID",
    maxRecordCount: 2_000,
    fields: names.map((field) => ({
      name: field,
      type: field === "OBJECTID" ? "esriFieldTypeOID" : "esriFieldTypeString",
    })),
    ...(editedMs === undefined ? {} : { editingInfo: { lastEditDate: editedMs, dataLastEditDate: editedMs } }),
  };
}

/** Of a condition, the double only follows the last object id. */
function queryJson(layer: ArcGisDoubleLayer, parameters: URLSearchParams): unknown {
  const { rows, geometries, pageRows = 2_000, moreFlag = "properties", refusesCount = false } = layer;
  const after = Number(/OBJECTID > (\d+)$/.exec(parameters.get("where") ?? "")?.[1] ?? 0);
  const found = rows.filter(({ OBJECTID: id }) => id > after).toSorted((a, b) => a.OBJECTID - b.OBJECTID);
  if (parameters.get("returnCountOnly") === "true") {
    return refusesCount ? arcGisError(400, "Query with count request failed") : { count: found.length };
  }
  if (parameters.get("returnIdsOnly") === "true") {
    return { objectIdFieldName: "OBJECTID", objectIds: found.map(({ OBJECTID: id }) => id) };
  }
  const outFields = (parameters.get("outFields") ?? "").split(",");
  const page = found.slice(0, Math.min(pageRows, Number(parameters.get("resultRecordCount") ?? 1_000)));
  const hasMore = page.length < found.length && moreFlag !== "missing";
  return {
    type: "FeatureCollection",
    ...(hasMore && moreFlag === "properties" ? { properties: { exceededTransferLimit: true } } : {}),
    ...(hasMore && moreFlag === "top" ? { exceededTransferLimit: true } : {}),
    features: page.map((row) => ({
      type: "Feature",
      id: row.OBJECTID,
      geometry: geometries?.get(row.OBJECTID) ?? null,
      properties: Object.fromEntries(Object.entries(row).filter(([field]) => outFields.includes(field))),
    })),
  };
}
