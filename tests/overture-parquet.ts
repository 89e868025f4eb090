import { zstdCompressSync } from "node:zlib";

import type { SchemaElement } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";

/** A place in a double's file, as a release of schema 2.0.0 has it. */
export type OvertureRow = {
  id: string;
  at: [lat: number, lng: number];
  name: string;
  basic_category?: string | null;
  taxonomy?: { primary: string; hierarchy: string[]; alternates?: string[] | null } | null;
  operating_status?: string | null;
  confidence?: number | null;
  websites?: string[] | null;
  phones?: string[] | null;
  addresses?: { freeform?: string; locality?: string; postcode?: string; region?: string; country?: string }[] | null;
  sources?: OvertureSource[];
};

export type OvertureSource = {
  property: string;
  dataset: string;
  license?: string | null;
  record_id?: string | null;
  update_time?: string | null;
  confidence?: number | null;
};

/** A cafe of Meta on Kingman Island, where nothing is listed. */
export function overtureRow(row: Partial<OvertureRow> = {}): OvertureRow {
  return {
    id: "00000000-0000-4000-8000-000000000001",
    at: [38.8973, -76.9665],
    name: "Zebra Finch Coffee",
    basic_category: "coffee_shop",
    taxonomy: { primary: "coffee_shop", hierarchy: ["food_and_drink", "non_alcoholic_beverage_venue", "coffee_shop"] },
    confidence: 0.9,
    sources: [overtureSource()],
    ...row,
  };
}

export function overtureSource(source: Partial<OvertureSource> = {}): OvertureSource {
  return {
    property: "",
    dataset: "meta",
    license: "CDLA-Permissive-2.0",
    record_id: "1",
    update_time: "2026-10-05T07:00:00.000Z",
    ...source,
  };
}

/** What is wrong with a file. */
type Flaws = {
  /** False: no bounds of row groups. */
  statistics?: boolean;
  codec?: "ZSTD" | "UNCOMPRESSED";
  /** A column that the file lacks. */
  without?: string;
  /** How many rows its footer claims beyond those that are there. */
  extraRows?: number;
  /** How far behind their bytes the footer places the columns. */
  offset?: number;
  /** Whether pages unpack to 50 MB. */
  bomb?: boolean;
};

/** A file with these row groups, as Spark writes it: compressed by zstd, points as well-known binary, boxes as floats. */
export function overtureParquet(groups: OvertureRow[][], flaws: Flaws = {}): Uint8Array {
  const writer = new ByteWriter();
  const file = new OvertureParquetWriter(writer, flaws);
  for (const rows of groups) file.write(rows);
  file.finish();
  return writer.getBytes();
}

const BOMB_BYTES = 50_000_000;

/** Writes one row group at a time. */
export class OvertureParquetWriter {
  readonly #file: ParquetWriter;
  readonly #columns: Column[];
  readonly #flaws: Flaws;

  constructor(writer: ByteWriter, flaws: Flaws = {}) {
    const { statistics = true, codec = "ZSTD", without, bomb = false } = flaws;
    this.#flaws = flaws;
    this.#columns = COLUMNS.filter(({ name }) => name !== without);
    this.#file = new ParquetWriter({
      writer,
      schema: [
        { name: "spark_schema", num_children: this.#columns.length },
        ...this.#columns.flatMap(({ elements }) => elements),
      ],
      codec,
      compressors: { ZSTD: (bytes) => zstdCompressSync(bomb ? new Uint8Array(BOMB_BYTES) : bytes) },
      statistics,
      kvMetadata: [{ key: "geo", value: JSON.stringify(GEO) }],
    });
  }

  write(rows: OvertureRow[]): void {
    const columnData = this.#columns.map(({ name, valueOf }) => ({ name, data: rows.map(valueOf) }));
    void this.#file.write({ columnData, rowGroupSize: Math.max(1, rows.length) });
  }

  finish(): void {
    const { extraRows = 0, offset = 0 } = this.#flaws;
    for (const group of this.#file.row_groups) {
      group.num_rows += BigInt(extraRows);
      for (const { meta_data } of group.columns) {
        if (meta_data === undefined) continue;
        meta_data.data_page_offset += BigInt(offset);
        if (meta_data.dictionary_page_offset !== undefined) meta_data.dictionary_page_offset += BigInt(offset);
      }
    }
    void this.#file.finish();
  }
}

