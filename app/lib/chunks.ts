/** Cuts a list into lists of at most `size`: PostgreSQL takes at most 65,535 parameters a statement. */
export function chunks<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
