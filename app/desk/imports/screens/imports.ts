import type { ImportStage } from "#app/db/schema/importing.ts";

export const IMPORTS_PATH = "/admin/imports";

export function importPath(id: string): string {
  return `${IMPORTS_PATH}/${id}`;
}

export function importReviewPath(id: string): string {
  return `${importPath(id)}/review`;
}

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
};

export function isImportActive(stage: ImportStage): boolean {
  return stage === "checking" || stage === "running" || stage === "withdrawing";
}
