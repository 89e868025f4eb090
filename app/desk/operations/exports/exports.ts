import { OPERATIONS_PATH } from "../operations.ts";

/** Files to export, by name. None contains member data. */
export const EXPORTS = {
  "everything.tar.gz": {
    title: "Everything",
    about: "All the files below in one archive, plus each guide as Markdown",
  },
  "places.json": { title: "Places", about: "Every open or closed place with its facts and sources" },
  "places.csv": { title: "Places", about: "The same places, one row each" },
  "guides.json": { title: "Guides", about: "Every guide and draft with its places" },
  "neighborhoods.json": { title: "Neighborhoods", about: "Descriptions, boundaries and stations" },
  "neighborhoods.csv": { title: "Neighborhoods", about: "The descriptions, one row each" },
  "figures.csv": { title: "Views", about: "Views and visitors per page and day" },
  "place-figures.csv": { title: "Place statistics", about: "Views and clicks per place, by day and month" },
} as const;

export type ExportName = keyof typeof EXPORTS;

export function isExportName(name: string): name is ExportName {
  return Object.hasOwn(EXPORTS, name);
}

export const CONTENT_EXPORTS = [
  "everything.tar.gz",
  "places.json",
  "places.csv",
  "guides.json",
  "neighborhoods.json",
  "neighborhoods.csv",
] as const satisfies ExportName[];

export const STATISTICS_EXPORTS = ["figures.csv", "place-figures.csv"] as const satisfies ExportName[];

export function exportPath(name: ExportName): string {
  return `${OPERATIONS_PATH}/export/${name}`;
}
