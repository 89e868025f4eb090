import type { ListVisibility } from "#app/db/schema/members.ts";
import { plainName } from "#app/features/accounts/member-name.ts";
import { entitlementsOf } from "#app/features/billing/entitlements.ts";
import type { PlaceCardData } from "#app/features/places/place.ts";
import { plainText } from "#app/lib/plain-text.ts";
import type { SentForm } from "#app/platform/read-form.ts";

/** What a member without Premium may have. */
export const FREE_LISTS_MAX = entitlementsOf(null).listsMax;
export const LIST_NAME_LENGTH_MAX = 80;
export const LIST_NOTE_LENGTH_MAX = 500;
export const ENTRY_NOTE_LENGTH_MAX = 500;
/** More is a directory, and a page and a map that nobody reads. */
export const LIST_PLACES_MAX = 100;

/** What a list is called and says of itself. */
export type ListWords = { name: string; note: string };

export type ListSummary = {
  id: string;
  name: string;
  placeCount: number;
  visibility: ListVisibility;
  /** Whether the place that is to be added is in it already. */
  hasPlace: boolean;
};

export type ListEntry = { place: PlaceCardData; note: string };

export type MemberList = ListWords & {
  id: string;
  shareKey: string;
  visibility: ListVisibility;
  entries: ListEntry[];
};

export type SharedList = MemberList & { owner: { id: string; name: string; isDemo: boolean } };

export const VISIBILITIES: Record<ListVisibility, { label: string; says: string }> = {
  private: { label: "Private", says: "Only you see it." },
  link: { label: "By link", says: "Whoever has its address sees it, with your name." },
  public: { label: "Public", says: "As by link, and search engines may show it." },
};

export function isVisibility(text: string): text is ListVisibility {
  return Object.hasOwn(VISIBILITIES, text);
}

export function sharedListPath(shareKey: string): string {
  // Whatever stands in an address may be taken for one.
  return `/lists/${encodeURIComponent(shareKey)}`;
}

/** Where a guest who wants to copy a shared list comes back to. */
export function copyListPath(shareKey: string): string {
  return `/lists/${shareKey}/copy`;
}

export function editListPath(id: string): string {
  return `/lists/${id}/edit`;
}

/** The words of a list as plain text, whatever was typed; never refused by the database for a character. */
export function readListWords(form: SentForm): ListWords {
  return { name: plainName(form.text("name")), note: plainText(form.text("note")) };
}

/** What is wrong with the words of a list, by field; empty when nothing is. */
export function listWordProblems({ name, note }: ListWords): Partial<ListWords> {
  return {
    ...(name === "" ? { name: "Give the list a name." } : {}),
    ...(name.length > LIST_NAME_LENGTH_MAX ? { name: `A name has at most ${LIST_NAME_LENGTH_MAX} letters.` } : {}),
    ...(note.length > LIST_NOTE_LENGTH_MAX
      ? { note: `A note has at most ${LIST_NOTE_LENGTH_MAX} letters; this one has ${note.length}.` }
      : {}),
  };
}
