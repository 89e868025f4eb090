import type { SentList } from "#app/platform/read-form.ts";

import { CONTENT_NOUNS, type Done, doneText, leftWords, ROWS_PER_PAGE } from "./content.ts";

/** What a table can do to its rows, and what is said of them then. */
const DEEDS = {
  delete: "deleted",
  restore: "restored",
  publish: "published",
  unpublish: "unpublished",
  /** Takes "unpublish" back. */
  republish: "published",
} as const;
type Deed = keyof typeof DEEDS;
const ALL_DEEDS = ["delete", "restore", "publish", "unpublish", "republish"] as const satisfies Deed[];

export type BulkDeed = { deed: Deed; ids: number[] };

/** What a form of the table asks for: one row by its menu, else all that are ticked. Null when that is nothing. */
export function readBulk(form: SentList): BulkDeed | null {
  for (const deed of ALL_DEEDS) {
    const one = idsIn([form.text(`${deed}-one`)]);
    if (one.length > 0) return { deed, ids: one };
  }
  const deed = ALL_DEEDS.find((each) => each === form.text("do"));
  const ids = idsIn(form.texts("id"));
  return deed === undefined || ids.length === 0 || ids.length > ROWS_PER_PAGE ? null : { deed, ids };
}

function idsIn(texts: string[]): number[] {
  return [...new Set(texts.filter((text) => /^[1-9]\d{0,14}$/.test(text)).map(Number))];
}

/** Done, done already, done with the outcome that it is a draft now, or left as it is for a reason that its own page tells. */
type Came = boolean | "as-draft" | "left";
type Acts = Partial<Record<Deed, (id: number) => Promise<Came>>>;

/**
 * Does what a form of the table asks for.
 *
 * @param given.acts What the table can do. Each is false for what was so already, "as-draft" for what would have come out,
 * and "left" for what stays as it is, for a reason that its own page tells.
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
  const act = acts[bulk.deed];
  if (act === undefined) return { status: 400, why: `That can’t be done to ${plural}.` };
  const done = await carryOut(bulk, act);
  if (done === null) return { status: 409, why: `That was done already, or the ${plural} are gone.` };
  if (done.ids.length === 0) return { status: 409, why: leftWords(done.leftIds.length, { noun, plural }) };
  return { to: `${path}${path.includes("?") ? "&" : "?"}done=${doneText(done)}` };
}

/** One after the other. @returns Null when nothing was to be done. */
async function carryOut({ deed, ids }: BulkDeed, act: (id: number) => Promise<Came>): Promise<Done | null> {
  const done: Done = { did: DEEDS[deed], ids: [], draftIds: [], leftIds: [] };
  for (const id of ids.toSorted((a, b) => a - b)) {
    const came = await act(id);
    if (came === "left") done.leftIds.push(id);
    else if (came !== false) done.ids.push(id);
    if (came === "as-draft") done.draftIds.push(id);
  }
  return done.ids.length + done.leftIds.length === 0 ? null : done;
}
