import type { Database } from "#app/db/database.server.ts";
import type { ListVisibility } from "#app/db/schema/members.ts";
import type { NoticeCode } from "#app/platform/notice.ts";
import { plainText } from "#app/lib/plain-text.ts";
import type { SentForm } from "#app/platform/read-form.ts";

import {
  ENTRY_NOTE_LENGTH_MAX,
  isVisibility,
  LIST_PLACES_MAX,
  type ListWords,
  listWordProblems,
  readListWords,
} from "./list.ts";
import { addEntry, changeList, deleteList, moveEntry, noteEntry, removeEntry, renewLink } from "./lists.server.ts";

type Own = { userId: string; listId: string; now: Date };

export type ListChange =
  /** `at` is the place that the page is to be shown at. */
  | { outcome: "changed"; notice: NoticeCode | null; at: string | null }
  | { outcome: "deleted"; notice: NoticeCode }
  | { outcome: "no-such-list" }
  | {
      outcome: "refused";
      problem: string | null;
      /** What was typed, where the list's own words were refused. */
      words: (ListWords & { visibility: ListVisibility }) | null;
      problems: Partial<ListWords>;
      /** What was typed, where a place's note was. */
      entry: { slug: string; note: string } | null;
    };

/** Does what a form of the list's page asks for by `do`. A place that isn't in the list counts as no such list. */
export async function changeListBy(db: Database, form: SentForm, own: Own): Promise<ListChange> {
  const entry = { ...own, slug: form.text("place") };
  const changed = (isDone: boolean, notice: NoticeCode | null, at: string | null = null): ListChange =>
    isDone ? { outcome: "changed", notice, at } : { outcome: "no-such-list" };
  switch (form.text("do")) {
    case "change":
      return changeWords(db, form, own);
    case "link":
      return changed(await renewLink(db, own), "list-link-renewed");
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
      return refused({ problem: "Nothing was asked for. Please use one of the buttons." });
  }
}

async function changeWords(db: Database, form: SentForm, own: Own): Promise<ListChange> {
  const asked = form.text("visibility");
  const visibility = isVisibility(asked) ? asked : "private";
  const words = { ...readListWords(form), visibility };
  const problems = listWordProblems(words);
  if (Object.keys(problems).length > 0) return refused({ problem: "Nothing is changed yet.", words, problems });
  const isDone = await changeList(db, { ...own, ...words });
  return isDone ? { outcome: "changed", notice: "changes-kept", at: null } : { outcome: "no-such-list" };
}

async function addPlace(db: Database, entry: Own & { slug: string }): Promise<ListChange> {
  const outcome = await addEntry(db, entry);
  if (outcome === "added") return { outcome: "changed", notice: "list-entry-added", at: entry.slug };
  if (outcome === "list-full") {
    return refused({ problem: `The list has ${LIST_PLACES_MAX} places, as many as one holds.` });
  }
  return { outcome: "no-such-list" };
}

async function changeNote(db: Database, form: SentForm, entry: Own & { slug: string }): Promise<ListChange> {
  const note = plainText(form.text("note"));
  if (note.length > ENTRY_NOTE_LENGTH_MAX) return refused({ entry: { slug: entry.slug, note } });
  const isDone = await noteEntry(db, { ...entry, note });
  return isDone ? { outcome: "changed", notice: "changes-kept", at: entry.slug } : { outcome: "no-such-list" };
}

function refused(given: Partial<Extract<ListChange, { outcome: "refused" }>>): ListChange {
  return { outcome: "refused", problem: null, words: null, problems: {}, entry: null, ...given };
}
