import { CsvError, parse } from "csv-parse/sync";
import { z } from "zod";

import type { ColumnMapping, FileEnding, ImportFormat, TextEncoding } from "#app/db/columns/import-columns.ts";
import { parseJson } from "#app/lib/parse-json.ts";
import { formatFullCount } from "#app/ui/format-count.ts";

import { COLUMNS_MAX, readRow } from "../mapping/column-mapping.ts";
import { detectDelimiter, detectFormat, isTableFormat, looksLikeJson } from "./import-format.ts";
import type { ImportFile } from "./import-file.server.ts";
import type { ParsedEntry } from "./imported-facts.ts";
import { JsonRecords, type TextRecord } from "./json-records.ts";
import { flattenRecord } from "./json-table.ts";
import { readJsonLd } from "./read-json-ld.ts";
import { readLiveRecord } from "./read-live-record.ts";
import { readOsm } from "./read-osm.ts";
import { readOverture } from "./read-overture.ts";
import { toSingleLine } from "./parse-fields.ts";
import { ROW_CHARACTERS_MAX, TableRows, type TextRow } from "./table-rows.ts";
import { EncodingDetector } from "./text-encoding.ts";
import { needsOutline, type Outlines, readOutlines } from "./osm-outlines.ts";

const NO_RECORDS = "This JSON has no list of records with at least two fields each.";
const NO_HEADER = `A table needs a first line with at least two column names and at most ${formatFullCount(ROW_CHARACTERS_MAX)} characters.`;

/** Enough to detect the format: Overpass names itself at the top, Overture in its first place. */
const HEAD_BYTES = 64 * 1024;

export type FileInspection = {
  encoding: TextEncoding;
  isMixed: boolean;
  format: ImportFormat;
  headers: string[];
  sample: string[][];
};

/**
 * Detects the encoding from the whole file and the format from its beginning; for a table also reads the header and
 * some rows.
 *
 * @returns A message when the file can't be imported.
 */
export async function inspectFile(
  file: ImportFile,
  format: ImportFormat | null,
): Promise<FileInspection | { problem: string }> {
  const probe = new EncodingDetector();
  for await (const chunk of file.chunks()) probe.read(chunk);
  const found = probe.result();
  if ("problem" in found) return found;
  const head = await headOf(file, found.encoding);
  const detected = format === null ? detectFormat(head) : { format };
  if ("problem" in detected) return detected;
  const isJson = looksLikeJson(head);
  if (isJson && detected.format === "google") return { problem: "The file is JSON, not the CSV of Google." };
  if (!isJson && !isTableFormat(detected.format)) return { problem: "The file isn’t JSON." };
  const rows = isTableFormat(detected.format) ? await readFirstRows(file, found.encoding) : [];
  const [headers = [], ...sample] = rows;
  if (isTableFormat(detected.format) && headers.length < 2) {
    return { problem: isJson ? NO_RECORDS : NO_HEADER };
  }
  return { ...found, format: detected.format, headers, sample };
}

async function headOf(file: ImportFile, encoding: TextEncoding): Promise<string> {
  const head = new Uint8Array(HEAD_BYTES);
  let filled = 0;
  for await (const chunk of file.chunks()) {
    const part = chunk.subarray(0, HEAD_BYTES - filled);
    head.set(part, filled);
    filled += part.length;
    if (filled === HEAD_BYTES) break;
  }
  return new TextDecoder(encoding).decode(head.subarray(0, filled));
}

/** The header and the five sample rows of the mapping form. */
export async function readFirstRows(file: ImportFile, encoding: TextEncoding): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { cells } of tableRows(file, encoding, { bytes: 0 })) {
    if (cells !== null && cells.length > 0) rows.push(rows.length === 0 ? columnNames(cells) : cells);
    if (rows.length > SAMPLE_ROWS) break;
  }
  return rows;
}

const SAMPLE_ROWS = 5;

/** How far a file has been read and, once it is finished, how it ended. */
export type ReadProgress = { bytes: number; ending?: FileEnding };

export type NumberedEntry = { number: number; line: number; entry: ParsedEntry };

/** Yields every entry of a file, valid or not. Updates `progress` while reading. */
export async function* readEntries(
  file: ImportFile,
  input: { format: ImportFormat; encoding: TextEncoding; mapping: ColumnMapping },
  progress: ReadProgress,
): AsyncGenerator<NumberedEntry> {
  let number = 0;
  const entries = isTableFormat(input.format)
    ? tableEntries(file, input, progress)
    : jsonEntries(file, input, progress);
  for await (const { line, entry } of entries) {
    number += 1;
    yield { number, line, entry };
  }
}

type LinedEntry = Omit<NumberedEntry, "number">;

async function* jsonEntries(
  file: ImportFile,
  { format, encoding }: { format: ImportFormat; encoding: TextEncoding },
  progress: ReadProgress,
): AsyncGenerator<LinedEntry> {
  let outlines: Outlines | null = null;
  for await (const record of jsonRecords(file, encoding, progress)) {
    const { line } = record;
    const value = "problem" in record ? undefined : parseJson(record.text);
    if ("problem" in record) yield { line, entry: { skip: record.problem } };
    else if (value === undefined) yield { line, entry: { skip: "malformed" } };
    else if (format === "json-ld") for (const entry of readJsonLd(value)) yield { line, entry };
    else if (format === "overture") yield { line, entry: readOverture(value) };
    else if (format === "live") yield { line, entry: readLiveRecord(value) };
    else {
      const needsOutlines = needsOutline(value);
      if (needsOutlines) outlines ??= await readOutlines(() => elementsOf(file, encoding));
      yield { line, entry: readOsm(value, needsOutlines ? (outlines?.centerOf(value) ?? null) : null) };
    }
  }
}

