import type { ImportFormat } from "#app/db/columns/import-columns.ts";

/** A small made-up file for trying out imports; in `seeds/import-samples`. */
export type ImportSample = { file: string; format: ImportFormat; label: string; type: string };

/** One sample per way of writing places. */
export const IMPORT_SAMPLES: readonly ImportSample[] = [
  { file: "overture.geojson", format: "overture", label: "Overture places", type: "application/geo+json" },
  { file: "overpass.json", format: "osm", label: "OpenStreetMap, from Overpass", type: "application/json" },
  {
    file: "overpass-turbo.geojson",
    format: "osm",
    label: "OpenStreetMap, from overpass turbo",
    type: "application/geo+json",
  },
  { file: "osmium.geojsonseq", format: "osm", label: "OpenStreetMap, from osmium", type: "application/geo+json-seq" },
  { file: "google-business-profile.csv", format: "google", label: "Google Business Profile", type: "text/csv" },
  { file: "table.csv", format: "csv", label: "Table with custom columns", type: "text/csv" },
  { file: "schema-org.jsonld", format: "json-ld", label: "schema.org", type: "application/ld+json" },
];

export const samplePath = (file: string) => `/admin/imports/samples/${file}`;
