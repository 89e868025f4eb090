import type { Database } from "#app/db/database.server.ts";
import type { ListVisibility } from "#app/db/schema/members.ts";
import type { Tier } from "#app/core/entitlements/entitlements.ts";
import { normalizeText } from "#app/lib/plain-text.ts";
import type { NoticeCode } from "#app/platform/notice.ts";
import type { RepeatedFormFields } from "#app/platform/read-form.ts";
import { NO_BUTTON_REFUSAL } from "#app/ui/form-refusals.ts";

import {
  ENTRY_NOTE_LENGTH_MAX,
  ENTRY_NOTE_PREFIX,
  findListProblems,
  isVisibility,
  LIST_PLACES_MAX,
  type ListDetails,
  readListDetails,
} from "./list.ts";
import {
  addEntry,
  deleteList,
  findEntrySlugs,
  moveEntry,
  removeEntry,
  renewShareLink,
  saveEntryNotes,
  sortByWalk,
  updateList,
} from "./lists.server.ts";

type ListOwner = { userId: string; listId: string; now: Date; tier: Tier | null };

export type ListFormResult =
  /** `at` is the id of what to scroll to: the slug of a place, or the share popup. */
  | { outcome: "changed"; notice: NoticeCode | null; at: string | null }
  | { outcome: "deleted"; notice: NoticeCode }
  | { outcome: "no-such-list" }
  | RefusedListForm;

/** The submitted values are shown again. */
export type RefusedListForm = {
  outcome: "refused";
  problem: string;
  details: (ListDetails & { visibility: ListVisibility }) | null;
  problems: Partial<ListDetails>;
  /** Submitted notes on places by slug. */
  notes: Record<string, string>;
};

/**
 * Handles the form of the list's edit page by its `do` field. Everything typed in the form is saved first, whatever button
 * was pressed, so that no button drops it. A place that isn't in the list counts as "no-such-list".
 */
export async function applyListForm(db: Database, form: RepeatedFormFields, own: ListOwner): Promise<ListFormResult> {
  const [action = "", slug = ""] = form.text("do").split(":");
  if (action === "delete") {
    return (await deleteList(db, own)) ? { outcome: "deleted", notice: "list-deleted" } : { outcome: "no-such-list" };
  }
  if (!isAction(action)) return refuse(NO_BUTTON_REFUSAL);
  return db.transaction(async (tx) => {
    const refused = await saveTyped(tx, form, { ...own, isShared: action === "share" });
    if (refused !== null) return refused;
    return ACTIONS[action](tx, { ...own, slug: action === "add" ? form.text("place") : slug });
  });
}

type Entry = ListOwner & { slug: string };

/** What each button does once everything is saved. */
const ACTIONS: Record<
  "save" | "share" | "link" | "add" | "up" | "down" | "remove" | "walk",
  (db: Database, entry: Entry) => Promise<ListFormResult>
> = {
  save: async () => changed(true, "changes-saved"),
  share: async () => changed(true, null, "share"),
  link: async (db, own) => changed(await renewShareLink(db, own), "list-link-renewed"),
  add: addPlace,
  up: async (db, entry) => changed(await moveEntry(db, { ...entry, to: "up" }), null, entry.slug),
  down: async (db, entry) => changed(await moveEntry(db, { ...entry, to: "down" }), null, entry.slug),
  walk: sortPlaces,
  remove: async (db, entry) => changed(await removeEntry(db, entry), "list-entry-removed"),
};

function isAction(text: string): text is keyof typeof ACTIONS {
  return Object.hasOwn(ACTIONS, text);
}

function changed(found: boolean, notice: NoticeCode | null, at: string | null = null): ListFormResult {
  return found ? { outcome: "changed", notice, at } : { outcome: "no-such-list" };
}

/** Null once it is saved. A place that was added in another tab has no field, and keeps its note. */
async function saveTyped(
  db: Database,
  form: RepeatedFormFields,
  { isShared, ...own }: ListOwner & { isShared: boolean },
): Promise<ListFormResult | null> {
  // A script may press a button without sending the fields.
  if (form.texts("name").length === 0) return isShared ? refuse(NO_BUTTON_REFUSAL) : null;
  const submitted = form.text("visibility");
  const details = { ...readListDetails(form), visibility: isVisibility(submitted) ? submitted : ("private" as const) };
  const notes: Record<string, string> = {};
  for (const slug of await findEntrySlugs(db, own)) {
    const [note] = form.texts(`${ENTRY_NOTE_PREFIX}${slug}`);
    if (note !== undefined) notes[slug] = normalizeText(note);
  }
  const problems = findListProblems(details);
  const isTooLong = Object.values(notes).some((note) => note.length > ENTRY_NOTE_LENGTH_MAX);
  if (isTooLong || Object.keys(problems).length > 0) {
    return { outcome: "refused", problem: "Your changes aren’t saved yet.", details, problems, notes };
  }
  const visibility = isShared && details.visibility === "private" ? "link" : details.visibility;
  const isOwn =
    (await updateList(db, { ...own, ...details, visibility })) && (await saveEntryNotes(db, { ...own, notes }));
  return isOwn ? null : { outcome: "no-such-list" };
}

async function addPlace(db: Database, entry: Entry): Promise<ListFormResult> {
  const outcome = await addEntry(db, entry);
  if (outcome === "added") return changed(true, "list-entry-added", entry.slug);
  if (outcome === "list-full") return refuse(`This list already has ${LIST_PLACES_MAX} places, which is the limit.`);
  return { outcome: "no-such-list" };
}

async function sortPlaces(db: Database, own: ListOwner): Promise<ListFormResult> {
  const outcome = await sortByWalk(db, own);
  if (outcome === "not-included") return refuse("Sorting by the shortest walk comes with City Insider.");
  return changed(outcome === "sorted", "changes-saved", "list-places");
}

function refuse(problem: string): RefusedListForm {
  return { outcome: "refused", problem, details: null, problems: {}, notes: {} };
}