async function* jsonRecords(
  file: ImportFile,
  encoding: TextEncoding,
  progress: ReadProgress,
): AsyncGenerator<TextRecord> {
  const records = new JsonRecords();
  for await (const chunk of decodeText(file, encoding, progress)) yield* records.read(chunk);
  yield* records.end();
  progress.ending = fileEnding(records);
}

/** A "runtime remark", such as about a short timeout, doesn't mean that data is missing. */
function fileEnding({ remark, isWhole }: JsonRecords): FileEnding {
  if (remark !== null && !remark.startsWith("runtime remark")) return { kind: "remark", remark: toSingleLine(remark) };
  return { kind: isWhole ? "whole" : "cut-short" };
}

async function* elementsOf(file: ImportFile, encoding: TextEncoding): AsyncGenerator {
  for await (const record of jsonRecords(file, encoding, { bytes: 0 })) {
    const value = "problem" in record ? undefined : parseJson(record.text);
    if (value !== undefined) yield value;
  }
}

async function* decodeText(file: ImportFile, encoding: TextEncoding, progress: ReadProgress): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of file.chunks()) {
    progress.bytes += chunk.length;
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

async function* tableEntries(
  file: ImportFile,
  { format, encoding, mapping }: { format: ImportFormat; encoding: TextEncoding; mapping: ColumnMapping },
  progress: ReadProgress,
): AsyncGenerator<LinedEntry> {
  let headers: string[] | null = null;
  for await (const { line, cells } of tableRows(file, encoding, progress)) {
    if (cells === null) yield { line, entry: { skip: "malformed" } };
    else if (cells.every((cell) => cell === "")) continue;
    else if (headers === null) headers = columnNames(cells);
    // Cells may be missing at a row's end, but nothing may stand where no column is.
    else if (cells.slice(headers.length).some((cell) => cell !== "")) yield { line, entry: { skip: "malformed" } };
    else yield { line, entry: readRow(namedCells(headers, cells), mapping, format) };
  }
}

/** A column with no name or a repeated one is named by its position. */
function columnNames(cells: readonly string[]): string[] {
  const names = new Set<string>();
  for (const [at, cell] of cells.entries()) {
    let name = cell === "" ? `Column ${at + 1}` : cell;
    while (names.has(name)) name = `${name} (column ${at + 1})`;
    names.add(name);
  }
  return [...names];
}

/** A map, because a header may be called `__proto__`. */
function namedCells(headers: readonly string[], cells: readonly string[]): Map<string, string> {
  return new Map(headers.map((header, at) => [header, cells[at] ?? ""]));
}

/**
 * The rows of a table, header first. `cells` is null for an invalid row, as after an unclosed quotation mark; reading
 * resumes with the line after the one in which that row began.
 */
async function* tableRows(
  file: ImportFile,
  encoding: TextEncoding,
  progress: ReadProgress,
): AsyncGenerator<{ line: number; cells: string[] | null }> {
  const head = await headOf(file, encoding);
  if (looksLikeJson(head)) return yield* recordRows(file, encoding, progress);
  const delimiter = detectDelimiter(head);
  const splitter = new TableRows(delimiter);
  for await (const chunk of decodeText(file, encoding, progress)) yield* parsedRows(splitter.read(chunk), delimiter);
  yield* parsedRows(splitter.end(), delimiter);
}

/** How many records are read for their columns. */
const COLUMN_RECORDS = 200;

/** The records of JSON as a table's rows: first the columns that any of the first records has. */
async function* recordRows(
  file: ImportFile,
  encoding: TextEncoding,
  progress: ReadProgress,
): AsyncGenerator<{ line: number; cells: string[] | null }> {
  const columns = new Set<string>();
  let readCount = 0;
  for await (const value of elementsOf(file, encoding)) {
    for (const column of flattenRecord(value).keys()) if (columns.size < COLUMNS_MAX) columns.add(column);
    readCount += 1;
    if (readCount === COLUMN_RECORDS) break;
  }
  yield { line: 1, cells: [...columns] };
  for await (const record of jsonRecords(file, encoding, progress)) {
    const value = "problem" in record ? undefined : parseJson(record.text);
    const cells = value === undefined ? null : flattenRecord(value);
    yield { line: record.line, cells: cells && [...columns].map((column) => cells.get(column) ?? "") };
  }
}

function* parsedRows(rows: Iterable<TextRow>, delimiter: string): Generator<{ line: number; cells: string[] | null }> {
  for (const { line, text } of rows) yield { line, cells: text === null ? null : parseCells(text, delimiter) };
}

const Cells = z.array(z.array(z.string())).min(1);

function parseCells(row: string, delimiter: string): string[] | null {
  // An empty line has no cells.
  if (row.trim() === "") return [];
  try {
    const [cells = []] = Cells.parse(
      parse(row, { delimiter, relax_quotes: true, relax_column_count: true, bom: true }),
    );
    return cells.slice(0, COLUMNS_MAX).map((cell) => cell.trim());
  } catch (error) {
    if (error instanceof CsvError || error instanceof z.ZodError) return null;
    throw error;
  }
}
