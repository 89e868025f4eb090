/** A copy of the list with one item moved. Positions beyond an end mean that end. */
export function moveListItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(Math.max(0, to), 0, ...items.slice(from, from + 1));
}

/** Whether two lists have the same items in any order. */
export function haveSameItems<Item>(some: readonly Item[], others: readonly Item[]): boolean {
  return some.length === others.length && some.every((item) => others.includes(item));
}

/**
 * The index at which a dragged row is dropped: it moves past each row whose middle it crosses.
 *
 * @param rows Top and height of each before the drag began.
 * @param by How far it was dragged, down being positive.
 */
export function findDropIndex(rows: readonly { top: number; height: number }[], from: number, by: number): number {
  const dragged = rows[from];
  if (dragged === undefined) return from;
  // The leading edge counts: otherwise a tall row would have to be dragged far past a short one.
  const edge = by > 0 ? dragged.top + dragged.height + by : dragged.top + by;
  const passed = rows.filter(({ top, height }, index) =>
    by > 0 ? index > from && edge > top + height / 2 : index < from && edge < top + height / 2,
  );
  return from + Math.sign(by) * passed.length;
}
