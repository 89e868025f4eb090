type Size = { width: number; height: number };
type Corner = { x: number; y: number };

/** As much as keeps a card's border off the map's own. */
const EDGE_PX = 4;

/** A pin's head stands this high over its point; a card over it leaves the number free. */
const OVER_PIN_PX = 36;
const UNDER_PIN_PX = 8;

/**
 * Where the top left corner of a pin's card stands in the map's box: in the middle over the pin, and where the box leaves no
 * room for that, aside or below. A pin that is moved out of the box takes its card along.
 *
 * @param at The point of the pin. All in px of the box.
 */
export function pinCardCorner({ at, card, box }: { at: Corner; card: Size; box: Size }): Corner {
  const inBox = Math.max(EDGE_PX, Math.min(at.x - card.width / 2, box.width - card.width - EDGE_PX));
  const over = at.y - OVER_PIN_PX - card.height;
  const under = at.y + UNDER_PIN_PX;
  return {
    x: Math.max(at.x - card.width, Math.min(inBox, at.x)),
    y: over >= EDGE_PX || under + card.height > box.height ? over : under,
  };
}
