import { parentPort, workerData } from "node:worker_threads";
import { zstdDecompressSync } from "node:zlib";

import {
  type AsyncBuffer,
  type ColumnChunk,
  type FileMetaData,
  parquetMetadata,
  parquetReadObjects,
  parquetSchema,
  type RowGroup,
  type SchemaElement,
  type SchemaTree,
} from "hyparquet";

import { areaFinder } from "#app/desk/imports/run/district-areas.ts";

import type { ByteRange, FilePart, ParquetAnswer, ParquetRequest, ParquetSettings } from "./parquet-messages.ts";
import {
  isNeeded,
  placePoint,
  placeRecord,
  type PlaceRow,
  POSITION_COLUMNS,
  REQUIRED_COLUMNS,
} from "./overture-place.ts";

// A thread of its own, with a limit of memory: a file can ask for any amount of it in a few bytes, and a row group is unpacked
// in one go, for which pages shouldn't wait.

/** Overture's have about 20,000, those of DuckDB six times as many. */
const GROUP_ROWS_MAX = 250_000;
/** Overture's are 16 MB unpacked. */
const GROUP_BYTES_MAX = 64 * 1024 * 1024;
/** Columns that are not needed are read too when they are shorter than a request is worth. */
const GAP_BYTES_MAX = 64 * 1024;
/** The first bytes of a file say only that it is Parquet. */
const DATA_FROM = 4;

const { areas, box }: ParquetSettings = workerData;
const findArea = areaFinder(areas);

/** The file that is read, with no more than its needed columns. */
let file: { size: number; metadata: FileMetaData; columns: string[] } | null = null;

parentPort?.on("message", (request: ParquetRequest) => {
  void answer(request).then((result) => parentPort?.postMessage(result, []));
});

