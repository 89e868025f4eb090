import { z } from "zod";

import type { Point } from "#app/guide/places/place.ts";
import { geometryCenter, getPath, getText } from "#app/desk/imports/readers/parse-fields.ts";
import { parseJson } from "#app/lib/parse-json.ts";

import { SourceFault } from "../http/source-fault.ts";
import type { SourceHttp } from "../http/source-http.server.ts";

/** Servers have 1,000 or 2,000 rows per page; one that allows more isn't asked for more. */
const PAGE_ROWS_MAX = 2_000;
/** A page of outlines is the largest. */
const PAGE_BYTES_MAX = 40_000_000;
/** Above the largest table that is read, so that a server that repeats itself is noticed. */
const ROWS_MAX = 200_000;

/** A later day of editing is a mistake. */
const EDITED_MS_MAX = Date.UTC(2100, 0, 1);

/** A layer or table of an ArcGIS server. */
export type ArcGisLayer = {
  /** Its address, without a slash at the end. */
  url: string;
  objectIdField: string;
  fields: ReadonlySet<string>;
  pageRows: number;
  /** When its rows last changed; null: the server doesn't say. */
  editedAt: Date | null;
};

export type ArcGisRow = { properties: unknown; point: Point | null };

const Named = z.object({ id: z.number().int().min(0), name: z.string() });
const Service = z.object({ layers: z.array(Named).optional(), tables: z.array(Named).optional() });
const Layer = z.object({
  objectIdField: z.string().nullish(),
  fields: z.array(z.object({ name: z.string(), type: z.string().optional() })),
  maxRecordCount: z.number().int().min(1).optional(),
  editingInfo: z.object({ dataLastEditDate: z.number().nullish(), lastEditDate: z.number().nullish() }).nullish(),
});
const Page = z.object({ features: z.array(z.unknown()) });

/**
 * A layer or table of a service by its name, since numbers change when layers are added.
 *
 * @param input.serviceUrl ".../FeatureServer" or ".../MapServer".
 * @returns Null: no layer has such a name, or several do.
 * @throws SourceFault
 */
export async function findArcGisLayer(
  http: SourceHttp,
  { serviceUrl, named }: { serviceUrl: string; named: RegExp },
): Promise<ArcGisLayer | null> {
  const service = Service.safeParse(await requestJson(http, `${serviceUrl}?f=json`));
  if (!service.success) throw malformed(serviceUrl, "a service that can’t be read");
  const { layers = [], tables = [] } = service.data;
  const [found, ...others] = [...layers, ...tables].filter(({ name }) => named.test(name.trim()));
  if (found === undefined || others.length > 0) return null;
  const url = `${serviceUrl}/${found.id}`;
  const layer = Layer.safeParse(await requestJson(http, `${url}?f=json`));
  if (!layer.success) throw malformed(url, "a layer that can’t be read");
  const { objectIdField, fields, maxRecordCount = 1_000, editingInfo } = layer.data;
  const idField = objectIdField ?? fields.find(({ type }) => type === "esriFieldTypeOID")?.name ?? "";
  // It stands in the condition of each query.
  if (!/^\w{1,60}$/.test(idField)) throw malformed(url, "a layer without an id of its rows");
  const editedMs = editingInfo?.dataLastEditDate ?? editingInfo?.lastEditDate ?? 0;
  return {
    url,
    objectIdField: idField,
    fields: new Set(fields.map(({ name }) => name)),
    pageRows: Math.min(maxRecordCount, PAGE_ROWS_MAX),
    editedAt: editedMs > 0 && editedMs < EDITED_MS_MAX ? new Date(editedMs) : null,
  };
}

/**
 * The rows of a layer, a page at a time, in the order of their object ids. Each page begins behind the last id, so that rows
 * that are added or deleted meanwhile move none.
 *
 * @param input.where A condition in the server's SQL.
 * @param input.fields Those of them that the layer has.
 * @throws SourceFault, also when there are more or fewer rows than the server counts.
 */
