import type { ViewSubject } from "#app/db/columns/analytics-columns.ts";
import { isCategorySlug } from "#app/guide/places/facts/categories.ts";
import { isSlug } from "#app/lib/slug.ts";

const FOLDERS: Record<string, ViewSubject> = { places: "place", posts: "guide", neighborhood: "neighborhood" };

/** The page that a view counts for, by its URL; null for anything that isn't a page (feeds, pictures, other data). */
export function pageSubject(target: string, contentType: string): { subject: ViewSubject; key: string } | null {
  const path = target.split("?", 1)[0] ?? "/";
  // In-page navigation requests `/places/x.data` instead of the page, which counts as a view too.
  const isData = path.endsWith(".data");
  if (!isData && !contentType.startsWith("text/html")) return null;
  const page = isData ? path.slice(0, -".data".length) : path;
  const [first = "", second, ...rest] = page.slice(1).split("/");
  if (rest.length > 0) return null;
  if (second === undefined) {
    if (first === "" || (isData && first === "_")) return { subject: "page", key: "home" };
    return isCategorySlug(first) ? { subject: "category", key: first } : { subject: "page", key: first };
  }
  const subject = FOLDERS[first];
  if (!isSlug(second)) return null;
  if (subject !== undefined) return { subject, key: second };
  return first === "category" ? { subject: "page", key: `category/${second}` } : null;
}
