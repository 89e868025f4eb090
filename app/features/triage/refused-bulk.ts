import type { BulkResults } from "./bulk-words.ts";

/** The form of the list as it was sent, to stand in it again. `results`: what became of those that were decided all the same. */
export type RefusedBulk = { why: string; ticked: string[]; code: string; message: string; results: BulkResults | null };
