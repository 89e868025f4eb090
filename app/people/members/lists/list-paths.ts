/** The page on which the member chooses a list for a place. */
export function addToListPath(slug: string): string {
  return `/lists?place=${slug}`;
}

/** The endpoint of the menu that puts a place into lists. */
export function placeListsPath(slug: string): string {
  return `/places/${slug}/lists`;
}
