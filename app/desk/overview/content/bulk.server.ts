import type { RepeatedFormFields } from "#app/platform/read-form.ts";

import { CONTENT_NOUNS, type BulkResult, formatBulkResult, describeSkipped, ROWS_PER_PAGE } from "./content.ts";

/** The bulk actions of a table, each with its past participle for messages. */
const BULK_ACTIONS = {
  delete: "deleted",
  restore: "restored",
  publish: "published",
  unpublish: "unpublished",
  /** Undoes "unpublish". */
  republish: "published",
} as const;
type BulkActionName = keyof typeof BULK_ACTIONS;
const ALL_BULK_ACTIONS = ["delete", "restore", "publish", "unpublish", "republish"] as const satisfies BulkActionName[];

export type BulkAction = { action: BulkActionName; ids: number[] };

/** Parses a form of the table: one row from its menu, or all selected rows. Null when there is nothing to do. */
export function parseBulkActionForm(form: RepeatedFormFields): BulkAction | null {
  for (const deed of ALL_BULK_ACTIONS) {
    const one = parseIds([form.text(`${deed}-one`)]);
    if (one.length > 0) return { action: deed, ids: one };
  }
  const deed = ALL_BULK_ACTIONS.find((each) => each === form.text("do"));
  const ids = parseIds(form.texts("id"));
  return deed === undefined || ids.length === 0 || ids.length > ROWS_PER_PAGE ? null : { action: deed, ids };
}

function parseIds(texts: string[]): number[] {
  return [...new Set(texts.filter((text) => /^[1-9]\d{0,14}$/.test(text)).map(Number))];
}

/** True: done. False: was so already. "as-draft": done, but it is a draft now. "left": not done; its own page says why. */
type BulkOutcome = boolean | "as-draft" | "left";
type BulkHandlers = Partial<Record<BulkActionName, (id: number) => Promise<BulkOutcome>>>;

/**
 * Runs the bulk action of a table's form.
 *
 * @param given.acts The handlers of the actions that this table has.
 * @param given.path The page with its search.
 * @returns A redirect to the page with the result, or an error message.
 */
export async function runBulkAction(
  form: RepeatedFormFields,
  { kind, acts, path }: { kind: keyof typeof CONTENT_NOUNS; acts: BulkHandlers; path: string },
): Promise<{ to: string } | { status: number; why: string }> {
  const { noun, plural } = CONTENT_NOUNS[kind];
  const bulk = parseBulkActionForm(form);
  if (bulk === null) return { status: 400, why: `Select at least one ${noun}, then choose an action.` };
  const act = acts[bulk.action];
  if (act === undefined) return { status: 400, why: `This action isn’t available for ${plural}.` };
  const done = await applyToEach(bulk, act);
  if (done === null)
    return { status: 409, why: `Nothing changed: this was already done, or the ${plural} no longer exist.` };
  if (done.ids.length === 0) return { status: 409, why: describeSkipped(done.leftIds.length, { noun, plural }) };
  return { to: `${path}${path.includes("?") ? "&" : "?"}done=${formatBulkResult(done)}` };
}

/** Applies the action to one row after the other. @returns Null when nothing changed. */
async function applyToEach(
  { action: deed, ids }: BulkAction,
  act: (id: number) => Promise<BulkOutcome>,
): Promise<BulkResult | null> {
  const done: BulkResult = { did: BULK_ACTIONS[deed], ids: [], draftIds: [], leftIds: [] };
  for (const id of ids.toSorted((a, b) => a - b)) {
    const outcome = await act(id);
    if (outcome === "left") done.leftIds.push(id);
    else if (outcome !== false) done.ids.push(id);
    if (outcome === "as-draft") done.draftIds.push(id);
  }
  return done.ids.length + done.leftIds.length === 0 ? null : done;
}
