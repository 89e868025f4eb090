import type { Point } from "#app/guide/places/place.ts";
import { escapeXml } from "#app/guide/seo/feeds/xml.ts";
import { CSV_CONTENT_TYPE, formatCsv } from "#app/lib/csv.ts";

/** The content of a list's export. */
export type ListFile = {
  name: string;
  note: string;
  entries: ListFileEntry[];
};

export type ListFileEntry = {
  name: string;
  type: string;
  /** "1640 Columbia Rd NW, Washington, DC 20009"; null if unknown. */
  address: string | null;
  neighborhood: string;
  point: Point | null;
  /** Whether the place is still listed. */
  isListed: boolean;
  note: string;
  /** The place's page on this site. */
  url: string;
};

/** The attribution that the data's licenses require. */
const CREDIT = "Rowhouse. Contains data from Open Data DC (CC BY 4.0), modified.";

type Format = { extension: string; contentType: string; write: (list: ListFile) => string };

/** By file extension. */
export const LIST_FORMATS = {
  csv: { extension: "csv", contentType: CSV_CONTENT_TYPE, write: listCsv },
  geojson: { extension: "geojson", contentType: "application/geo+json", write: listGeoJson },
  kml: { extension: "kml", contentType: "application/vnd.google-earth.kml+xml; charset=utf-8", write: listKml },
} as const satisfies Record<string, Format>;

const COLUMNS = [
  "position",
  "name",
  "type",
  "address",
  "neighborhood",
  "latitude",
  "longitude",
  "listed",
  "note",
  "url",
] as const;

/** CSV with a header row. */
function listCsv({ entries }: ListFile): string {
  const rows = entries.map((entry, index) => [
    index + 1,
    entry.name,
    entry.type,
    entry.address,
    entry.neighborhood,
    entry.point?.lat ?? null,
    entry.point?.lng ?? null,
    entry.isListed ? "yes" : "no",
    entry.note,
    entry.url,
  ]);
  return formatCsv([COLUMNS, ...rows]);
}

/** GeoJSON (RFC 7946): longitude comes first. A place without a known position has a null geometry. */
function listGeoJson({ name, note, entries }: ListFile): string {
  const features = entries.map(({ point, ...properties }, index) => ({
    type: "Feature",
    geometry: point === null ? null : { type: "Point", coordinates: [point.lng, point.lat] },
    properties: { position: index + 1, ...properties },
  }));
  return `${JSON.stringify({ type: "FeatureCollection", name, description: note, credit: CREDIT, features }, null, 2)}\n`;
}

/** KML 2.2 (OGC 07-147r2): longitude comes first. */
function listKml({ name, note, entries }: ListFile): string {
  const placemarks = entries.map((entry) => {
    const { point, address } = entry;
    const html = description([entry.type, entry.note, entry.isListed ? "" : "No longer listed.", entry.url]);
    return [
      "    <Placemark>",
      `      <name>${escapeXml(entry.name)}</name>`,
      ...(address === null ? [] : [`      <address>${escapeXml(address)}</address>`]),
      `      <description>${html}</description>`,
      ...(point === null ? [] : [`      <Point><coordinates>${point.lng},${point.lat}</coordinates></Point>`]),
      "    </Placemark>",
    ].join("\n");
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2">',
    "  <Document>",
    `    <name>${escapeXml(name)}</name>`,
    `    <description>${description([note, CREDIT])}</description>`,
    ...placemarks,
    "  </Document>",
    "</kml>",
    "",
  ].join("\n");
}

/** KML readers interpret a description as HTML, so plain text is escaped twice. */
function description(lines: readonly string[]): string {
  const html = lines.filter((line) => line !== "").flatMap((line) => line.split("\n").map(escapeXml));
  return escapeXml(html.join("<br>"));
}
