import type { SentList } from "#app/platform/read-form.ts";

import { CONTENT_NOUNS, type Done, doneText, ROWS_PER_PAGE } from "./content.ts";

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

type Acts = Record<BulkDeed["deed"], (id: number) => Promise<boolean | "as-draft">>;

/**
 * Does what a form of the table asks for.
 *
 * @param given.acts Each is false for what was so already, and "as-draft" for what would have come out.
 * @param given.path The page with its search.
 * @returns Where the page goes on that says what was done, or why nothing was.
 */
export async function answerBulk(
  form: SentList,
  { kind, acts, path }: { kind: keyof typeof CONTENT_NOUNS; acts: Acts; path: string },
): Promise<{ to: string } | { status: number; why: string }> {
  const { noun, plural } = CONTENT_NOUNS[kind];
  const bulk = readBulk(form);
  if (bulk === null) return { status: 400, why: `Tick at least one ${noun}, then choose what to do with it.` };
  const done = await carryOut(bulk, acts);
  if (done === null) return { status: 409, why: `That was done already, or the ${plural} are gone.` };
  return { to: `${path}${path.includes("?") ? "&" : "?"}done=${doneText(done)}` };
}

/** One after the other. @returns Null when nothing was to be done. */
async function carryOut({ deed, ids }: BulkDeed, acts: Acts): Promise<Done | null> {
  const done: Done = { did: deed === "delete" ? "deleted" : "restored", ids: [], draftIds: [] };
  for (const id of ids.toSorted((a, b) => a - b)) {
    const came = await acts[deed](id);
    if (came !== false) done.ids.push(id);
    if (came === "as-draft") done.draftIds.push(id);
  }
  return done.ids.length === 0 ? null : done;
}
