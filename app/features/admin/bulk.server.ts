import type { SentList } from "#app/platform/read-form.ts";

import { type Done, ROWS_PER_PAGE } from "./content.ts";

export type BulkDeed = { deed: "delete" | "restore"; ids: number[] };

/** What a form of the table asks for: one row by its menu, else all that are ticked. Null when that is nothing. */
export function readBulk(form: SentList): BulkDeed | null {
  for (const deed of ["delete", "restore"] as const) {
    const one = idsIn([form.text(`${deed}-one`)]);
    if (one.length > 0) return { deed, ids: one };
  }
  const deed = (["delete", "restore"] as const).find((each) => each === form.text("do"));
  const ids = idsIn(form.texts("id"));
  return deed === undefined || ids.length === 0 || ids.length > ROWS_PER_PAGE ? null : { deed, ids };
}

function idsIn(texts: string[]): number[] {
  return [...new Set(texts.filter((text) => /^[1-9]\d{0,14}$/.test(text)).map(Number))];
}

/**
 * Does it, one after the other.
 *
 * @param acts Each is false for what was so already.
 * @returns Null when nothing was to be done.
 */
export async function carryOut(
  { deed, ids }: BulkDeed,
  acts: Record<BulkDeed["deed"], (id: number) => Promise<boolean>>,
): Promise<Done | null> {
  const done: number[] = [];
  for (const id of ids.toSorted((a, b) => a - b)) {
    if (await acts[deed](id)) done.push(id);
  }
  return done.length === 0 ? null : { did: deed === "delete" ? "deleted" : "restored", ids: done };
}
