import type { BulkResults } from "./bulk-results.ts";

/** The submitted bulk form, to render it again. `results`: of the cases that were decided nevertheless. */
export type BulkFormError = {
  why: string;
  ticked: string[];
  code: string;
  message: string;
  results: BulkResults | null;
};