const GEO = {
  version: "1.1.0",
  primary_column: "geometry",
  columns: { geometry: { encoding: "WKB", geometry_types: ["Point"], covering: { bbox: { xmin: ["bbox", "xmin"] } } } },
};

type Column = { name: string; valueOf: (row: OvertureRow) => unknown; elements: SchemaElement[] };

/** Columns in the order of Overture, with some of those that the reader leaves out. */
const COLUMNS: Column[] = [
  column([text("id")], ({ id }) => id),
  column([{ name: "geometry", type: "BYTE_ARRAY", repetition_type: "OPTIONAL" }], ({ at: [lat, lng] }) =>
    pointBytes(lng, lat),
  ),
  column(
    struct(
      "bbox",
      ["xmin", "xmax", "ymin", "ymax"].map((name) => [number(name, "FLOAT")]),
    ),
    ({ at: [lat, lng] }) => ({ xmin: lng, xmax: lng, ymin: lat, ymax: lat }),
  ),
  column([number("version", "INT64")], () => 1n),
  column(
    list(
      "sources",
      struct("element", [...texts("property dataset license record_id update_time"), [number("confidence", "DOUBLE")]]),
    ),
    ({ sources }) => sources ?? null,
  ),
  column(struct("names", texts("primary")), ({ name }) => ({ primary: name })),
  column([text("basic_category")], (row) => row.basic_category ?? null),
  column(
    struct("taxonomy", [
      ...texts("primary"),
      list("hierarchy", [text("element")]),
      list("alternates", [text("element")]),
    ]),
    ({ taxonomy }) => taxonomy ?? null,
  ),
  column([number("confidence", "DOUBLE")], ({ confidence }) => confidence ?? null),
  column([text("operating_status")], (row) => row.operating_status ?? null),
  column(list("websites", [text("element")]), ({ websites }) => websites ?? null),
  column(list("socials", [text("element")]), () => ["https://social.example/zebra-finch"]),
  column(list("phones", [text("element")]), ({ phones }) => phones ?? null),
  column(
    list("addresses", struct("element", texts("freeform locality postcode region country"))),
    ({ addresses }) => addresses ?? null,
  ),
];

function column(elements: SchemaElement[], valueOf: (row: OvertureRow) => unknown): Column {
  return { name: elements[0]?.name ?? "", valueOf, elements };
}

function text(name: string): SchemaElement {
  return { name, type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" };
}

/** A field each. */
function texts(names: string): SchemaElement[][] {
  return names.split(" ").map((name) => [text(name)]);
}

function number(name: string, type: "FLOAT" | "DOUBLE" | "INT64"): SchemaElement {
  return { name, type, repetition_type: "OPTIONAL" };
}

/** `fields`: each with what is inside of it. */
function struct(name: string, fields: SchemaElement[][]): SchemaElement[] {
  return [{ name, repetition_type: "OPTIONAL", num_children: fields.length }, ...fields.flat()];
}

function list(name: string, element: SchemaElement[]): SchemaElement[] {
  return [
    { name, repetition_type: "OPTIONAL", num_children: 1, converted_type: "LIST" },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    ...element,
  ];
}

/** A point as well-known binary, little-endian. */
export function pointBytes(lng: number, lat: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(21));
  view.setUint8(0, 1);
  view.setUint32(1, 1, true);
  view.setFloat64(5, lng, true);
  view.setFloat64(13, lat, true);
  return new Uint8Array(view.buffer);
}
