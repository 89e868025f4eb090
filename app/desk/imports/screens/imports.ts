import type { ImportStage } from "#app/db/schema/importing.ts";

export const IMPORTS_PATH = "/admin/imports";

export function importPath(id: string): string {
  return `${IMPORTS_PATH}/${id}`;
}

/** The facts of a source as a file. */
export function sourceFactsPath(sourceId: string): string {
  return `${IMPORTS_PATH}/sources/${sourceId}/facts.csv`;
}

/** The page of an import's entries to review. It has two lists, each with pages. */
export function importReviewPath(id: string, { page, decidedPage }: ReviewPages = { page: 1, decidedPage: 1 }): string {
  const params = new URLSearchParams([
    ...(page === 1 ? [] : [["page", String(page)]]),
    ...(decidedPage === 1 ? [] : [["decided", String(decidedPage)]]),
  ]);
  const path = `${importPath(id)}/review`;
  return params.size === 0 ? path : `${path}?${params}`;
}

/** Page numbers of the entries that wait, and of those that are decided. */
export type ReviewPages = { page: number; decidedPage: number };

/** An extract of the whole District in any of the formats is a third of this. */
export const FILE_BYTES_MAX = 500 * 1024 * 1024;

/** More than ten times the businesses registered in the District. */
export const ENTRIES_MAX = 1_000_000;

/** Above this number of new places the form suggests that they wait for an editor. */
export const AUTO_PUBLISH_MAX = 25;

export const STAGE_LABELS: Record<ImportStage, string> = {
  mapping: "Needs column mapping",
  checking: "Checking",
  checked: "Checked, not imported yet",
  running: "Importing",
  done: "Imported",
  cancelled: "Stopped",
  failed: "Failed",
  withdrawing: "Withdrawing",
  withdrawn: "Withdrawn",
  undoing: "Undoing",
  undone: "Undone",
};

export function isImportActive(stage: ImportStage): boolean {
  return stage === "checking" || stage === "running" || isBeingRemoved(stage);
}

/** Whether what the import brought is being removed, which can't be stopped halfway. */
export function isBeingRemoved(stage: ImportStage): boolean {
  return stage === "withdrawing" || stage === "undoing";
}
