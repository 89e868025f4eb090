type Size = { width: number; height: number };
type Corner = { x: number; y: number };

/** The minimum distance of a card from the map's edge. */
const EDGE_PX = 4;

/** The height of a pin's head above its point. A card above it leaves the number visible. */
const OVER_PIN_PX = 36;
const UNDER_PIN_PX = 8;

/**
 * The top left corner of a pin's card in the map: centered above the pin or, without space, shifted or below it. A pin
 * that leaves the box takes its card along.
 *
 * @param at The pin's point. All in px of the box.
 */
export function placePinCard({ at, card, box }: { at: Corner; card: Size; box: Size }): Corner {
  const inBox = Math.max(EDGE_PX, Math.min(at.x - card.width / 2, box.width - card.width - EDGE_PX));
  const over = at.y - OVER_PIN_PX - card.height;
  const under = at.y + UNDER_PIN_PX;
  return {
    x: Math.max(at.x - card.width, Math.min(inBox, at.x)),
    y: over >= EDGE_PX || under + card.height > box.height ? over : under,
  };
}
