import { IMPORT_FORMATS, type ImportFormat, type KindScheme } from "#app/db/columns/import-columns.ts";

export const FORMAT_NAMES: Record<ImportFormat, string> = {
  overture: "Overture places (GeoJSON)",
  osm: "OpenStreetMap’s tags (Overpass JSON or GeoJSON)",
  google: "Google Business Profile (CSV)",
  csv: "Table (CSV, JSON or GeoJSON)",
  "json-ld": "schema.org (JSON-LD)",
  live: "Records of a live source",
};

export const SCHEME_BY_FORMAT: Record<ImportFormat, KindScheme> = {
  overture: "overture",
  osm: "osm",
  google: "google",
  csv: "csv",
  "json-ld": "schema-org",
  // Its records name places that have a category.
  live: "schema-org",
};

export function isImportFormat(text: string): text is ImportFormat {
  return (IMPORT_FORMATS as readonly string[]).includes(text);
}

/** Whether the format is a table with columns, which may be written as JSON. */
export function isTableFormat(format: ImportFormat): boolean {
  return format === "google" || format === "csv";
}

/**
 * Detects the format from the beginning of a file.
 *
 * @returns A message when the format isn't supported.
 */
export function detectFormat(head: string): { format: ImportFormat } | { problem: string } {
  const text = head.replace(/^\uFEFF/, "").trimStart();
  if (text === "") return { problem: "The file is empty." };
  if (/^<[!?a-z]/i.test(text)) {
    return { problem: "This is a web page or XML. Export it as GeoJSON, JSON or CSV." };
  }
  if (!looksLikeJson(text)) return { format: isGoogleHeader(text) ? "google" : "csv" };
  if (/"osm3s"|"elements"\s*:/.test(text)) return { format: "osm" };
  // osmium adds the element type when asked to.
  if (/"@type"\s*:\s*"(?:node|way|relation|area)"/.test(text)) return { format: "osm" };
  if (/"@type"|"@graph"|schema\.org/.test(text)) return { format: "json-ld" };
  if (/"names"\s*:/.test(text) && /"(?:categories|basic_category|taxonomy|confidence)"\s*:/.test(text)) {
    return { format: "overture" };
  }
  if (/"@id"|"addr:[a-z]+"|"(?:amenity|shop|tourism|leisure|office|craft|healthcare)"\s*:|openstreetmap/i.test(text)) {
    return { format: "osm" };
  }
  return { format: "csv" };
}

/** Whether the text starts like JSON, or like a sequence of JSON texts with record separators. */
export function looksLikeJson(text: string): boolean {
  const start = text.replace(/^\uFEFF/, "").trimStart();
  return ["[", "{", "\u001E"].some((character) => start.startsWith(character));
}

function isGoogleHeader(text: string): boolean {
  const header = (text.split(/\r?\n|\r/, 1)[0] ?? "").toLowerCase();
  return header.includes("business name") && /store code|shop code|primary phone|monday hours/.test(header);
}

/** The delimiter that occurs most often in the first line. */
export function detectDelimiter(head: string): string {
  const header = head.replace(/^\uFEFF/, "").split(/\r?\n|\r/, 1)[0] ?? "";
  const unquoted = header.replaceAll(/"(?:[^"]|"")*"/g, "");
  const counts = [",", ";", "\t", "|"].map((character) => ({
    sign: character,
    count: unquoted.split(character).length,
  }));
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).sign;
}
