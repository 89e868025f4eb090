import { CATEGORY_NAMES, isCategorySlug } from "#app/guide/places/facts/categories.ts";

import { PAGE_KINDS, type TableRow } from "./insights.ts";

const PAGES: Record<string, string> = {
  home: "Home",
  search: "Search",
  latest: "Latest guides",
  neighborhoods: "Neighborhoods",
  map: "Map",
  subscription: "Plans",
  newsletter: "Newsletter",
  submit: "Submit a business",
  advertise: "Advertise",
  about: "About",
  contact: "Contact",
  privacy: "Privacy",
  terms: "Terms",
};

const PATHS: Record<string, { folder: string; kind: string }> = {
  place: { folder: "/places/", kind: "Place" },
  guide: { folder: "/posts/", kind: "Guide" },
  neighborhood: { folder: "/neighborhood/", kind: "Neighborhood" },
  category: { folder: "/", kind: "Category" },
};

/** The title and link of a counted page. */
export function pageTitle({
  subject,
  key,
  title,
}: {
  subject: string;
  key: string;
  title: string | null;
}): Pick<TableRow, "label" | "note" | "href"> {
  const folder = PATHS[subject];
  if (folder !== undefined) {
    const category = subject === "category" && isCategorySlug(key) ? CATEGORY_NAMES[key] : null;
    // A page that was deleted or renamed has only its path left.
    return { label: title ?? category ?? key, note: folder.kind, href: `${folder.folder}${key}` };
  }
  const path = key === "home" ? "/" : `/${key}`;
  return { label: PAGES[key] ?? path, note: PAGE_KINDS.page.replace(/s$/, ""), href: path };
}