async function answer(request: ParquetRequest): Promise<ParquetAnswer> {
  try {
    return "footer" in request ? openFile(request) : await readRows(request);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The row groups that may have places of the District. */
function openFile({ footer, size }: { footer: Uint8Array; size: number }): ParquetAnswer {
  const metadata = parquetMetadata(footer, { geoparquet: false });
  const { children } = parquetSchema(metadata);
  const missing = REQUIRED_COLUMNS.find((name) => !children.some(({ element }) => element.name === name));
  if (missing !== undefined) throw new Error(`it has no column “${missing}”`);
  const needed = children.flatMap((column) => neededTree(column) ?? []);
  const schema = [{ name: "places", num_children: needed.length }, ...needed.flatMap(flattened)];
  const groups = metadata.row_groups.map((group) => ({ ...group, columns: group.columns.filter(isNeededChunk) }));
  file = {
    size,
    metadata: { ...metadata, schema, row_groups: groups },
    columns: needed.map(({ element }) => element.name),
  };
  return {
    rowGroups: metadata.row_groups.flatMap((group, index) =>
      touchesDistrict(group) ? [{ index, ranges: rangesOf(groups[index] ?? group, size) }] : [],
    ),
  };
}

/** The column with those of its fields that are needed; null when none is. */
function neededTree(tree: SchemaTree): SchemaTree | null {
  if (tree.children.length === 0) return isNeeded(tree.path) ? tree : null;
  const children = tree.children.flatMap((child) => neededTree(child) ?? []);
  return children.length === 0
    ? null
    : { ...tree, children, element: { ...tree.element, num_children: children.length } };
}

/** The elements of a column in the order of a schema. */
function flattened({ element, children }: SchemaTree): SchemaElement[] {
  return [element, ...children.flatMap(flattened)];
}

function isNeededChunk({ meta_data }: ColumnChunk): boolean {
  return meta_data !== undefined && isNeeded(meta_data.path_in_schema);
}

/** By the smallest and largest values of the bounding boxes. Without them, anything may be in the group. */
function touchesDistrict(group: RowGroup): boolean {
  const isBeyond = (name: string, end: "min" | "max", compare: (value: number) => boolean) => {
    const chunk = group.columns.find(({ meta_data }) => meta_data?.path_in_schema.join(".") === `bbox.${name}`);
    const { min, max, min_value, max_value } = chunk?.meta_data?.statistics ?? {};
    const value = end === "min" ? (min_value ?? min) : (max_value ?? max);
    return typeof value === "number" && compare(value);
  };
  return !(
    isBeyond("xmin", "min", (west) => west > box.east) ||
    isBeyond("xmax", "max", (east) => east < box.west) ||
    isBeyond("ymin", "min", (south) => south > box.north) ||
    isBeyond("ymax", "max", (north) => north < box.south)
  );
}

/** The bytes of the needed columns, in the order of the file. */
function rangesOf(group: RowGroup, size: number): ByteRange[] {
  const rows = Number(group.num_rows);
  if (!(rows >= 0 && rows <= GROUP_ROWS_MAX)) throw new Error(`it has a row group of ${rows} rows`);
  const ids = group.columns.find(({ meta_data }) => meta_data?.path_in_schema.join(".") === "id");
  if (ids?.meta_data?.num_values !== group.num_rows) throw new Error("it has another number of ids than of rows");
  const needed = group.columns.map((chunk) => rangeOf(chunk, size)).sort((one, other) => one.from - other.from);
  const merged: ByteRange[] = [];
  for (const range of needed) {
    const last = merged.at(-1);
    if (last !== undefined && range.from <= last.to + GAP_BYTES_MAX) last.to = Math.max(last.to, range.to);
    else merged.push(range);
  }
  const bytes = merged.reduce((sum, { from, to }) => sum + to - from, 0);
  if (bytes > GROUP_BYTES_MAX) throw new Error(`it has a row group of ${Math.round(bytes / 1_000_000)} MB`);
  return merged;
}

function rangeOf({ meta_data }: ColumnChunk, size: number): ByteRange {
  const from = Number(meta_data?.dictionary_page_offset || meta_data?.data_page_offset);
  const to = from + Number(meta_data?.total_compressed_size);
  if (!(from >= DATA_FROM && to >= from && to <= size)) throw new Error("it has columns outside of the file");
  return { from, to };
}

/** The District's places of a row group. One column at a time, and only of these places, to need little memory. */
async function readRows({ rowGroup, parts }: { rowGroup: number; parts: FilePart[] }): Promise<ParquetAnswer> {
  const { metadata, columns, size } = file ?? {};
  const group = metadata?.row_groups[rowGroup];
  if (metadata === undefined || columns === undefined || size === undefined || group === undefined) {
    throw new Error(`it has no row group ${rowGroup}`);
  }
  const reading = {
    file: partsBuffer(parts, size),
    metadata: { ...metadata, num_rows: group.num_rows, row_groups: [group] },
    compressors: { ZSTD: unpackZstd },
    geoparquet: false,
    // Otherwise the geometry, which isn't marked as such everywhere, would be read as text.
    utf8: false,
    parsers: { geometryFromBytes: (bytes: unknown) => bytes, geographyFromBytes: (bytes: unknown) => bytes },
  };
  const rows = new Map<number, PlaceRow>();
  for (const [at, row] of (await parquetReadObjects({ ...reading, columns: POSITION_COLUMNS })).entries()) {
    const point = placePoint(row);
    if (point !== null && findArea(point) !== null) rows.set(at, { id: row["id"], geometry: point });
  }
  for (const name of columns) {
    if (rows.size === 0 || POSITION_COLUMNS.includes(name)) continue;
    const values = await parquetReadObjects({ ...reading, columns: [name] });
    for (const [at, row] of rows) row[name] = values[at]?.[name];
  }
  return { records: [...rows.values()].map(placeRecord) };
}

/** No more than the page says that it has. */
function unpackZstd(input: Uint8Array, length: number): Uint8Array {
  return zstdDecompressSync(input, { maxOutputLength: Math.max(1, length) });
}

/** The bytes of the file that were requested. */
function partsBuffer(parts: FilePart[], byteLength: number): AsyncBuffer {
  return {
    byteLength,
    slice: (start, end = byteLength) => {
      const part = parts.find(({ from, bytes }) => from <= start && end <= from + bytes.length);
      if (part === undefined) throw new Error("it has pages outside of their columns");
      return new Uint8Array(part.bytes.subarray(start - part.from, end - part.from)).buffer;
    },
  };
}
