/** The same things with one of them somewhere else; past either end is at that end. */
export function movedTo<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(Math.max(0, to), 0, ...items.slice(from, from + 1));
}

/** Whether two lists have the same things in them, whatever their order. */
export function hasSame<Item>(some: readonly Item[], others: readonly Item[]): boolean {
  return some.length === others.length && some.every((item) => others.includes(item));
}

/**
 * Where in a list something comes to lie that is dragged: as many down as it passes the middle of.
 *
 * @param rows Top and height of each before the drag began.
 * @param by How far it was dragged, down being positive.
 */
export function droppedAt(rows: readonly { top: number; height: number }[], from: number, by: number): number {
  const dragged = rows[from];
  if (dragged === undefined) return from;
  // Whichever edge leads: a tall row must not have to be dragged past a short one by its own middle.
  const edge = by > 0 ? dragged.top + dragged.height + by : dragged.top + by;
  const passed = rows.filter(({ top, height }, index) =>
    by > 0 ? index > from && edge > top + height / 2 : index < from && edge < top + height / 2,
  );
  return from + Math.sign(by) * passed.length;
}
