import { isSlug } from "#app/lib/slug.ts";

/** The endpoint that saves and unsaves. */
export const SAVES_PATH = "/saves";

/** Per kind. More than anyone saves by hand, and still fast to query. */
export const SAVES_MAX = 2_000;

/** A place or guide, named by its path without the first slash: `places/madams-organ`, `posts/best-pizza`. */
export type SaveItem = { kind: "places" | "posts"; slug: string };

export function formatSaveItem({ kind, slug }: SaveItem): string {
  return `${kind}/${slug}`;
}

/** Null if the name isn't valid. */
export function parseSaveItem(name: string): SaveItem | null {
  const [kind, slug, ...rest] = name.split("/");
  if ((kind !== "places" && kind !== "posts") || slug === undefined || rest.length > 0 || !isSlug(slug)) return null;
  return { kind, slug };
}