export async function* readArcGisRows(
  http: SourceHttp,
  layer: ArcGisLayer,
  { where, fields }: { where: string; fields: readonly string[] },
): AsyncGenerator<ArcGisRow[]> {
  const expected = await countRows(http, layer, where);
  let count = 0;
  let lastId: number | null = null;
  for (;;) {
    const page: QueriedPage = await queryPage(http, layer, { where, fields, lastId });
    count += page.rows.length;
    lastId = page.lastId;
    if (page.rows.length > 0) yield page.rows;
    if (page.rows.length === 0 || (!page.hasMore && count >= expected)) break;
    if (count > ROWS_MAX) throw new SourceFault("too-large", `${hostOf(layer.url)} has more than ${ROWS_MAX} rows.`);
  }
  if (count !== expected) throw malformed(layer.url, `${count} rows of a layer that has ${expected}`);
}

type QueriedPage = { rows: ArcGisRow[]; lastId: number | null; hasMore: boolean };

async function queryPage(
  http: SourceHttp,
  layer: ArcGisLayer,
  { where, fields, lastId }: { where: string; fields: readonly string[]; lastId: number | null },
): Promise<QueriedPage> {
  const { url, objectIdField, pageRows } = layer;
  const answer = await query(http, url, {
    where: lastId === null ? where : `(${where}) AND ${objectIdField} > ${lastId}`,
    outFields: [objectIdField, ...fields.filter((field) => layer.fields.has(field))].join(","),
    orderByFields: objectIdField,
    resultRecordCount: String(pageRows),
    outSR: "4326",
    geometryPrecision: "6",
    f: "geojson",
  });
  const page = Page.safeParse(answer);
  if (!page.success) throw malformed(url, "a page without rows");
  let previousId = lastId;
  const rows = page.data.features.map((feature) => {
    const properties = getPath(feature, "properties");
    const id = getPath(properties, objectIdField) ?? getPath(feature, "id");
    if (typeof id !== "number" || !Number.isSafeInteger(id) || (previousId !== null && id <= previousId)) {
      throw malformed(url, "rows that aren’t in the order requested");
    }
    previousId = id;
    return { properties, point: geometryCenter(getPath(feature, "geometry")) };
  });
  // In the answer itself or in its properties: both are out there.
  const hasMore = [getPath(answer, "exceededTransferLimit"), getPath(answer, "properties", "exceededTransferLimit")];
  return { rows, lastId: previousId, hasMore: hasMore.includes(true) };
}

/** How many rows the condition finds. Some servers can't count with one, but list the ids. */
async function countRows(http: SourceHttp, { url }: ArcGisLayer, where: string): Promise<number> {
  const counted = await query(http, url, { where, returnCountOnly: "true", f: "json" }, { canRefuse: true });
  const count = getPath(counted, "count");
  if (typeof count === "number" && Number.isSafeInteger(count) && count >= 0) return count;
  const listed = await query(http, url, { where, returnIdsOnly: "true", f: "json" });
  const ids = getPath(listed, "objectIds");
  if (ids === null) return 0;
  if (!Array.isArray(ids)) throw malformed(url, "no count of its rows");
  return ids.length;
}

async function query(
  http: SourceHttp,
  layerUrl: string,
  parameters: Record<string, string>,
  more: { canRefuse?: boolean } = {},
): Promise<unknown> {
  return requestJson(http, `${layerUrl}/query?${new URLSearchParams(parameters).toString()}`, more);
}

/** An answer. Errors may come with status 200. `canRefuse`: an error is an answer, too. */
async function requestJson(
  http: SourceHttp,
  url: string,
  { canRefuse = false }: { canRefuse?: boolean } = {},
): Promise<unknown> {
  const text = await http.readText({ url, bytesMax: PAGE_BYTES_MAX, ...(canRefuse ? { statuses: [400] } : {}) });
  const value = parseJson(text);
  if (canRefuse) return value;
  if (value === undefined) throw malformed(url, "something that isn’t JSON");
  if (getPath(value, "error") !== undefined) {
    const [code, message] = [getText(value, "error", "code"), getText(value, "error", "message")];
    throw new SourceFault("failed", `${hostOf(url)} answered with the error ${code}: “${message.slice(0, 200)}”.`);
  }
  return value;
}

function malformed(url: string, what: string): SourceFault {
  const path = new URL(url).pathname.replace(/^.*\/services\//, "").replace(/\/query$/, "");
  return new SourceFault("malformed", `${hostOf(url)} sent ${what} (${path.slice(0, 120)}).`);
}

function hostOf(url: string): string {
  return new URL(url).host;
}
