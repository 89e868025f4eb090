import { isSlug } from "#app/lib/slug.ts";

/** The one address that saves and takes back. */
export const SAVES_PATH = "/saves";

/** More of each kind than anybody keeps by hand, and as many as one page of the database's answers stays quick for. */
export const SAVES_MAX = 2_000;

/** What can be saved, by the address of its page without the first slash: `places/madams-organ`, `posts/best-pizza`. */
export type SaveItem = { kind: "places" | "posts"; slug: string };

export function itemName({ kind, slug }: SaveItem): string {
  return `${kind}/${slug}`;
}

/** Null when it names nothing that can be saved. */
export function readItem(name: string): SaveItem | null {
  const [kind, slug, ...rest] = name.split("/");
  if ((kind !== "places" && kind !== "posts") || slug === undefined || rest.length > 0 || !isSlug(slug)) return null;
  return { kind, slug };
}
