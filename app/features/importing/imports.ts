import type { ImportStage } from "#app/db/schema/importing.ts";

export const IMPORTS_PATH = "/admin/imports";

export function importPath(id: string): string {
  return `${IMPORTS_PATH}/${id}`;
}

export function reviewPath(id: string): string {
  return `${importPath(id)}/review`;
}

/** An extract of the whole District by any of the formats is a third of it. */
export const FILE_BYTES_MAX = 500 * 1024 * 1024;

/** More than ten times what is registered in the District. */
export const ENTRIES_MAX = 1_000_000;

/** Where new places begin to wait for an editor unless somebody says that they shall be listed at once. */
export const WAITING_FROM = 25;

/** Whether an address takes files to import, and so bodies of that length. */
export function takesImports(path: string): boolean {
  return path === IMPORTS_PATH || path === `${IMPORTS_PATH}.data`;
}

export const STAGE_WORDS: Record<ImportStage, string> = {
  mapping: "Waits for its columns",
  checking: "Being checked",
  checked: "Checked; nothing is written yet",
  running: "Being imported",
  done: "Imported",
  cancelled: "Stopped",
  failed: "Failed",
  withdrawing: "Being taken back",
  withdrawn: "Taken back",
};

export function isUnderWay(stage: ImportStage): boolean {
  return stage === "checking" || stage === "running" || stage === "withdrawing";
}
