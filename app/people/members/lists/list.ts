import type { ListVisibility } from "#app/db/schema/members.ts";
import { normalizeName } from "#app/people/accounts/member-name.ts";
import { entitlementsOf } from "#app/core/entitlements/entitlements.ts";
import type { PlaceCardData } from "#app/guide/places/place.ts";
import { normalizeText } from "#app/lib/plain-text.ts";
import type { FormFields } from "#app/platform/read-form.ts";

/** The list limit of a free membership. */
export const FREE_LISTS_MAX = entitlementsOf(null).listsMax;
export const LISTS_FULL = `${FREE_LISTS_MAX} lists are the most a free membership includes. Delete a list to make room, or see the plans.`;
export const LIST_NAME_LENGTH_MAX = 80;
export const LIST_NOTE_LENGTH_MAX = 500;
export const ENTRY_NOTE_LENGTH_MAX = 500;
/** Of the names of the fields for notes on places; the place's slug follows. */
export const ENTRY_NOTE_PREFIX = "note:";
/** More places make the page and its map unreadable. */
export const LIST_PLACES_MAX = 100;

/** A list's name and note. */
export type ListDetails = { name: string; note: string };

export type ListSummary = {
  id: string;
  name: string;
  placeCount: number;
  visibility: ListVisibility;
  /** Whether the place to be added is already in it. */
  hasPlace: boolean;
};

/** The member's lists, for the menu that puts a place into them. */
export type PlaceLists = { lists: Pick<ListSummary, "id" | "name" | "hasPlace">[]; isFull: boolean };

export type ListEntry = { place: PlaceCardData; note: string };

export type MemberList = ListDetails & {
  id: string;
  shareKey: string;
  visibility: ListVisibility;
  entries: ListEntry[];
};

export type SharedList = MemberList & { owner: { id: string; name: string; isDemo: boolean } };

export const VISIBILITIES: Record<ListVisibility, { label: string; says: string }> = {
  private: { label: "Private", says: "Only you can see it." },
  link: { label: "Anyone with the link", says: "They also see your name." },
  public: { label: "Public", says: "Anyone can see it, and search engines may show it." },
};

export function isVisibility(text: string): text is ListVisibility {
  return Object.hasOwn(VISIBILITIES, text);
}

export function sharedListPath(shareKey: string): string {
  // The key comes from the URL and may be anything.
  return `/lists/${encodeURIComponent(shareKey)}`;
}

/** Where a guest who wants to copy a shared list returns after sign-in. */
export function copyListPath(shareKey: string): string {
  return `/lists/${shareKey}/copy`;
}

export function editListPath(id: string): string {
  return `/lists/${id}/edit`;
}

/** A list's name and note as plain text, without characters that the database rejects. */
export function readListDetails(form: FormFields): ListDetails {
  return { name: normalizeName(form.text("name")), note: normalizeText(form.text("note")) };
}

/** Problems with a list's name and note by field; empty if there are none. */
export function findListProblems({ name, note }: ListDetails): Partial<ListDetails> {
  return {
    ...(name === "" ? { name: "Give the list a name." } : {}),
    ...(name.length > LIST_NAME_LENGTH_MAX
      ? { name: `List names can have up to ${LIST_NAME_LENGTH_MAX} characters.` }
      : {}),
    ...(note.length > LIST_NOTE_LENGTH_MAX
      ? { note: `Notes can have up to ${LIST_NOTE_LENGTH_MAX} characters. This one has ${note.length}.` }
      : {}),
  };
}
