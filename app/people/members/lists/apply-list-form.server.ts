import type { Database } from "#app/db/database.server.ts";
import type { ListVisibility } from "#app/db/schema/members.ts";
import type { NoticeCode } from "#app/platform/notice.ts";
import { normalizeText } from "#app/lib/plain-text.ts";
import type { FormFields } from "#app/platform/read-form.ts";
import { NO_BUTTON_REFUSAL } from "#app/ui/form-refusals.ts";

import {
  ENTRY_NOTE_LENGTH_MAX,
  isVisibility,
  LIST_PLACES_MAX,
  type ListDetails,
  findListProblems,
  readListDetails,
} from "./list.ts";
import {
  addEntry,
  updateList,
  deleteList,
  moveEntry,
  setEntryNote,
  removeEntry,
  renewShareLink,
} from "./lists.server.ts";

type ListOwner = { userId: string; listId: string; now: Date };

export type ListFormResult =
  /** `at` is the slug of the place to scroll to. */
  | { outcome: "changed"; notice: NoticeCode | null; at: string | null }
  | { outcome: "deleted"; notice: NoticeCode }
  | { outcome: "no-such-list" }
  | {
      outcome: "refused";
      problem: string | null;
      /** The submitted values if the list's name or note was invalid. */
      details: (ListDetails & { visibility: ListVisibility }) | null;
      problems: Partial<ListDetails>;
      /** The submitted value if a place's note was invalid. */
      entry: { slug: string; note: string } | null;
    };

/**
 * Handles a form of the list's edit page by its `do` field. A place that isn't in the list counts as "no-such-list".
 */
export async function applyListForm(db: Database, form: FormFields, own: ListOwner): Promise<ListFormResult> {
  const entry = { ...own, slug: form.text("place") };
  const changed = (found: boolean, notice: NoticeCode | null, at: string | null = null): ListFormResult =>
    found ? { outcome: "changed", notice, at } : { outcome: "no-such-list" };
  switch (form.text("do")) {
    case "change":
      return changeDetails(db, form, own);
    case "link":
      return changed(await renewShareLink(db, own), "list-link-renewed");
    case "delete":
      return (await deleteList(db, own)) ? { outcome: "deleted", notice: "list-deleted" } : { outcome: "no-such-list" };
    case "add":
      return addPlace(db, entry);
    case "up":
      return changed(await moveEntry(db, { ...entry, to: "up" }), null, entry.slug);
    case "down":
      return changed(await moveEntry(db, { ...entry, to: "down" }), null, entry.slug);
    case "remove":
      return changed(await removeEntry(db, entry), "list-entry-removed");
    case "note":
      return changeNote(db, form, entry);
    default:
      return refused({ problem: NO_BUTTON_REFUSAL });
  }
}

async function changeDetails(db: Database, form: FormFields, own: ListOwner): Promise<ListFormResult> {
  const submitted = form.text("visibility");
  const visibility = isVisibility(submitted) ? submitted : "private";
  const details = { ...readListDetails(form), visibility };
  const problems = findListProblems(details);
  if (Object.keys(problems).length > 0)
    return refused({ problem: "Your changes aren’t saved yet.", details, problems });
  const found = await updateList(db, { ...own, ...details });
  return found ? { outcome: "changed", notice: "changes-saved", at: null } : { outcome: "no-such-list" };
}

async function addPlace(db: Database, entry: ListOwner & { slug: string }): Promise<ListFormResult> {
  const outcome = await addEntry(db, entry);
  if (outcome === "added") return { outcome: "changed", notice: "list-entry-added", at: entry.slug };
  if (outcome === "list-full") {
    return refused({ problem: `This list already has ${LIST_PLACES_MAX} places, which is the limit.` });
  }
  return { outcome: "no-such-list" };
}

async function changeNote(
  db: Database,
  form: FormFields,
  entry: ListOwner & { slug: string },
): Promise<ListFormResult> {
  const note = normalizeText(form.text("note"));
  if (note.length > ENTRY_NOTE_LENGTH_MAX) return refused({ entry: { slug: entry.slug, note } });
  const found = await setEntryNote(db, { ...entry, note });
  return found ? { outcome: "changed", notice: "changes-saved", at: entry.slug } : { outcome: "no-such-list" };
}

function refused(given: Partial<Extract<ListFormResult, { outcome: "refused" }>>): ListFormResult {
  return { outcome: "refused", problem: null, details: null, problems: {}, entry: null, ...given };
}
