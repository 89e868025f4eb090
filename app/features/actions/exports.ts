import { ACTIONS_PATH } from "./actions.ts";

/** What editors take along of the guide, by file name. None holds anything of members. */
export const EXPORTS = {
  "everything.tar.gz": { title: "Everything", about: "All files below in one archive, and each guide as Markdown" },
  "places.json": { title: "Places", about: "Every listed or closed place with its facts and their sources" },
  "places.csv": { title: "Places", about: "The same places, a row each" },
  "guides.json": { title: "Guides", about: "Every guide, drafts too, with its places" },
  "neighborhoods.json": { title: "Neighborhoods", about: "Texts, shapes and stations" },
  "neighborhoods.csv": { title: "Neighborhoods", about: "The texts, a row each" },
  "figures.csv": { title: "Views", about: "Counted views and visitors of each page by day" },
  "place-figures.csv": { title: "Places’ figures", about: "What the guide brought each place, by day and by month" },
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

export const FIGURE_EXPORTS = ["figures.csv", "place-figures.csv"] as const satisfies ExportName[];

export function exportPath(name: ExportName): string {
  return `${ACTIONS_PATH}/export/${name}`;
}
